import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** After so many milliseconds there is more, while the workspace is read. */
const READING = 1_000;

/** What somebody wants to know of the server. */
interface Question<T> {
  readonly method: string;
  /** Whether anybody wants to know it now. */
  readonly isWanted: () => boolean;
  /** Hears of each answer that is the newest; of nothing while there is no server, or it is starting. */
  readonly answered: (answer: T | undefined) => void;
}

/** The newest answer to a question. It is asked again as long as the server has not read everything. */
export class Polled<T extends { readonly reading: unknown }> implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private asked = 0;
  private stale = true;
  private again: NodeJS.Timeout | undefined;

  constructor(
    private readonly question: Question<T>,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Another server is there, or none. */
  use(client: LanguageClient | undefined): void {
    this.client = client;
    this.touch();
  }

  /** The answer may be another one now. */
  touch(): void {
    this.stale = true;
    this.freshen();
  }

  /** Asks if somebody wants to know, and the last answer may no longer hold. */
  freshen(): void {
    if (this.stale && this.question.isWanted()) {
      void this.ask();
    }
  }

  /** Answers that come later are not heard of. */
  dispose(): void {
    this.asked += 1;
    clearTimeout(this.again);
  }

  private async ask(): Promise<void> {
    this.asked += 1;
    clearTimeout(this.again);
    const { asked, client } = this;
    const { method, answered } = this.question;
    this.stale = false;
    try {
      const answer = await client?.sendRequest<T | null>(method, {});
      if (asked === this.asked) {
        answered(answer ?? undefined);
        if (isUnfinished(answer)) {
          this.again = setTimeout(() => {
            this.touch();
          }, READING);
        }
      }
    } catch (error) {
      if (asked === this.asked) {
        this.stale = true;
        this.log.debug(`${method} was not answered: ${String(error)}`);
      }
    }
  }
}

/** Whether a server has not said it yet, as it is starting, or has not read all of it, as it is reading. */
function isUnfinished(answer: { readonly reading: unknown } | null | undefined): boolean {
  return answer === null ? vscode.workspace.workspaceFolders !== undefined : answer !== undefined && answer.reading !== null;
}
