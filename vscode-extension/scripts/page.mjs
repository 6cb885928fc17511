// Makes the map a page of its own, without contracts: `seamark graph --format html` puts them in. It stands in the Python
// package, so that those need no Node.js who do not change it. Another place for it may be named.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";

const webview = join(import.meta.dirname, "..", "webview");
const packaged = join(import.meta.dirname, "..", "..", "server", "seamark", "cli", "graphs", "service_map.html");

const built = await esbuild.build({
  entryPoints: { map: join(webview, "main.ts"), style: join(webview, "map.css"), page: join(webview, "page.css") },
  bundle: true,
  minify: true,
  write: false,
  outdir: ".",
  platform: "browser",
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});

function text(name) {
  return built.outputFiles.find(({ path }) => path.endsWith(name)).text.trim();
}

function allowed(content) {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

const script = text("map.js");
const style = text("style.css") + text("page.css");
if (/<\/script|<!--/i.test(script)) {
  throw new Error("the script cannot stand in a page");
}

/** What the extension fills in when it shows the map: here there are no addresses, and only this script and style run. */
const parts = [
  [/style-src \{source\}; script-src 'nonce-\{nonce\}'/, `style-src ${allowed(style)}; script-src ${allowed(script)}`],
  ["<title>Service Map</title>", "<title>{title}</title>"],
  [/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`],
  [
    /<script nonce[^>]*><\/script>/,
    `<script type="application/json" id="contracts">{contracts}</script>\n  <script>${script}</script>`,
  ],
];
let page = readFileSync(join(webview, "map.html"), "utf8").trimEnd();
for (const [old, now] of parts) {
  const next = page.replace(old, () => now);
  if (next === page) {
    throw new Error(`map.html has no ${old}`);
  }
  page = next;
}
writeFileSync(process.argv[2] ?? packaged, page);
