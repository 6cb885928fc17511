import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

import { type LogOutputChannel, workspace } from "vscode";
import { type DocumentSelector, LanguageClient, RevealOutputChannelOn } from "vscode-languageclient/node";

import { SHOW_PLACES } from "./places";
import type { Server } from "./server/launch";

/** Who hears of what. */
export interface Hearers {
  /** Of each jump. */
  readonly jumped: () => void;
  /** Of answers that may be others now. */
  readonly changed: () => void;
}

/** A client of that server, not started yet. One serves all folders of the workspace. */
export function client(
  server: Server,
  selector: DocumentSelector,
  log: LogOutputChannel,
  cwd: string,
  { jumped, changed }: Hearers,
): LanguageClient {
  const made = new LanguageClient(
    "seamark",
    "Seamark",
    { command: server.program, args: [...server.prefix, "lsp"], options: { cwd } },
    {
      documentSelector: selector,
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: {
        // VS Code lists the references when a definition is where it was asked from: F12 on a route lists its consumers.
        definitionOnProvider: "self",
        commands: [SHOW_PLACES],
        changes: true,
        ...atStart(),
      },
      middleware: {
        provideDefinition: async (document, position, token, next) => {
          const found = await next(document, position, token);
          if (Array.isArray(found) ? found.length > 0 : found) {
            jumped();
          }
          return found;
        },
      },
      stdioOptions: { stdout: forward, stderr: forward },
    },
  );
  made.onNotification("seamark/changed", changed);
  return made;
}

/** The settings that make a difference only when a server starts: all others it asks for itself. */
export const AT_START = "callHierarchy";

function atStart(): Record<string, unknown> {
  return { [AT_START]: workspace.getConfiguration("seamark").get(AT_START) };
}

type Level = "debug" | "info" | "warn" | "error";

const LINE = /^\S+ \S+ (DEBUG|INFO|WARNING|ERROR|CRITICAL) (.*)$/;
const LEVELS: Readonly<Record<string, Level>> = { DEBUG: "debug", INFO: "info", WARNING: "warn" };

/** Puts what the server logs into the channel, each line with its level; a traceback has that of its first line. */
function forward(stream: Readable, log: LogOutputChannel): void {
  let level: Level = "info";
  createInterface(stream).on("line", (line) => {
    const [, name, message] = LINE.exec(line) ?? [];
    level = name === undefined ? level : (LEVELS[name] ?? "error");
    log[level](message ?? line);
  });
}
