import * as vscode from "vscode";
import type { LanguageClient, Location } from "vscode-languageclient/node";

import type { Contracts } from "./contracts";
import { Polled } from "./polled";
import type { Walkthrough } from "./walkthrough";

/** The newest contracts, as long as somebody looks at them. */
export class ContractSource implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Contracts | undefined>();
  /** Fires with all contracts, and with nothing while there is no server, or it is still reading. */
  readonly onDidChange = this.changed.event;
  private readonly lookers = new Set<object>();
  private readonly polled: Polled<Contracts>;

  constructor(
    log: vscode.LogOutputChannel,
    private readonly walkthrough: Walkthrough,
  ) {
    const answered = (contracts: Contracts | undefined): void => {
      this.changed.fire(contracts);
    };
    this.polled = new Polled({ method: "seamark/contracts", isWanted: () => this.lookers.size > 0, answered }, log);
  }

  /** Another server is there, or none. */
  use(client: LanguageClient | undefined): void {
    this.polled.use(client);
  }

  /** Contracts may be others now. */
  touch(): void {
    this.polled.touch();
  }

  /** Somebody sees the contracts from now on, or no longer does. */
  look(looker: object, sees: boolean): void {
    if (!sees) {
      this.lookers.delete(looker);
      return;
    }
    this.lookers.add(looker);
    this.walkthrough.note("all");
    this.polled.freshen();
  }

  dispose(): void {
    this.polled.dispose();
    this.changed.dispose();
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
