import { randomBytes } from "node:crypto";

import * as vscode from "vscode";

import template from "../../webview/map.html";
import type { Contracts } from "../contracts";
import { type ContractSource, open } from "../source";
import type { Shown, Wanted } from "./messages";

const KIND = "seamark.map";

/** The service map, in an editor of its own; there is one at most. It follows what is typed as long as it is seen. */
export class MapPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private contracts: Contracts | undefined;
  private readonly disposables: readonly vscode.Disposable[];

  constructor(
    private readonly source: ContractSource,
    private readonly files: vscode.Uri,
  ) {
    this.disposables = [
      vscode.commands.registerCommand("seamark.showMap", () => {
        this.show();
      }),
      vscode.window.registerWebviewPanelSerializer(KIND, {
        deserializeWebviewPanel: (panel) => {
          this.fill(panel);
          return Promise.resolve();
        },
      }),
      source.onDidChange((contracts) => {
        this.contracts = contracts;
        this.send();
      }),
    ];
  }

  dispose(): void {
    this.panel?.dispose();
    for (const disposable of this.disposables) {
      disposable.dispose();
    }
  }

  private show(): void {
    if (this.panel === undefined) {
      this.fill(vscode.window.createWebviewPanel(KIND, "Service Map", vscode.ViewColumn.Active));
    } else {
      this.panel.reveal();
    }
  }

  private fill(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    panel.iconPath = vscode.Uri.joinPath(this.files, "media", "icon.svg");
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.source.look(this, false);
    });
    panel.onDidChangeViewState(() => {
      this.source.look(this, panel.visible);
    });
    panel.webview.onDidReceiveMessage((wanted: Wanted) => {
      if (wanted.is === "ready") {
        this.send();
      } else {
        void open(wanted.place, { viewColumn: vscode.ViewColumn.Beside });
      }
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.files, "dist")] };
    panel.webview.html = page(panel.webview, (name) => vscode.Uri.joinPath(this.files, "dist", name));
    this.source.look(this, panel.visible);
  }

  private send(): void {
    const shown: Shown = { contracts: this.contracts ?? null };
    void this.panel?.webview.postMessage(shown);
  }
}

/** The page, with what only the webview knows. Nothing but our own script and styles may be loaded. */
function page(webview: vscode.Webview, file: (name: string) => vscode.Uri): string {
  const known: Readonly<Record<string, string>> = {
    nonce: randomBytes(16).toString("base64url"),
    source: webview.cspSource,
    script: webview.asWebviewUri(file("map.js")).toString(),
    style: webview.asWebviewUri(file("style.css")).toString(),
  };
  return template.replace(/\{(\w+)\}/g, (text, name: string) => known[name] ?? text);
}
