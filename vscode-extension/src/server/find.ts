import { join } from "node:path";

import type { LogOutputChannel } from "vscode";
import * as vscode from "vscode";

import type { Environment } from "./environment";
import { environmentPython, isExecutable, onPath } from "./executables";
import { ask, byPython, type Launch, reaches, type Server } from "./launch";
import { selectedPython } from "./selected";

/** There is no server; `refused` says what is wrong with the one that the settings name. */
export interface Nothing {
  readonly refused?: string;
}

/** The setting that names the server. */
export const SETTING = "seamark.server.path";
/** Where a project keeps its Python environment: that of Seamark itself, in a clone, has the server. */
const OWN = ".venv";

/**
 * Looks for a server that is as new as the extension: what the setting names, and nothing else if it names one; the
 * selected Python environment; that in a folder of the workspace; PATH; the extension's own environment. As long as the
 * workspace is not trusted, nothing of it is started.
 */
export async function find(environment: Environment, least: string, log: LogOutputChannel): Promise<Server | Nothing> {
  const named = (vscode.workspace.getConfiguration("seamark").get<string | null>("server.path") ?? "").trim();
  if (named !== "") {
    const server = await tryOut({ program: named, prefix: [], origin: `the setting ${SETTING}` }, least);
    return typeof server === "string" ? { refused: `${SETTING} names ${named}, but ${server}` } : server;
  }
  for await (const launch of places(environment)) {
    const server = await tryOut(launch, least);
    if (typeof server !== "string") {
      return server;
    }
    log.info(`No server in ${launch.origin} (${launch.program}): ${server}`);
  }
  return {};
}

/** The folders of a workspace that nobody trusts yet. */
export function distrusted(): readonly string[] {
  return vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

async function* places(environment: Environment): AsyncGenerator<Launch> {
  const python = vscode.workspace.isTrusted ? await selectedPython() : undefined;
  if (python !== undefined) {
    yield byPython(python, "the selected Python environment");
  }
  if (vscode.workspace.isTrusted) {
    for (const { uri, name } of vscode.workspace.workspaceFolders ?? []) {
      const own = environmentPython(join(uri.fsPath, OWN));
      if (isExecutable(own)) {
        yield byPython(own, `${OWN} in ${name}`);
      }
    }
  }
  for (const program of onPath("seamark", distrusted())) {
    yield { program, prefix: [], origin: "PATH" };
  }
  if ((await environment.state()) === "ready") {
    yield environment.launch;
  }
}

async function tryOut(launch: Launch, least: string): Promise<Server | string> {
  const server = await ask(launch);
  return typeof server === "string" || reaches(server.version, least)
    ? server
    : `it is version ${server.version}, older than this extension's ${least}`;
}
