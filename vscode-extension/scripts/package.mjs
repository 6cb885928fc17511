// Makes seamark.vsix: the bundle, and a wheel of the server as it is in this clone, whose version it has. Needs no network.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const MOST = 1_200_000; // Bytes. Most of it is the server, for nine languages.
const repository = join(import.meta.dirname, "..", "..");
const extension = join(repository, "vscode-extension");
const wheels = join(extension, "dist", "server");
const result = join(extension, "seamark.vsix");

/** The Python that has `hatchling`: what PYTHON says, or that of `make install`, or the system's. */
function python() {
  const ours = join(repository, ".venv", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  return process.env.PYTHON ?? (existsSync(ours) ? ours : "python3");
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: extension, stdio: ["ignore", "pipe", "inherit"] });
}

/** Where the page's pictures and links lead: on GitHub to the commit that is built; else a picture is put into the page. */
function page() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = process.env;
  if (server === undefined || repository === undefined || commit === undefined) {
    return ["--no-rewrite-relative-links"];
  }
  const at = (kind) => `${server}/${repository}/${kind}/${commit}/vscode-extension`;
  return ["--baseContentUrl", at("blob"), "--baseImagesUrl", at("raw")];
}

rmSync(join(extension, "dist"), { recursive: true, force: true });
mkdirSync(wheels, { recursive: true });
execFileSync(python(), ["-m", "hatchling", "build", "-t", "wheel", "-d", wheels], {
  cwd: repository,
  stdio: ["ignore", "ignore", "inherit"],
});
const [wheel, ...others] = readdirSync(wheels);
if (wheel === undefined || others.length > 0) {
  throw new Error(`one wheel was expected: ${readdirSync(wheels).join(", ")}`);
}
run(python(), join("scripts", "repack.py"), join(wheels, wheel), "0");
// The server is larger than what is looked back at by default, 4 MB.
const params = {
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};
writeFileSync(join(wheels, `${wheel}.br`), brotliCompressSync(readFileSync(join(wheels, wheel)), { params }));
rmSync(join(wheels, wheel));
run(process.execPath, "scripts/build.mjs");
run(
  process.execPath,
  "node_modules/@vscode/vsce/vsce",
  "package",
  wheel.split("-")[1],
  "--no-update-package-json",
  "--no-dependencies",
  ...page(),
  "--out",
  result,
);
run(python(), join("scripts", "repack.py"), result, "9");
const size = statSync(result).size;
if (size >= MOST) {
  throw new Error(`${result} has ${size} bytes: too many`);
}
console.log(`vscode-extension/seamark.vsix: ${Math.ceil(size / 1000)} kB`);
