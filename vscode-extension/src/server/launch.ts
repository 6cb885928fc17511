import { run } from "./run";

/** How Seamark can be started: a program, and what comes before the command's own arguments. */
export interface Launch {
  readonly program: string;
  readonly prefix: readonly string[];
  /** Where it was found, for people. */
  readonly origin: string;
}

/** A launch that answered, and which version it is. */
export interface Server extends Launch {
  readonly version: string;
}

const ANSWER = /^seamark(?:\.exe)? (\d+(?:\.\d+)*\S*)$/m;
const PATIENCE = 30;

/** A launch by a Python that has the package. Isolated: a workspace's `yaml.py` must not become ours. */
export function byPython(python: string, origin: string): Launch {
  return { program: python, prefix: ["-I", "-m", "seamark"], origin };
}

/** Asks for the version: the server, or what was answered instead. */
export async function ask(launch: Launch): Promise<Server | string> {
  const { code, output } = await run(launch.program, [...launch.prefix, "--version"], { seconds: PATIENCE });
  const version = code === 0 ? ANSWER.exec(output)?.[1] : undefined;
  return version === undefined ? (output.split("\n").at(-1) ?? "") || "no answer" : { ...launch, version };
}

/** Whether two servers are started by the same command, and are of one version. */
export function same(one: Server | undefined, other: Server): boolean {
  return one?.program === other.program && one.version === other.version && one.prefix.join(" ") === other.prefix.join(" ");
}

/** Whether a version is not older than another; what follows its numbers does not count. */
export function reaches(version: string, least: string): boolean {
  const [have, want] = [numbers(version), numbers(least)];
  const at = want.findIndex((part, index) => part !== (have[index] ?? 0));
  return at < 0 || (have[at] ?? 0) > (want[at] ?? 0);
}

function numbers(version: string): readonly number[] {
  return (/^[\d.]+/.exec(version)?.[0] ?? "").split(".").map(Number);
}
