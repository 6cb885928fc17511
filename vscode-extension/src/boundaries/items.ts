import * as vscode from "vscode";

import { opening } from "../source";
import { counted, mechanismName, serviceName, visible } from "../words";
import { type Contract, type Entry, type Group, lonely, type Side, sides } from "./model";

/** How an entry looks; groups are open at first, if so wished. */
export function item(entry: Entry, open: boolean): vscode.TreeItem {
  const shown = look(entry, open);
  shown.id = `${entry.kind} ${entry.id}`;
  shown.contextValue = entry.kind;
  return shown;
}

const WARNING = new vscode.ThemeColor("list.warningForeground");

function look(entry: Entry, open: boolean): vscode.TreeItem {
  switch (entry.kind) {
    case "group":
      return groupItem(entry, open);
    case "contract":
      return contractItem(entry);
    case "side":
      return sideItem(entry);
  }
}

function groupItem({ label, contracts }: Group, open: boolean): vscode.TreeItem {
  const shown = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState[open ? "Expanded" : "Collapsed"]);
  shown.description = String(contracts.length);
  shown.accessibilityInformation = { label: `${label}, ${counted(contracts.length, "contract")}` };
  return shown;
}

function contractItem(contract: Contract): vscode.TreeItem {
  const shown = new vscode.TreeItem(contract.key, vscode.TreeItemCollapsibleState.Collapsed);
  const [serving, asking] = [served(contract), asked(contract)];
  shown.description = [serving, asking].filter(Boolean).join(" · ");
  shown.iconPath = icon(contract);
  shown.tooltip = [`${mechanismName(contract.mechanism)} ${contract.key}`, shown.description, missing(contract)].join("\n").trim();
  shown.accessibilityInformation = { label: `${contract.key}, ${shown.description}. ${missing(contract)}` };
  return shown;
}

/** A call that nobody serves is probably a mistake; what nobody calls may be called from elsewhere. */
function icon(contract: Contract): vscode.ThemeIcon {
  if (contract.consumers.some((side) => !side.joined)) {
    return new vscode.ThemeIcon("warning", WARNING);
  }
  return new vscode.ThemeIcon(lonely(contract) ? "circle-outline" : "symbol-interface");
}

/** Who serves it, unless that is just one. */
function served({ providers, others }: Contract): string {
  const code = providers.filter((side) => !side.port.document);
  if (providers.length === 0) {
    return others.length > 0 ? `served by ${others.join(", ")}` : "no provider";
  }
  return code.length > 1 ? counted(code.length, "provider") : code.length === 0 ? "documented only" : "";
}

function asked({ consumers, others }: Contract): string {
  return consumers.length === 0 && others.length > 0 ? `called as ${others.join(", ")}` : counted(consumers.length, "consumer");
}

function missing(contract: Contract): string {
  const lost = sides(contract).filter((side) => !side.joined);
  const calls = lost.some((side) => side.port.role === "consumes");
  return lost.length === 0 ? "" : calls ? "A call that nobody in this workspace serves." : "Nobody in this workspace calls it.";
}

function sideItem({ port, joined }: Side): vscode.TreeItem {
  const uri = vscode.Uri.parse(port.stated.uri);
  const line = port.stated.range.start.line + 1;
  const place = `${visible(uri.path.slice(uri.path.lastIndexOf("/") + 1))}:${line}`;
  const role = port.role === "exposes" ? "provider" : "consumer";
  const marks = [port.document && "document", port.test && "test"].filter((mark) => mark !== false);
  const shown = new vscode.TreeItem(port.name ?? place);
  shown.description = [
    serviceName(port.service),
    port.confidence.toFixed(2),
    ...marks,
    ...(port.name === null ? [] : [place]),
  ].join(" · ");
  shown.iconPath = new vscode.ThemeIcon(
    port.document ? "book" : role === "provider" ? "symbol-method" : "arrow-right",
    joined || role === "provider" ? undefined : WARNING,
  );
  shown.tooltip = [
    `${visible(vscode.workspace.asRelativePath(uri))}:${line}`,
    [role, ...marks, port.language, port.framework].join(", "),
    `confidence ${port.confidence.toFixed(2)}`,
  ].join("\n");
  shown.command = opening(port.stated, { preserveFocus: true });
  shown.accessibilityInformation = { label: `${role} ${port.name ?? place}, ${shown.description}` };
  return shown;
}
