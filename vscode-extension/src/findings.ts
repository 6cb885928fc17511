import * as vscode from "vscode";

import type { Port } from "./contracts";

const SOURCE = "seamark";

/** Fires when what the server finds wrong may have changed. */
export const onDidChangeFindings = vscode.languages.onDidChangeDiagnostics;

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
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) =>
    diagnostics
      .filter(({ source, severity }) => source === SOURCE && severity <= vscode.DiagnosticSeverity.Warning)
      .map((diagnostic) => ({ uri, diagnostic })),
  );
}

function place(uri: vscode.Uri, { line, character }: { line: number; character: number }): string {
  return `${uri.toString()} ${line} ${character}`;
}
