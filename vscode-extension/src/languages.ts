const EVENT = "onLanguage:";
/** Files, and documents that have not been saved yet. */
const SCHEMES = ["file", "untitled"];
/** What VS Code has no language for, unless another extension brings it. */
const OTHERS = "**/*.{astro,ctp,edge,ejs,eta,ftl,ftlh,gohtml,gql,graphql,graphqls,handlebars,hbs,http,j2,jinja,jinja2,jsp,jspf,mustache,njk,proto,rest,svelte,templ,tera,tmpl,tpl,twig,vm,volt,vue}";

/** The documents that the server is told of: those of the languages that start the extension, and some others. */
export function documents(activationEvents: readonly string[]) {
  const languages = activationEvents.filter((event) => event.startsWith(EVENT)).map((event) => event.slice(EVENT.length));
  const shown = languages.flatMap((language) => SCHEMES.map((scheme) => ({ scheme, language })));
  return [...shown, { scheme: "file", pattern: OTHERS }];
}
