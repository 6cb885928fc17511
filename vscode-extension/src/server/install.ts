import * as vscode from "vscode";

import { type Environment, UnreachableError } from "./environment";
import { distrusted, SETTING } from "./find";
import { findPython } from "./pythons";

const WEBSITE = vscode.Uri.parse("https://www.python.org/downloads/");

const PROXY = "proxy";
const SET_PATH = "Set Path";
const UNREACHABLE =
  "The Seamark server could not be installed: the Python package index cannot be reached. Check your network; if you use a proxy, set http.proxy.";

const WHAT =
  "It goes into the extension's own folder; its parsers, about 50 MB, come from the Python package index.";
const QUESTIONS = {
  absent: { message: `No Seamark server was found. Install it? ${WHAT} If you have one, set ${SETTING}.`, yes: "Install" },
  ready: { message: `The Seamark server that this extension installed does not answer. Reinstall it? ${WHAT}`, yes: "Repair" },
};

/**
 * Asks whether to install a server: for the first time, or because the one in the environment does not answer. It is an
 * error, as VS Code hides other messages after some seconds, and without a server nothing works.
 */
export async function wanted(state: keyof typeof QUESTIONS): Promise<boolean> {
  const { message, yes } = QUESTIONS[state];
  const chosen = await vscode.window.showErrorMessage(message, yes, SET_PATH, "Not Now");
  if (chosen === SET_PATH) {
    await vscode.commands.executeCommand("workbench.action.openSettings", SETTING);
  }
  return chosen === yes;
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
        vscode.workspace.getConfiguration("http").get<string>(PROXY) ?? "",
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
        void explain(error, log);
      }
      return false;
    }
  });
}

/** Says why nothing was installed, and what can be done. */
function explain(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const why = error instanceof Error ? error.message : "";
  const retry: Way = ["Retry", () => vscode.commands.executeCommand("seamark.reinstall")];
  if (!(error instanceof UnreachableError)) {
    return offer(`The Seamark server could not be installed: ${why}`, log, retry);
  }
  log.warn(why);
  const settings: Way = ["Proxy Setting", () => vscode.commands.executeCommand("workbench.action.openSettings", `http.${PROXY}`)];
  return offer(UNREACHABLE, log, retry, settings);
}

type Way = readonly [title: string, go: () => Thenable<unknown>];

/** Says what is wrong until somebody has read it, and offers ways on; the log is always one. */
export async function offer(message: string, log: vscode.LogOutputChannel, ...ways: readonly Way[]): Promise<void> {
  log.warn(message);
  const all: readonly Way[] = [...ways, ["Show Log", () => vscode.commands.executeCommand("seamark.showLogs")]];
  const chosen = await vscode.window.showErrorMessage(message, ...all.map(([title]) => title));
  await all.find(([title]) => title === chosen)?.[1]();
}
