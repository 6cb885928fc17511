import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { countFindings, onDidChangeFindings } from "./findings";
import { askLater } from "./source";
import type { StatusItem, Summary } from "./status";
import type { Walkthrough } from "./walkthrough";

/** Keeps what the status item says of contracts current. */
export class SummaryWatch implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private again: NodeJS.Timeout | undefined;
  private summary: Summary | undefined;
  private readonly findings = onDidChangeFindings(() => {
    this.show();
  });

  constructor(
    private readonly status: StatusItem,
    private readonly log: vscode.LogOutputChannel,
    private readonly walkthrough: Walkthrough,
  ) {}

  /** Another server is there, or none. */
  use(client: LanguageClient | undefined): void {
    this.client = client;
    this.touch();
  }

  /** Answers may be others now. */
  touch(): void {
    void this.refresh();
  }

  dispose(): void {
    clearTimeout(this.again);
    this.findings.dispose();
  }

  private async refresh(): Promise<void> {
    clearTimeout(this.again);
    const { client } = this;
    try {
      const summary = await client?.sendRequest<Summary | null>("seamark/summary", {});
      if (client === this.client) {
        this.summary = summary ?? undefined;
        this.show();
        this.again = askLater(summary, () => void this.refresh());
      }
    } catch (error) {
      this.log.debug(`The summary was not answered: ${String(error)}`);
    }
  }

  private show(): void {
    this.status.count(this.summary, countFindings());
    if (this.summary !== undefined && this.summary.contracts > 0) {
      this.walkthrough.note("folder");
    }
  }
}
