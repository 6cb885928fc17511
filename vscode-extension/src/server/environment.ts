import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

import { environmentPython } from "./executables";
import { ask, byPython, type Launch } from "./launch";
import type { Python } from "./pythons";
import { run } from "./run";

export type EnvironmentState = "absent" | "outdated" | "ready";

/** Steps of an installation, for people. */
export type Report = (step: string) => void;

const WHEEL = ".whl";
const PACKED = `${WHEEL}.br`;
/** Nine tenths of what is installed are parsers that Seamark never uses. */
const LIGHTEN = "from seamark.source.grammars import remove_unused; remove_unused()";
const unpacked = promisify(brotliDecompress);
/** What pip says, in any of its versions, if it reaches nobody. */
const UNREACHABLE =
  /NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|ConnectionRefusedError|Network is unreachable|name resolution|getaddrinfo failed|Max retries exceeded/i;
const RETRIES = "2";

/** Nothing could be fetched: there is no network, or no way to the Python package index. */
export class UnreachableError extends Error {}

/**
 * The Python environment of the extension's own, in a folder that VS Code gives it. The server in it comes from the
 * wheel that the extension carries. A file beside it says which wheel was installed, and is written last: without it,
 * there is no environment.
 */
export class Environment {
  private readonly root: string;
  private readonly note: string;

  constructor(
    storage: string,
    private readonly wheels: string,
  ) {
    this.root = join(storage, "server");
    this.note = join(storage, "server.installed");
  }

  /** How its server is started. */
  get launch(): Launch {
    return byPython(this.python, "the extension's own environment");
  }

  async state(): Promise<EnvironmentState> {
    const installed = await readFile(this.note, "utf8").catch(() => undefined);
    if (installed === undefined) {
      return "absent";
    }
    return installed === (await this.carried()).digest ? "ready" : "outdated";
  }

  /**
   * Makes it anew, whatever was there; fetches by a proxy, unless that is empty. Rejects with what went wrong, for people.
   */
  async install(
    python: Python,
    proxy: string,
    report: Report,
    line: (line: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { name, packed, digest } = await this.carried();
    const wheel = join(this.root, name);
    const step = async (program: string, args: readonly string[]): Promise<void> => {
      line([program, ...args].map(withoutPassword).join(" "));
      const { code, output } = await run(program, args, { signal, line });
      signal.throwIfAborted();
      if (code !== 0) {
        throw UNREACHABLE.test(output) ? new UnreachableError(reason(output)) : new Error(reason(output));
      }
    };
    await this.remove();
    await mkdir(this.root, { recursive: true });
    report("creating an environment");
    await step(python.program, [...python.prefix, "-I", "-m", "venv", this.root]);
    report("installing the server and its parsers");
    await writeFile(wheel, await unpacked(packed));
    const by = proxy === "" ? [] : ["--proxy", proxy];
    const quiet = ["--no-input", "--disable-pip-version-check", "--retries", RETRIES];
    await step(this.python, ["-I", "-m", "pip", "install", ...quiet, ...by, wheel]);
    await rm(wheel);
    await step(this.python, ["-I", "-c", LIGHTEN]);
    const answer = await ask(this.launch);
    if (typeof answer === "string") {
      throw new Error(answer);
    }
    await writeFile(this.note, digest);
  }

  private async remove(): Promise<void> {
    await rm(this.note, { force: true });
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  private get python(): string {
    return environmentPython(this.root);
  }

  /** The name of the wheel, and what is carried of it: packed by Brotli, it takes a fifth of the place. */
  private async carried(): Promise<{ name: string; packed: Buffer; digest: string }> {
    const file = (await readdir(this.wheels)).find((name) => name.endsWith(PACKED));
    if (file === undefined) {
      throw new Error("This build of the extension contains no server.");
    }
    const packed = await readFile(join(this.wheels, file));
    const digest = createHash("sha256").update(packed).digest("hex");
    return { name: file.slice(0, -PACKED.length) + WHEEL, packed, digest };
  }
}

/** An argument as it may be logged: the address of a proxy can have a password in it. */
function withoutPassword(argument: string): string {
  return argument.replace(/(?<=:\/\/)[^/@]*@/, "…@");
}

/** The line in which pip says what went wrong. */
function reason(output: string): string {
  const lines = output.split("\n");
  return lines.findLast((line) => line.startsWith("ERROR:"))?.slice("ERROR:".length).trim() ?? lines.at(-1) ?? "";
}
