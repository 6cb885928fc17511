import { onPath } from "./executables";
import { run } from "./run";

/** A Python that can make environments. */
export interface Python {
  readonly program: string;
  readonly prefix: readonly string[];
}

/** Why there is none, for people. */
export interface NoPython {
  readonly why: string;
  readonly advice: string;
}

const LEAST = [3, 11] as const;
const NAMES: readonly (readonly [name: string, ...prefix: string[]])[] =
  process.platform === "win32"
    ? [["py", "-3"], ["python"], ["python3"]]
    : [["python3"], ["python3.14"], ["python3.13"], ["python3.12"], ["python3.11"], ["python"]];
const QUESTION = `
import sys
print("version", *sys.version_info[:2])
import ensurepip, venv
print("environments")
`;
const PATIENCE = 20;

/** The first Python on PATH that is new enough, and complete. Those in `avoided` folders are not asked. */
export async function findPython(avoided: readonly string[]): Promise<Python | NoPython> {
  const seen = new Set<string>();
  let incomplete: string | undefined;
  for (const [name, ...prefix] of NAMES) {
    for (const program of onPath(name, avoided)) {
      const { output } = await run(program, [...prefix, "-I", "-c", QUESTION], { seconds: PATIENCE });
      const [, major, minor] = /^version (\d+) (\d+)$/m.exec(output) ?? [];
      if (major === undefined) {
        continue;
      }
      seen.add(`${major}.${minor ?? ""}`);
      if (Number(major) !== LEAST[0] || Number(minor) < LEAST[1]) {
        continue;
      }
      if (/^environments$/m.test(output)) {
        return { program, prefix };
      }
      incomplete ??= program;
    }
  }
  return incomplete === undefined ? missing([...seen]) : partial(incomplete);
}

function missing(seen: readonly string[]): NoPython {
  return {
    why: `Seamark needs Python ${LEAST.join(".")} or later, and ${seen.length ? `only ${seen.join(" and ")} was found` : "none was found"} on PATH.`,
    advice: "Install it from python.org or with your system's package manager, then restart VS Code.",
  };
}

function partial(program: string): NoPython {
  return {
    why: `${program} cannot make environments: its modules venv and ensurepip are missing.`,
    advice: "On Debian and Ubuntu: apt install python3-venv. Then try again.",
  };
}
