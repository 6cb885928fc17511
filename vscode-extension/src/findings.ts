import * as vscode from "vscode";

import type { Port } from "./contracts";

const SOURCE = "seamark";

/** Calls when what the server finds wrong is no longer the same: VS Code tells of the diagnostics of all extensions. */
export function onDidChangeFindings(changed: () => void): vscode.Disposable {
  const known = new Map<string, string>();
  return vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    const others = uris
      .map((uri) => ({ name: uri.toString(), now: said(uri) }))
      .filter(({ name, now }) => now !== (known.get(name) ?? ""));
    for (const { name, now } of others) {
      known.set(name, now);
    }
    if (others.length > 0) {
      changed();
    }
  });
}

/** How many warnings and errors there are. */
export function countFindings(): number {
  return all().length;
}

/** What the Problems panel says of a call or route, for all that are warnings or errors now. */
export function findings(): (port: Port) => string | undefined {
  const found = new Map(all().map(({ uri, diagnostic: { range, message } }) => [place(uri, range.start), message]));
  return ({ stated: { uri, range } }) => (found.size === 0 ? undefined : found.get(place(vscode.Uri.parse(uri), range.start)));
}

function all(): readonly { readonly uri: vscode.Uri; readonly diagnostic: vscode.Diagnostic }[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => ours(diagnostics).map((diagnostic) => ({ uri, diagnostic })));
}

/** What is found wrong in a file, as one text. */
function said(uri: vscode.Uri): string {
  return ours(vscode.languages.getDiagnostics(uri))
    .map(({ range, message }) => `${place(uri, range.start)} ${message}`)
    .join("\n");
}

/** The warnings and errors of the server. */
function ours(diagnostics: readonly vscode.Diagnostic[]): readonly vscode.Diagnostic[] {
  return diagnostics.filter(({ source, severity }) => source === SOURCE && severity <= vscode.DiagnosticSeverity.Warning);
}

function place(uri: vscode.Uri, { line, character }: { line: number; character: number }): string {
  return `${uri.toString()} ${line} ${character}`;
}
