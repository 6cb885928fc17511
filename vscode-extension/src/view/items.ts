import * as vscode from "vscode";

import { opening } from "../source";
import { counted, mechanismName, serviceName, visible } from "../words";
import { tally } from "./badges";
import { type Contract, type Entry, type Group, lonely, type Side, sides } from "./model";

/** How an entry looks; a group may be open at first. The workspace's name is that of what stands in no service's folder. */
export function item(entry: Entry, open: boolean, workspace: string): vscode.TreeItem {
  const shown = look(entry, open, workspace);
  shown.id = `${entry.kind} ${entry.id}`;
  return shown;
}

const WARNING = new vscode.ThemeColor("list.warningForeground");

function look(entry: Entry, open: boolean, workspace: string): vscode.TreeItem {
  switch (entry.kind) {
    case "group":
      return groupItem(entry, open);
    case "contract":
      return contractItem(entry, workspace);
    case "side":
      return sideItem(entry, workspace);
  }
}

const ICONS: Readonly<Record<Group["is"], vscode.ThemeIcon>> = {
  problems: new vscode.ThemeIcon("warning", WARNING),
  service: new vscode.ThemeIcon("server"),
  nowhere: new vscode.ThemeIcon("circle-slash"),
  mechanism: new vscode.ThemeIcon("plug"),
  path: new vscode.ThemeIcon("symbol-folder"),
};

function groupItem({ is, label, about, contracts, problems }: Group, open: boolean): vscode.TreeItem {
  const shown = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState[open ? "Expanded" : "Collapsed"]);
  const wrong = is === "problems" || problems === 0 ? "" : counted(problems, "problem");
  const number = counted(contracts, "contract");
  const badge = is === "path" ? undefined : tally(contracts, number); // Rows below a path have numbers of their own.
  if (badge !== undefined) {
    shown.resourceUri = badge;
  }
  shown.description = [badge === undefined && is !== "path" && number, wrong, about].filter(Boolean).join(" · ");
  shown.iconPath = ICONS[is];
  shown.tooltip = [about || label, number, wrong].filter(Boolean).join("\n");
  shown.accessibilityInformation = { label: [label, number, wrong, about].filter(Boolean).join(", ") };
  return shown;
}

function contractItem(contract: Contract, workspace: string): vscode.TreeItem {
  const shown = new vscode.TreeItem(contract.label, vscode.TreeItemCollapsibleState.Collapsed);
  const calls = counted(contract.consumers.length, contract.mechanism === "http" ? "call" : "consumer");
  const serving = served(contract, workspace);
  const badge = tally(contract.consumers.length, calls);
  if (badge !== undefined) {
    shown.resourceUri = badge;
  }
  const mechanism = contract.mechanism !== "http" && mechanismName(contract.mechanism);
  shown.description = [badge === undefined && calls, mechanism, serving, ...asked(contract)].filter(Boolean).join(" · ");
  shown.iconPath = icon(contract);
  const numbers = [calls, serving].filter(Boolean).join(" · ");
  const about = [`${mechanismName(contract.mechanism)} ${contract.key}`, numbers, contract.problem?.message ?? missing(contract)];
  shown.tooltip = about.filter(Boolean).join("\n");
  shown.accessibilityInformation = { label: [contract.key, calls, serving, contract.problem?.message ?? missing(contract)].filter(Boolean).join(", ") };
  shown.command = opening(contract.first.role === "exposes" ? contract.first.target : contract.first.stated, { preserveFocus: true });
  return shown;
}

/** Of a service's own route, or of a call of it. */
function icon(contract: Contract): vscode.ThemeIcon {
  if (contract.problem !== undefined) {
    return new vscode.ThemeIcon("warning", WARNING);
  }
  const isServed = contract.first.role === "exposes";
  if (lonely(contract)) {
    return new vscode.ThemeIcon(isServed ? "circle-outline" : "circle-slash");
  }
  return new vscode.ThemeIcon(isServed ? "symbol-interface" : "arrow-right");
}

/** Who serves it, where that is not the service in which it stands. */
function served({ providers, others, first }: Contract, workspace: string): string {
  const code = providers.filter((side) => !side.port.document);
  if (providers.length === 0) {
    return others.length > 0 ? `served by ${others.join(", ")}` : "not served";
  }
  if (code.length !== 1) {
    return code.length > 1 ? `served ${code.length} times` : "documented only";
  }
  const services = [...new Set(code.map(({ port }) => port.service))];
  return first.role === "exposes" ? "" : `→ ${services.map((service) => serviceName(service, workspace)).join(", ")}`;
}

function asked({ consumers, others }: Contract): readonly string[] {
  return consumers.length === 0 && others.length > 0 ? [`called as ${others.join(", ")}`] : [];
}

function missing(contract: Contract): string {
  const lost = sides(contract).filter((side) => !side.joined);
  const calls = lost.some((side) => side.port.role === "consumes");
  return lost.length === 0 ? "" : calls ? "Nothing in this workspace serves this call." : "Nothing in this workspace calls it.";
}

function sideItem({ port, joined }: Side, workspace: string): vscode.TreeItem {
  const uri = vscode.Uri.parse(port.stated.uri);
  const line = port.stated.range.start.line + 1;
  const place = `${visible(uri.path.slice(uri.path.lastIndexOf("/") + 1))}:${line}`;
  const role = roleName(port.mechanism, port.role);
  const marks = [port.document && "document", port.test && "test"].filter((mark) => mark !== false);
  const shown = new vscode.TreeItem(port.name ?? place);
  shown.description = [
    serviceName(port.service, workspace),
    port.confidence.toFixed(2),
    ...marks,
    ...(port.name === null ? [] : [place]),
  ].join(" · ");
  shown.iconPath = new vscode.ThemeIcon(
    port.document ? "book" : port.role === "exposes" ? "symbol-method" : "arrow-right",
    joined || port.role === "exposes" ? undefined : WARNING,
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

function roleName(mechanism: string, role: "exposes" | "consumes"): string {
  return mechanism === "http" ? (role === "exposes" ? "route" : "call") : role === "exposes" ? "provider" : "consumer";
}
