// The server's own texts as documents that nobody can change: built-in rule sets, pages of codes, results.

import * as vscode from "vscode";

import { textRequest } from "./protocol";
import type { Server } from "./server";

export class Documents implements vscode.TextDocumentContentProvider {
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    readonly onDidChange = this.changed.event;

    constructor(private readonly server: () => Server) {}

    /** Tells that a result was found anew at its address. */
    found(uri: vscode.Uri): void {
        this.changed.fire(uri);
    }

    async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
        const client = this.server().running();
        if (client === undefined) {
            throw new Error("the gridlog server does not run");
        }
        return client.sendRequest<string>(textRequest, { uri: uri.toString(true) }, token);
    }
}
