import { join } from "node:path";

import * as vscode from "vscode";
import type { Position } from "vscode-languageclient/node";

import { AT_START } from "./client";
import { documents } from "./languages";
import { MapPanel } from "./map/panel";
import { SHOW_PLACES, showPlaces } from "./places";
import { Environment } from "./server/environment";
import { watchSelection } from "./server/selected";
import { ContractSource } from "./source";
import { StatusItem } from "./status";
import { SummaryWatch } from "./summary";
import { Supervisor } from "./supervisor";
import { ContractsView } from "./view/view";
import { Walkthrough } from "./walkthrough";

interface Manifest {
  readonly version: string;
  readonly activationEvents: readonly string[];
}

let supervisor: Supervisor | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { version, activationEvents } = context.extension.packageJSON as Manifest;
  const log = vscode.window.createOutputChannel("Seamark", { log: true });
  const selector = documents(activationEvents);
  const status = new StatusItem(selector);
  const environment = new Environment(context.globalStorageUri.fsPath, context.asAbsolutePath(join("dist", "server")));
  const walkthrough = new Walkthrough();
  const contracts = new ContractSource(log, walkthrough);
  const summary = new SummaryWatch(status, log, walkthrough);
  const changed = (): void => {
    contracts.touch();
    summary.touch();
  };
  const server = new Supervisor({ environment, status, log, walkthrough, selector, version, cwd: context.extensionPath, changed });
  supervisor = server;
  const refresh = (): void => void server.refresh();
  context.subscriptions.push(
    log,
    status,
    contracts,
    summary,
    walkthrough,
    new ContractsView(contracts, context.workspaceState),
    new MapPanel(contracts, context.extensionUri),
    server.onDidChangeClient((client) => {
      contracts.use(client);
      summary.use(client);
    }),
    vscode.commands.registerCommand("seamark.restart", () => server.restart()),
    vscode.commands.registerCommand("seamark.reinstall", () => server.reinstall()),
    vscode.commands.registerCommand("seamark.showLogs", () => {
      log.show();
    }),
    vscode.commands.registerCommand(SHOW_PLACES, (uri: string, at: Position, data: unknown) =>
      server.client && showPlaces(server.client, uri, at, data),
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`seamark.${AT_START}`)) {
        // Not before the client has told its server of the change: it would begin with that when it is already ending.
        setTimeout(() => void server.restart());
      } else if (change.affectsConfiguration("seamark.server")) {
        refresh();
      }
    }),
  );
  void watchSelection(refresh).then((watching) => watching && context.subscriptions.push(watching));
  refresh();
}

export function deactivate(): Promise<void> | undefined {
  return supervisor?.stop();
}
