// Bundles the extension into dist/. With --watch, again after each change, and readable.
import * as esbuild from "esbuild";

const watch = process.argv.includes("--watch");

/** @type {esbuild.BuildOptions} */
const extension = {
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !watch,
  sourcemap: watch,
  logLevel: "warning",
};

if (watch) {
  const context = await esbuild.context(extension);
  await context.watch();
} else {
  await esbuild.build(extension);
}
