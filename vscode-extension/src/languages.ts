const EVENT = "onLanguage:";
/** What VS Code has no language for, unless another extension brings it. */
const OTHERS = "**/*.{proto,svelte,vue}";

/** The documents that the server is told of: those of the languages that start the extension, and some others. */
export function documents(activationEvents: readonly string[]) {
  const languages = activationEvents.filter((event) => event.startsWith(EVENT)).map((event) => event.slice(EVENT.length));
  return [...languages.map((language) => ({ scheme: "file", language })), { scheme: "file", pattern: OTHERS }];
}
