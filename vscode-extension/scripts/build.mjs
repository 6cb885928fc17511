// Bundles the extension and its map into dist/. With --watch, again after each change, and readable.
import * as esbuild from "esbuild";

const watch = process.argv.includes("--watch");

/** @type {esbuild.BuildOptions} */
const common = { outdir: "dist", bundle: true, minify: !watch, sourcemap: watch, logLevel: "warning" };

/** @type {esbuild.BuildOptions[]} */
const bundles = [
  {
    ...common,
    entryPoints: ["src/extension.ts"],
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    loader: { ".html": "text" },
  },
  {
    ...common,
    entryPoints: { map: "webview/main.ts", style: "webview/map.css" },
    platform: "browser",
    format: "iife",
    target: "es2022",
  },
];

for (const bundle of bundles) {
  if (watch) {
    await (await esbuild.context(bundle)).watch();
  } else {
    await esbuild.build(bundle);
  }
}
