// The picture of the puzzle in front, beside it, following its edits.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

import { page, Rest, type Shown } from "./page";
import { picture } from "./protocol";
import { send } from "./results";
import type { Server } from "./server";

export class Preview implements vscode.Disposable {
    private panel: vscode.WebviewPanel | undefined;
    /** The document that is shown. */
    private shown: vscode.Uri | undefined;
    /** Whether the page can be told. */
    private ready = false;
    private waiting: Shown | undefined;
    private readonly rest = new Rest((signal) => this.draw(signal));
    private readonly listeners: vscode.Disposable[];

    constructor(private readonly server: () => Server) {
        this.listeners = [
            vscode.workspace.onDidChangeTextDocument((event) => this.follow(event.document)),
            vscode.workspace.onDidSaveTextDocument((document) => this.follow(document)),
            vscode.window.onDidChangeActiveTextEditor((editor) => this.turn(editor?.document)),
        ];
    }

    /** Shows a document, from now on as it changes. */
    open(document: vscode.TextDocument): void {
        this.shown = document.uri;
        this.reveal(`Picture of ${name(document.uri)}`);
        this.rest.wish(0);
    }

    /** Shows a picture that stays as it is until something else is looked at. */
    still(title: string, svg: string): void {
        this.rest.cancel();
        this.shown = undefined;
        this.reveal(title);
        this.tell({ svg });
    }

    /** Another document came to the front. Who turns to the rules of a puzzle goes on looking at the puzzle. */
    private turn(document: vscode.TextDocument | undefined): void {
        const puzzle = document?.languageId === "gridlog" && document.uri.path.endsWith(".puzzle");
        if (this.panel !== undefined && puzzle && document.uri.toString() !== this.shown?.toString()) {
            this.open(document);
        }
    }

    /** A document changed: the one that is shown, or a rule set that it may use. */
    private follow(document: vscode.TextDocument): void {
        if (this.panel !== undefined && this.shown !== undefined && document.languageId === "gridlog") {
            this.rest.wish(vscode.workspace.getConfiguration("gridlog").get<number>("preview.delay") ?? 200);
        }
    }

    private async draw(signal: AbortSignal): Promise<void> {
        const uri = this.shown;
        const client = this.server().running();
        if (uri === undefined) {
            return;
        }
        if (client === undefined) {
            this.tell({ message: "The gridlog server does not run." });
            return;
        }
        const source = new vscode.CancellationTokenSource();
        signal.addEventListener("abort", () => source.cancel());
        try {
            const drawn = await picture((command, what) => send(client, command, what, source.token), uri.toString());
            if (!signal.aborted) {
                this.tell(drawn);
            }
        } catch (error) {
            if (!signal.aborted) {
                this.tell({ message: error instanceof Error ? error.message : String(error) });
            }
        } finally {
            source.dispose();
        }
    }

    private reveal(title: string): void {
        if (this.panel === undefined) {
            this.ready = false;
            const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
            const panel = vscode.window.createWebviewPanel("gridlog.preview", title, column, {
                enableScripts: true,
                localResourceRoots: [],
                retainContextWhenHidden: true,
            });
            panel.onDidDispose(() => {
                this.rest.cancel();
                this.panel = undefined;
            });
            panel.webview.onDidReceiveMessage(() => {
                this.ready = true;
                void panel.webview.postMessage(this.waiting ?? {});
            });
            panel.webview.html = page(randomBytes(16).toString("base64"));
            this.panel = panel;
        }
        this.panel.title = title;
    }

    private tell(shown: Shown): void {
        this.waiting = shown;
        if (this.ready) {
            void this.panel?.webview.postMessage(shown);
        }
    }

    dispose(): void {
        this.rest.cancel();
        this.panel?.dispose();
        for (const listener of this.listeners) {
            listener.dispose();
        }
    }
}

function name(uri: vscode.Uri): string {
    return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
