import * as vscode from "vscode";

import { counted, portion } from "./words";

/** What the server is doing, for the language status item. */
export type Status =
  | { readonly is: "starting" }
  | { readonly is: "running"; readonly version: string; readonly origin: string }
  | { readonly is: "missing" }
  | { readonly is: "failed"; readonly why: string };

/** How much the server has read and found: see docs/protocol.md. */
export interface Summary {
  readonly reading: { readonly done: number; readonly total: number } | null;
  readonly files: number;
  readonly contracts: number;
}

const LOGS: vscode.Command = { title: "Show Log", command: "seamark.showLogs" };
const INSTALL: vscode.Command = { title: "Install", command: "seamark.reinstall" };

/** The item behind the braces in the status bar, and the context key `seamark.status`. */
export class StatusItem implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private isBad = false;
  private problems = 0;

  constructor(selector: vscode.DocumentSelector) {
    this.item = vscode.languages.createLanguageStatusItem("seamark.status", selector);
    this.item.name = "Seamark";
    this.item.text = "Seamark";
    this.item.command = LOGS;
  }

  /** What was read and found, and how much of it is wrong; nothing while no server is running. */
  count(summary: Summary | undefined, problems: number): void {
    this.item.text = summary === undefined ? "Seamark" : `Seamark: ${found(summary, problems)}`;
    this.item.busy = summary !== undefined && summary.reading !== null;
    this.item.accessibilityInformation = { label: this.item.text };
    this.problems = problems;
    this.mark();
  }

  show(status: Status): void {
    this.isBad = status.is === "missing" || status.is === "failed";
    this.item.busy = status.is === "starting";
    this.mark();
    this.item.detail = detail(status);
    this.item.command = status.is === "missing" ? INSTALL : LOGS;
    void vscode.commands.executeCommand("setContext", "seamark.status", status.is);
  }

  dispose(): void {
    this.item.dispose();
  }

  /** With a warning, the braces in the status bar look different. */
  private mark(): void {
    this.item.severity = vscode.LanguageStatusSeverity[this.isBad || this.problems > 0 ? "Warning" : "Information"];
  }
}

function found({ reading, files, contracts }: Summary, problems: number): string {
  if (reading !== null) {
    return `reading ${portion(reading.done, reading.total, "file")}`;
  }
  const wrong = problems > 0 ? [counted(problems, "problem")] : [];
  return [`${counted(contracts, "contract")} in ${counted(files, "file")}`, ...wrong].join(", ");
}

function detail(status: Status): string {
  switch (status.is) {
    case "starting":
      return "starting";
    case "running":
      return `${status.version}, from ${status.origin}`;
    case "missing":
      return "no server was found";
    case "failed":
      return status.why;
  }
}
