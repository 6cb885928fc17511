import type * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { countFindings, onDidChangeFindings } from "./findings";
import { Polled } from "./polled";
import type { StatusItem, Summary } from "./status";
import type { Walkthrough } from "./walkthrough";

/** Keeps what the status item says of contracts current. */
export class SummaryWatch implements vscode.Disposable {
  private summary: Summary | undefined;
  private readonly polled: Polled<Summary>;
  private readonly findings = onDidChangeFindings(() => {
    this.show();
  });

  constructor(
    private readonly status: StatusItem,
    log: vscode.LogOutputChannel,
    private readonly walkthrough: Walkthrough,
  ) {
    const answered = (summary: Summary | undefined): void => {
      this.summary = summary;
      this.show();
    };
    this.polled = new Polled({ method: "seamark/summary", isWanted: () => true, answered }, log);
  }

  /** Another server is there, or none. */
  use(client: LanguageClient | undefined): void {
    this.polled.use(client);
  }

  /** The summary may be another one now. */
  touch(): void {
    this.polled.touch();
  }

  dispose(): void {
    this.polled.dispose();
    this.findings.dispose();
  }

  private show(): void {
    this.status.count(this.summary, countFindings());
    if (this.summary !== undefined && this.summary.contracts > 0) {
      this.walkthrough.note("folder");
    }
  }
}
