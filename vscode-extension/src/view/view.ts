import * as vscode from "vscode";

import type { Contracts } from "../contracts";
import { findings, onDidChangeFindings } from "../findings";
import type { ContractSource } from "../source";
import { portion } from "../words";
import { showTallies } from "./badges";
import { item } from "./items";
import { type Entry, type Group, sides, type Tree, tree, type Wish } from "./model";

const VIEW = "seamark.contracts";
const MEMORY = "contracts";
/** With more contracts than this, services and paths are closed at first. */
const FEW = 60;
const FIRST: Wish = { unmatched: false, tests: false, text: "" };
const NONE: Tree = { groups: [], shown: 0, all: 0 };

/** The view of all contracts with both of their sides. It follows what is typed as long as it is seen. */
export class ContractsView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Entry>;
  private readonly disposables: readonly { dispose(): unknown }[];
  private contracts: Contracts | undefined;
  private tree = NONE;
  private wish: Wish;

  constructor(
    private readonly source: ContractSource,
    private readonly memory: vscode.Memento,
  ) {
    this.wish = { ...FIRST, ...memory.get<Partial<Wish>>(MEMORY) };
    this.view = vscode.window.createTreeView<Entry>(VIEW, { treeDataProvider: this, showCollapseAll: true });
    const wishes: Readonly<Record<string, Partial<Wish>>> = {
      unmatched: { unmatched: true },
      all: { unmatched: false, text: "" },
      showTests: { tests: true },
      hideTests: { tests: false },
    };
    this.disposables = [
      this.view,
      this.changed,
      showTallies(),
      this.view.onDidChangeVisibility(({ visible }) => {
        this.source.look(this, visible);
        if (visible) {
          this.show();
        }
      }),
      source.onDidChange((contracts) => {
        this.contracts = contracts;
        this.show();
      }),
      onDidChangeFindings(() => {
        if (this.view.visible) {
          this.show();
        }
      }),
      ...Object.entries(wishes).map(([name, wish]) =>
        vscode.commands.registerCommand(`${VIEW}.${name}`, () => {
          this.want(wish);
        }),
      ),
      vscode.commands.registerCommand(`${VIEW}.filter`, () => {
        this.filter();
      }),
    ];
    this.source.look(this, this.view.visible);
    this.show();
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    return item(entry, entry.kind === "group" && this.isOpen(entry), this.contracts?.name ?? "");
  }

  getChildren(entry?: Entry): Entry[] {
    switch (entry?.kind) {
      case undefined:
        return [...this.tree.groups];
      case "group":
        return [...entry.entries];
      case "contract":
        return [...sides(entry)];
      case "side":
        return [];
    }
  }

  dispose(): void {
    this.source.look(this, false);
    for (const disposable of this.disposables) {
      disposable.dispose();
    }
  }

  private isOpen({ is }: Group): boolean {
    const services = this.tree.groups.filter((group) => group.is === "service");
    return is === "problems" || this.tree.shown <= FEW || (is === "service" && services.length === 1);
  }

  /** Asks for a text, and shows what has it while it is typed. Escape brings back what was shown before. */
  private filter(): void {
    const before = this.wish.text;
    const box = vscode.window.createInputBox();
    box.title = "Filter Contracts";
    box.placeholder = "Part of a key, or of the name of a service, function or file";
    box.value = before;
    box.ignoreFocusOut = true; // What is typed is kept while rows are clicked.
    box.onDidChangeValue((text) => {
      this.want({ text: text.trim() });
    });
    let kept = false;
    box.onDidAccept(() => {
      kept = true;
      box.hide();
    });
    box.onDidHide(() => {
      if (!kept) {
        this.want({ text: before });
      }
      box.dispose();
    });
    box.show();
  }

  private want(wish: Partial<Wish>): void {
    this.wish = { ...this.wish, ...wish };
    void this.memory.update(MEMORY, this.wish);
    this.show();
  }

  private show(): void {
    const { unmatched, tests, text } = this.wish;
    this.tree = this.contracts ? tree(this.contracts, this.wish, findings()) : NONE;
    const filters = [unmatched && "unmatched", text !== "" && `with “${text}”`].filter((filter) => filter !== false);
    this.view.description = filters.join(", ");
    this.view.message = message(this.contracts, this.tree, filters, tests);
    const context = {
      "seamark.contracts.tests": tests,
      "seamark.contracts.filtered": filters.length > 0,
      "seamark.contracts.known": this.contracts !== undefined,
    };
    for (const [name, value] of Object.entries(context)) {
      void vscode.commands.executeCommand("setContext", name, value);
    }
    this.changed.fire(undefined);
  }
}

/** What stands above the contracts: how far the reading is, and what is left out. */
function message(contracts: Contracts | undefined, { shown, all }: Tree, filters: readonly string[], tests: boolean): string {
  if (contracts === undefined) {
    return "";
  }
  const { reading, ports } = contracts;
  const parts = [
    reading !== null && `Reading ${portion(reading.done, reading.total, "file")} …`,
    filters.length > 0 && `${portion(shown, all, "contract")} ${filters.join(", ")}.`,
    filters.length === 0 && all === 0 && ports.length > 0 && !tests && "All contracts are in tests, which are hidden.",
  ];
  return parts.filter((part) => part !== false).join(" ");
}
