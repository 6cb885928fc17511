import * as vscode from "vscode";

import type { Port } from "./contracts";

const SOURCE = "seamark";
/** A route that has changed, and a call that breaks by that: docs/check.md. */
const CHANGE = "breaking-change";
const BROKEN = "broken-call";

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

/** What is wrong at a place. A call that breaks by a change with a problem of its own is a part of that. */
export interface Problem {
  readonly message: string;
  readonly isPart: boolean;
}

/** How many problems there are: a route that changed, and the calls that break by it, are one. */
export function countFindings(): number {
  return [...problems().values()].filter(({ isPart }) => !isPart).length;
}

/** What the Problems panel says of a call or route, for all that are warnings or errors now. */
export function findings(): (port: Port) => Problem | undefined {
  const found = problems();
  return ({ stated: { uri, range } }) => (found.size === 0 ? undefined : found.get(place(vscode.Uri.parse(uri), range.start)));
}

/** All problems, by their places. */
function problems(): ReadonlyMap<string, Problem> {
  const found = all();
  const changes = found.filter(({ diagnostic }) => kind(diagnostic) === CHANGE);
  const changed = new Set(changes.map(({ uri, diagnostic }) => place(uri, diagnostic.range.start)));
  const broken = new Set(changes.flatMap(({ diagnostic }) => related(diagnostic)));
  return new Map(
    found.map(({ uri, diagnostic }) => {
      const at = place(uri, diagnostic.range.start);
      const isPart = kind(diagnostic) === BROKEN && (broken.has(at) || related(diagnostic).some((one) => changed.has(one)));
      return [at, { message: diagnostic.message, isPart }];
    }),
  );
}

function kind({ code }: vscode.Diagnostic): unknown {
  return typeof code === "object" ? code.value : code;
}

/** The places that a finding speaks of besides its own. */
function related({ relatedInformation }: vscode.Diagnostic): readonly string[] {
  return (relatedInformation ?? []).map(({ location: { uri, range } }) => place(uri, range.start));
}

interface Finding {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
}

function all(): readonly Finding[] {
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
