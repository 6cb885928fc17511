import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What a program did. Without an exit code, it could not be started or was ended. */
export interface Outcome {
  readonly code: number | undefined;
  readonly output: string;
}

export interface Limits {
  readonly signal?: AbortSignal;
  readonly seconds?: number;
  /** Told each line that the program prints, while it runs. */
  readonly line?: (line: string) => void;
}

/** Runs a program without a shell, and reads all that it prints. Never rejects. */
export function run(program: string, args: readonly string[], limits: Limits = {}): Promise<Outcome> {
  const { signal, seconds, line } = limits;
  return new Promise((resolve) => {
    const printed: string[] = [];
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(signal && { signal }),
      ...(seconds && { timeout: seconds * 1000 }),
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (text) => {
        printed.push(text);
        line?.(text);
      });
    }
    const end = (code: number | null): void => {
      resolve({ code: code ?? undefined, output: printed.join("\n").trim() });
    };
    child.on("error", (error) => {
      printed.push(error.message);
      end(null);
    });
    child.on("close", end);
  });
}
