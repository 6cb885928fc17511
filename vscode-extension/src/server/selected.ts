import { PVSC_EXTENSION_ID, type PythonExtension } from "@vscode/python-extension";
import * as vscode from "vscode";

const PATIENCE = 10_000;

/** The interpreter that is selected in Microsoft's Python extension, if that is there. */
export async function selectedPython(): Promise<string | undefined> {
  const environments = (await api())?.environments;
  if (environments === undefined) {
    return undefined;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
  return environment?.executable.uri?.fsPath;
}

/** Calls `changed` whenever another interpreter is selected. */
export async function watchSelection(changed: () => void): Promise<vscode.Disposable | undefined> {
  return (await api())?.environments.onDidChangeActiveEnvironmentPath(changed);
}

/** What the Python extension offers. It may be slow to start, and must not keep ours from starting. */
async function api(): Promise<PythonExtension | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension | undefined>(PVSC_EXTENSION_ID);
  if (extension === undefined) {
    return undefined;
  }
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined));
  return Promise.race([Promise.resolve(extension.activate()).catch(() => undefined), late]);
}
