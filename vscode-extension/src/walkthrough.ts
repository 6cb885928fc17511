import * as vscode from "vscode";

export type Step = "server" | "folder" | "jump" | "all";

/** So many milliseconds after a tab was opened, VS Code knows what ticks the steps of a walkthrough in it. */
const OPENED = 1_000;

/**
 * Ticks the steps of the walkthrough that are done. VS Code takes note of a context only while a walkthrough is open, and
 * only of one that comes to hold then: so each holds for a moment, whenever there may be one.
 */
export class Walkthrough implements vscode.Disposable {
  private readonly done = new Set<Step>();
  private later: NodeJS.Timeout | undefined;
  private readonly tabs = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    if (opened.length > 0) {
      clearTimeout(this.later);
      this.later = setTimeout(() => {
        this.done.forEach(tick);
      }, OPENED);
    }
  });

  /** The user has done this. */
  note(step: Step): void {
    this.done.add(step);
    tick(step);
  }

  dispose(): void {
    clearTimeout(this.later);
    this.tabs.dispose();
  }
}

function tick(step: Step): void {
  for (const holds of [true, false]) {
    void vscode.commands.executeCommand("setContext", `seamark.done.${step}`, holds);
  }
}
