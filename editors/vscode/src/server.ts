// The server's life: started, watched, started again.

import * as vscode from "vscode";
import { type ExecuteCommandSignature, LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";

import { complaint, find } from "./program";
import { scheme, startOptions } from "./protocol";

/** The path of the program in the settings, `~` and all. */
export function program(): string {
    const path = vscode.workspace.getConfiguration("gridlog").get<string>("path")?.trim() || "gridlog";
    return path.replace(/^~(?=[/\\])/, process.env["HOME"] ?? process.env["USERPROFILE"] ?? "~");
}

/** Tells the palette whether there is a server for its commands. */
async function mark(running: boolean): Promise<void> {
    await vscode.commands.executeCommand("setContext", "gridlog.running", running);
}

/** The one server of this window. */
export class Server implements vscode.Disposable {
    readonly log = vscode.window.createOutputChannel("gridlog", { log: true });
    private client: LanguageClient | undefined;
    /** Starts and stops follow one another. */
    private last: Promise<void> = Promise.resolve();

    constructor(private readonly execute: (...args: Parameters<ExecuteCommandSignature>) => unknown) {}

    /** The client of the server that runs, if one does. */
    running(): LanguageClient | undefined {
        return this.client?.isRunning() ? this.client : undefined;
    }

    /** Stops the server if there is one, and starts it with the settings of now. */
    restart(): Promise<void> {
        this.last = this.last.then(() => this.stop()).then(() => this.start());
        return this.last;
    }

    private async start(): Promise<void> {
        const path = program();
        const found = await find(path);
        if (found.state !== "ready") {
            void this.complain(complaint(path, found));
            return;
        }
        this.log.info(`${found.version} at ${path}`);
        const more = vscode.workspace.getConfiguration("gridlog").get<string[]>("arguments") ?? [];
        const options: LanguageClientOptions = {
            documentSelector: [
                { language: "gridlog", scheme: "file" },
                { language: "gridlog", scheme: "untitled" },
                { language: "gridlog", scheme },
            ],
            initializationOptions: startOptions,
            outputChannel: this.log,
            middleware: { executeCommand: this.execute },
        };
        this.client = new LanguageClient("gridlog", "gridlog", { command: path, args: ["lsp", ...more] }, options);
        try {
            await this.client.start();
            await mark(true);
        } catch (error) {
            void this.complain(`gridlog lsp did not start: ${String(error)}`);
        }
    }

    private async stop(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        await mark(false);
        // One that never came up cannot be stopped; there is nothing left of it.
        await client?.dispose().catch((error: unknown) => this.log.warn(String(error)));
    }

    private async complain(message: string): Promise<void> {
        this.log.error(message);
        const [settings, again, log] = ["Open Settings", "Try Again", "Show Output"];
        switch (await vscode.window.showErrorMessage(message, settings, again, log)) {
            case settings:
                await vscode.commands.executeCommand("workbench.action.openSettings", "gridlog.path");
                break;
            case again:
                await this.restart();
                break;
            case log:
                this.log.show();
                break;
        }
    }

    dispose(): void {
        void this.stop();
        this.log.dispose();
    }
}
