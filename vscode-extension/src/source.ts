import * as vscode from "vscode";
import type { LanguageClient, Location } from "vscode-languageclient/node";

import type { Contracts } from "./contracts";
import type { Walkthrough } from "./walkthrough";

/** After so many milliseconds there is more, while the workspace is read. */
const READING = 1_000;

/** Asks again what a server has not said yet, as it is starting, or has not read all of, as it is reading. */
export function askLater(said: { readonly reading: unknown } | null | undefined, ask: () => void): NodeJS.Timeout | undefined {
  const waits = said === null ? vscode.workspace.workspaceFolders !== undefined : said !== undefined && said.reading !== null;
  return waits ? setTimeout(ask, READING) : undefined;
}

/** The newest contracts, as long as somebody looks at them. */
export class ContractSource implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Contracts | undefined>();
  /** Fires with all contracts, and with nothing while there is no server, or it is still reading. */
  readonly onDidChange = this.changed.event;
  private client: LanguageClient | undefined;
  private asked = 0;
  private stale = true;
  private lookers = 0;
  private again: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly walkthrough: Walkthrough,
  ) {}

  /** Another server is there, or none. */
  use(client: LanguageClient | undefined): void {
    this.client = client;
    this.touch();
  }

  /** Somebody looks from now on, until the result is disposed of. */
  look(): vscode.Disposable {
    this.lookers += 1;
    this.walkthrough.note("all");
    if (this.stale) {
      this.touch();
    }
    return new vscode.Disposable(() => {
      this.lookers -= 1;
    });
  }

  dispose(): void {
    clearTimeout(this.again);
    this.changed.dispose();
  }

  /** Answers may be others now. */
  touch(): void {
    this.stale = true;
    if (this.lookers > 0) {
      void this.refresh();
    }
  }

  private async refresh(): Promise<void> {
    this.asked += 1;
    clearTimeout(this.again);
    const { asked, client } = this;
    this.stale = false;
    try {
      const found = await client?.sendRequest<Contracts | null>("seamark/contracts", {});
      if (asked === this.asked) {
        this.changed.fire(found ?? undefined);
        this.again = askLater(found, () => {
          this.touch();
        });
      }
    } catch (error) {
      this.stale = true;
      this.log.debug(`The contracts were not answered: ${String(error)}`);
    }
  }
}

/** Shows a place in an editor. */
export async function open(location: Location, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const { command, arguments: args } = opening(location, options);
  await vscode.commands.executeCommand(command, ...args);
}

/**
 * The command that shows a place in an editor. It is VS Code's own: where an item of a tree has one of an extension's, with
 * arguments, these are gone as soon as the tree is made anew, and a click in that moment would fail.
 */
export function opening(
  { uri, range: { start, end } }: Location,
  options: vscode.TextDocumentShowOptions = {},
): vscode.Command & { arguments: unknown[] } {
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  return { title: "Go There", command: "vscode.open", arguments: [vscode.Uri.parse(uri), { ...options, selection }] };
}
