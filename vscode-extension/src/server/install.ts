import * as vscode from "vscode";

import type { Environment } from "./environment";
import { distrusted } from "./find";
import { findPython } from "./pythons";

const WEBSITE = vscode.Uri.parse("https://www.python.org/downloads/");

/** Asks whether to install a server. */
export async function wanted(): Promise<boolean> {
  const answer = await vscode.window.showInformationMessage(
    "Install Seamark's server? It goes into a folder of this extension's own. The parsers that it needs, some 50 MB, " +
      "come from the Python package index.",
    "Install",
    "Not Now",
  );
  return answer === "Install";
}

/** Installs the server and shows how it goes; whether there is one now. What went wrong, it says. */
export async function install(environment: Environment, log: vscode.LogOutputChannel): Promise<boolean> {
  const python = await findPython(distrusted());
  if ("why" in python) {
    await offer(`${python.why} ${python.advice}`, log, ["Get Python", () => vscode.env.openExternal(WEBSITE)]);
    return false;
  }
  const options = { location: vscode.ProgressLocation.Notification, title: "Seamark", cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => {
      abort.abort();
    });
    try {
      await environment.install(
        python,
        (message) => {
          progress.report({ message: `${message} …` });
        },
        (line) => {
          log.info(line);
        },
        abort.signal,
      );
      return true;
    } catch (error) {
      if (!abort.signal.aborted) {
        void offer(`Seamark's server could not be installed: ${error instanceof Error ? error.message : ""}`, log);
      }
      return false;
    }
  });
}

type Way = readonly [title: string, go: () => Thenable<unknown>];

/** Says what is wrong, and offers ways on; the log is always one. */
export async function offer(message: string, log: vscode.LogOutputChannel, ...ways: readonly Way[]): Promise<void> {
  log.warn(message);
  const all: readonly Way[] = [...ways, ["Show Log", () => vscode.commands.executeCommand("seamark.showLogs")]];
  const chosen = await vscode.window.showWarningMessage(message, ...all.map(([title]) => title));
  await all.find(([title]) => title === chosen)?.[1]();
}
