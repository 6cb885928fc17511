import * as vscode from "vscode";

const SCHEME = "seamark-count";
/** A badge has room for two characters. */
const MOST = 99;

/** What an entry of the view is, so that VS Code shows a number at its right end, where no long name cuts it off. */
export function tally(count: number, words: string): vscode.Uri | undefined {
  return count > MOST ? undefined : vscode.Uri.from({ scheme: SCHEME, path: `/${count}`, query: words });
}

/** Shows the numbers of entries. */
export function showTallies(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, path, query }) =>
      scheme === SCHEME && path !== "/0" ? new vscode.FileDecoration(path.slice(1), query) : undefined,
  });
}
