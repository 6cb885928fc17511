import * as vscode from "vscode";
import type { LanguageClient, Location, Position } from "vscode-languageclient/node";

/** The command of Seamark's lenses. The server is told that we have it. */
export const SHOW_PLACES = "seamark.showPlaces";

/** Whether a place is a page of a repository's host: of a repository that is not checked out. */
function isPage(place: Location): boolean {
  return /^https?:/.test(place.uri);
}

/** Opens the only page in a browser, or the one that is chosen. */
async function openPage(pages: readonly string[]): Promise<void> {
  const [only, ...others] = new Set(pages);
  const page = others.length === 0 ? only : await vscode.window.showQuickPick([...new Set(pages)]);
  if (page !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(page, true));
  }
}

/** Shows what a lens speaks of, as VS Code shows references: the server is asked when somebody clicks. */
export async function showPlaces(client: LanguageClient, uri: string, at: Position, data: unknown): Promise<void> {
  const all = await client.sendRequest<Location[]>("seamark/places", { data });
  const places = all.filter((one) => !isPage(one));
  if (places.length === 0 && all.length > 0) {
    await openPage(all.map((one) => one.uri));
    return;
  }
  const { protocol2CodeConverter: convert } = client;
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    convert.asUri(uri),
    convert.asPosition(at),
    await convert.asReferences(places),
  );
}
