// What lenses and commands do: ask the server, show how long it takes, let it be called off, show what it found.

import * as vscode from "vscode";
import { ExecuteCommandRequest, type LanguageClient, TextDocumentContentRequest } from "vscode-languageclient/node";

import type { Preview } from "./preview";
import { type Asked, asked, type Found } from "./protocol";

/** Sends a command to the server. */
export function send(client: LanguageClient, command: string, what: Asked, token: vscode.CancellationToken): Promise<Found> {
    return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [what] }, token) as Promise<Found>;
}

/** Runs a command of a lens or of the palette to its end and shows what it found. */
export async function execute(
    client: LanguageClient,
    command: string,
    argument: unknown,
    preview: Preview,
): Promise<void> {
    const front = vscode.window.activeTextEditor?.document;
    const what = asked(argument, front?.languageId === "gridlog" ? front.uri.toString() : undefined);
    if (what === undefined) {
        void vscode.window.showInformationMessage("Open a rule set or a puzzle of gridlog first.");
        return;
    }
    const file = decodeURIComponent(what.uri.slice(what.uri.lastIndexOf("/") + 1));
    const title = `gridlog ${command.replace(/^gridlog\./, "")}: ${file}`;
    const found = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        async (_, token) => {
            try {
                return await send(client, command, what, token);
            } catch (error) {
                if (!token.isCancellationRequested) {
                    void vscode.window.showErrorMessage(`${title}: ${error instanceof Error ? error.message : String(error)}`);
                }
                return undefined;
            }
        },
    );
    if (found === undefined) {
        return;
    }
    if (found.kind === "picture") {
        preview.still(found.title, found.text);
        return;
    }
    const uri = vscode.Uri.parse(found.uri);
    // The document may be there already, with what was found before.
    for (const provider of client.getFeature(TextDocumentContentRequest.method)?.getProviders() ?? []) {
        provider.onDidChangeEmitter.fire(uri);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
    });
}
