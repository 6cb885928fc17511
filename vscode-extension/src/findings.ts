import * as vscode from "vscode";

import type { Port } from "./contracts";

const SOURCE = "seamark";

/** Fires when what the server finds wrong may have changed. */
export const onDidChangeFindings = vscode.languages.onDidChangeDiagnostics;

/** What the Problems panel says of a call or route, for all that are warnings or errors now. */
export function findings(): (port: Port) => string | undefined {
  const found = new Map<string, string>();
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    for (const { source, severity, range, message } of diagnostics) {
      if (source === SOURCE && severity <= vscode.DiagnosticSeverity.Warning) {
        found.set(place(uri, range.start), message);
      }
    }
  }
  return ({ stated: { uri, range } }) => (found.size === 0 ? undefined : found.get(place(vscode.Uri.parse(uri), range.start)));
}

function place(uri: vscode.Uri, { line, character }: { line: number; character: number }): string {
  return `${uri.toString()} ${line} ${character}`;
}
