// The test explorer: files that expect something, and `gridlog test`.

import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import * as vscode from "vscode";

import { expectations, failures, type Place, run, type Told } from "./samples";
import { program } from "./server";

const glob = "**/*.{rules,puzzle}";

function range(place: Place): vscode.Range {
    return new vscode.Range(place.line, place.column, place.endLine, place.endColumn);
}

export class Explorer implements vscode.Disposable {
    private readonly tests = vscode.tests.createTestController("gridlog", "gridlog");
    private readonly parts: vscode.Disposable[] = [];
    private looked = false;

    constructor() {
        const files = vscode.workspace.createFileSystemWatcher(glob);
        const snapshots = vscode.workspace.createFileSystemWatcher(`${glob}.snap`);
        const look = (uri: vscode.Uri): void => void this.look(uri);
        const sample = (uri: vscode.Uri): void => look(uri.with({ path: uri.path.replace(/\.snap$/, "") }));
        this.parts.push(
            this.tests,
            files,
            snapshots,
            files.onDidCreate(look),
            files.onDidChange(look),
            files.onDidDelete((uri) => this.tests.items.delete(uri.toString())),
            snapshots.onDidCreate(sample),
            snapshots.onDidDelete(sample),
            vscode.workspace.onDidOpenTextDocument((document) => this.read(document)),
            vscode.workspace.onDidChangeTextDocument((event) => this.read(event.document)),
        );
        const kind = vscode.TestRunProfileKind.Run;
        this.tests.createRunProfile("Test", kind, (request, token) => this.run(request, token, false), true);
        this.tests.createRunProfile("Accept snapshots", kind, (request, token) => this.run(request, token, true), false);
        this.tests.refreshHandler = () => this.all();
        this.tests.resolveHandler = async (item) => {
            if (item === undefined && !this.looked) {
                await this.all();
            }
        };
        vscode.workspace.textDocuments.forEach((document) => this.read(document));
    }

    /** Looks through the whole workspace. */
    private async all(): Promise<void> {
        this.looked = true;
        const files = await vscode.workspace.findFiles(glob, "**/{node_modules,target,sketches}/**");
        await Promise.all(files.map((uri) => this.look(uri)));
    }

    private async look(uri: vscode.Uri): Promise<void> {
        try {
            this.note(uri, new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
        } catch {
            this.tests.items.delete(uri.toString());
        }
    }

    private read(document: vscode.TextDocument): void {
        if (document.languageId === "gridlog" && document.uri.scheme === "file") {
            this.note(document.uri, document.getText());
        }
    }

    /** Lists a file if it is a sample: it expects something, or has a snapshot. */
    private note(uri: vscode.Uri, text: string): void {
        const first = expectations(text)[0];
        if (first === undefined && !existsSync(`${uri.fsPath}.snap`)) {
            this.tests.items.delete(uri.toString());
            return;
        }
        const known = this.tests.items.get(uri.toString());
        const item = known ?? this.tests.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
        item.range = first === undefined ? new vscode.Range(0, 0, 0, 0) : range(first.place);
        item.description = expectations(text)
            .map((expectation) => expectation.text)
            .join(", ");
        if (known === undefined) {
            this.tests.items.add(item);
        }
    }

    private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, accept: boolean): Promise<void> {
        if (request.include === undefined && !this.looked) {
            await this.all();
        }
        const wanted = [...(request.include ?? [...this.tests.items].map(([, item]) => item))];
        const items = wanted.filter((item) => !request.exclude?.includes(item) && item.uri !== undefined);
        const testing = this.tests.createTestRun(request);
        items.forEach((item) => testing.enqueued(item));
        // Samples are run as files: what is on the screen is what is judged.
        await vscode.workspace.saveAll(false);
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort());
        for (const [folder, inside] of byFolder(items)) {
            if (stop.signal.aborted) {
                break;
            }
            await this.runIn(folder, inside, testing, stop.signal, accept);
        }
        testing.end();
    }

    private async runIn(
        folder: string,
        items: vscode.TestItem[],
        testing: vscode.TestRun,
        signal: AbortSignal,
        accept: boolean,
    ): Promise<void> {
        const open = new Map(items.map((item) => [item.uri?.fsPath ?? "", item]));
        const names = items.map((item) => relative(folder, item.uri?.fsPath ?? ""));
        items.forEach((item) => testing.started(item));
        const timeLimit = vscode.workspace.getConfiguration("gridlog").get<string>("test.timeLimit") ?? "10s";
        const how = { program: program(), folder, timeLimit, accept, signal };
        const complaint = await run(names, how, (told) => {
            const path = resolve(folder, told.id);
            const item = open.get(path);
            testing.appendOutput(`${told.passed ? "passed" : "FAILED"} ${told.id}${told.message ? `: ${told.message}` : ""}\r\n`);
            if (item === undefined) {
                return;
            }
            open.delete(path);
            report(testing, item, told, folder);
        });
        for (const item of open.values()) {
            if (signal.aborted) {
                testing.skipped(item);
            } else {
                testing.errored(item, new vscode.TestMessage(complaint || "gridlog test said nothing about it"));
            }
        }
    }

    dispose(): void {
        this.parts.forEach((part) => part.dispose());
    }
}

function byFolder(items: vscode.TestItem[]): Map<string, vscode.TestItem[]> {
    const folders = new Map<string, vscode.TestItem[]>();
    for (const item of items) {
        const uri = item.uri ?? vscode.Uri.file("/");
        const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? vscode.Uri.joinPath(uri, "..").fsPath;
        folders.set(folder, [...(folders.get(folder) ?? []), item]);
    }
    return folders;
}

function report(testing: vscode.TestRun, item: vscode.TestItem, told: Told, folder: string): void {
    const uri = item.uri;
    if (uri === undefined) {
        return;
    }
    if (told.passed) {
        testing.passed(item);
        return;
    }
    const messages = failures(told, uri.fsPath, readFileSync(uri.fsPath, "utf8")).map((failure) => {
        const { difference } = failure;
        const message = difference
            ? vscode.TestMessage.diff(failure.message, difference.expected, difference.actual)
            : new vscode.TestMessage(failure.message);
        message.location = new vscode.Location(vscode.Uri.file(resolve(folder, failure.file)), range(failure.place));
        return message;
    });
    if (told.status === "error") {
        testing.errored(item, messages);
    } else {
        testing.failed(item, messages);
    }
}
