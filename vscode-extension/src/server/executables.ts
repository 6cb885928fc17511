import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";

const WINDOWS = process.platform === "win32";
const ENDINGS = WINDOWS ? [".exe"] : [""];

/**
 * The absolute paths of the programs of that name on PATH, in its order. Relative folders do not count, nor those
 * within `avoided`: a workspace must not bring programs of its own.
 */
export function onPath(name: string, avoided: readonly string[] = []): string[] {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !avoided.some((other) => within(folder, other)))
    .flatMap((folder) => ENDINGS.map((ending) => join(folder, name + ending)))
    .filter(isExecutable);
}

/** The interpreter of a Python environment. */
export function environmentPython(root: string): string {
  return join(root, WINDOWS ? join("Scripts", "python.exe") : join("bin", "python"));
}

/** Whether a path is that folder, or below it. */
export function within(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[/\\]/)[0] !== "..";
}

/** Whether a path is a program that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
