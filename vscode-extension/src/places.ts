import * as vscode from "vscode";
import type { LanguageClient, Location, Position } from "vscode-languageclient/node";

/** The command of Seamark's lenses. The server is told that we have it. */
export const SHOW_PLACES = "seamark.showPlaces";

/** Shows what a lens speaks of, as VS Code shows references: the server is asked when somebody clicks. */
export async function showPlaces(client: LanguageClient, uri: string, at: Position, data: unknown): Promise<void> {
  const places = await client.sendRequest<Location[]>("seamark/places", { data });
  const { protocol2CodeConverter: convert } = client;
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    convert.asUri(uri),
    convert.asPosition(at),
    await convert.asReferences(places),
  );
}
