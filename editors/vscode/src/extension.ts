// The entry: what VS Code calls when a rule set or a puzzle is opened.

import * as vscode from "vscode";

import { Explorer } from "./explorer";
import { Preview } from "./preview";
import { execute } from "./results";
import { Server } from "./server";

let server: Server;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const preview = new Preview(() => server);
    server = new Server((command, args) => {
        const client = server.running();
        return client && execute(client, command, args[0], preview);
    });
    context.subscriptions.push(
        server,
        preview,
        new Explorer(),
        vscode.commands.registerCommand("gridlog.restart", () => server.restart()),
        vscode.commands.registerCommand("gridlog.log", () => server.log.show()),
        vscode.commands.registerCommand("gridlog.preview", () => {
            const document = vscode.window.activeTextEditor?.document;
            if (document?.languageId === "gridlog") {
                preview.open(document);
            }
        }),
        vscode.workspace.onDidChangeConfiguration((event) => {
            if (event.affectsConfiguration("gridlog.path") || event.affectsConfiguration("gridlog.arguments")) {
                void server.restart();
            }
        }),
    );
    await server.restart();
}

export function deactivate(): void {
    server.dispose();
}
