import * as vscode from "vscode";

import type { Contracts } from "../contracts";
import type { ContractSource } from "../source";
import { item } from "./items";
import { type Entry, grouped, type Group, sides, type Wish } from "./model";

const VIEW = "seamark.boundaries";
const MEMORY = "boundaries";
/** With more contracts than this, groups are closed at first. */
const FEW = 60;
const FIRST: Wish = { by: "mechanism", unmatched: false, text: "" };

/** The view of all contracts with both of their sides. It follows what is typed as long as it is seen. */
export class BoundariesView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Entry>;
  private readonly disposables: readonly { dispose(): unknown }[];
  private looking: vscode.Disposable | undefined;
  private contracts: Contracts | undefined;
  private groups: readonly Group[] = [];
  private wish: Wish;

  constructor(
    private readonly source: ContractSource,
    private readonly memory: vscode.Memento,
  ) {
    this.wish = { ...FIRST, ...memory.get<Wish>(MEMORY) };
    this.view = vscode.window.createTreeView<Entry>(VIEW, { treeDataProvider: this, showCollapseAll: true });
    const wishes: Readonly<Record<string, Partial<Wish>>> = {
      byService: { by: "service" },
      byMechanism: { by: "mechanism" },
      unmatched: { unmatched: true },
      all: { unmatched: false, text: "" },
    };
    this.disposables = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(({ visible }) => {
        this.look(visible);
      }),
      source.onDidChange((contracts) => {
        this.contracts = contracts;
        this.show();
      }),
      ...Object.entries(wishes).map(([name, wish]) =>
        vscode.commands.registerCommand(`${VIEW}.${name}`, () => {
          this.want(wish);
        }),
      ),
      vscode.commands.registerCommand(`${VIEW}.filter`, () => this.filter()),
    ];
    this.look(this.view.visible);
    this.show();
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    return item(entry, this.groups.reduce((sum, { contracts }) => sum + contracts.length, 0) <= FEW);
  }

  getChildren(entry?: Entry): Entry[] {
    switch (entry?.kind) {
      case undefined:
        return [...this.groups];
      case "group":
        return [...entry.contracts];
      case "contract":
        return [...sides(entry)];
      case "side":
        return [];
    }
  }

  dispose(): void {
    this.look(false);
    for (const disposable of this.disposables) {
      disposable.dispose();
    }
  }

  private look(seen: boolean): void {
    this.looking?.dispose();
    this.looking = seen ? this.source.look() : undefined;
  }

  private async filter(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: "Filter the Boundaries",
      prompt: "A part of a key, or of a service's, a function's or a file's name. Empty: all.",
      value: this.wish.text,
    });
    if (text !== undefined) {
      this.want({ text: text.trim() });
    }
  }

  private want(wish: Partial<Wish>): void {
    this.wish = { ...this.wish, ...wish };
    void this.memory.update(MEMORY, this.wish);
    this.show();
  }

  private show(): void {
    const { by, unmatched, text } = this.wish;
    this.groups = this.contracts ? grouped(this.contracts, this.wish) : [];
    const filters = [unmatched && "without a match", text !== "" && `with “${text}”`].filter((filter) => filter !== false);
    this.view.description = filters.join(", ");
    this.view.message =
      this.contracts?.ports.length && this.groups.length === 0 ? `No contracts ${filters.join(", ")}.` : "";
    const context = {
      "seamark.boundaries.by": by,
      "seamark.boundaries.filtered": filters.length > 0,
      "seamark.boundaries.known": this.contracts !== undefined,
    };
    for (const [name, value] of Object.entries(context)) {
      void vscode.commands.executeCommand("setContext", name, value);
    }
    this.changed.fire(undefined);
  }
}
