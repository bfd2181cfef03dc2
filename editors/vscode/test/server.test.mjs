// The flows of the extension with a real server: pictures that follow edits, lenses, built-in documents, calling off.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { find } from "../out/parts/program.mjs";
import { asked, picture, startOptions } from "../out/parts/protocol.mjs";
import { program } from "./program.mjs";

const rpc = createRequire(import.meta.url)("vscode-jsonrpc/node");

const puzzle = 'use latin with n = 3.\ngiven """\n1 2 .\n. . 1\n. . .\n""".\nexpect unique.\n';
const published = new Map();
let folder, server, wire, uri, capabilities;

/** As the extension sends commands; `results.ts` does the same through its client. */
function execute(command, what, token = rpc.CancellationToken.None) {
    return wire.sendRequest("workspace/executeCommand", { command, arguments: [what] }, token);
}

function change(version, text) {
    return wire.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
}

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "gridlog-server-"));
    const path = join(folder, "three.puzzle");
    await writeFile(path, "% On the disk there is no puzzle yet.\n");
    uri = pathToFileURL(path).href;
    server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    wire = rpc.createMessageConnection(server.stdout, server.stdin);
    wire.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => published.set(uri, diagnostics));
    wire.onRequest("window/workDoneProgress/create", () => null);
    wire.onRequest("client/registerCapability", () => null);
    wire.onRequest("workspace/codeLens/refresh", () => null);
    wire.listen();
    const answer = await wire.sendRequest("initialize", {
        processId: process.pid,
        rootUri: pathToFileURL(folder).href,
        workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "folder" }],
        initializationOptions: startOptions,
        capabilities: { window: { workDoneProgress: true }, workspace: { codeLens: { refreshSupport: true } } },
    });
    capabilities = answer.capabilities;
    await wire.sendNotification("initialized", {});
    await wire.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "gridlog", version: 1, text: puzzle },
    });
});

after(async () => {
    await wire.sendRequest("shutdown");
    await wire.sendNotification("exit");
    await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended()));
    assert.equal(server.exitCode, 0);
    wire.dispose();
    await rm(folder, { recursive: true });
});

test("the program is found ready", async () => {
    assert.equal((await find(program)).state, "ready");
});

test("the server has the commands that the extension offers", async () => {
    const offered = ["solve", "count", "explain", "rate", "render", "renderSolution", "test", "accept"];
    assert.deepEqual(
        [...capabilities.executeCommandProvider.commands].sort(),
        offered.map((name) => `gridlog.${name}`).sort(),
    );
});

test("the picture follows what is typed, saved or not", async () => {
    const first = await picture(execute, uri);
    assert.match(first.svg, /^<svg/);
    await change(2, puzzle.replace(". . 1", ". 3 1"));
    const second = await picture(execute, uri);
    assert.match(second.svg, /^<svg/);
    assert.notEqual(second.svg, first.svg);
    await change(3, puzzle.replace("1 2 .", "1 7 ."));
    const third = await picture(execute, uri);
    assert.match(third.message, /E604.*`7` is no value of r1c2/);
    await change(4, puzzle);
    assert.deepEqual(await picture(execute, uri), first);
});

test("a command finds a text that the editor can read at its address", async () => {
    const found = await execute("gridlog.solve", asked(undefined, uri));
    assert.equal(found.kind, "text");
    assert.match(found.text, /1 2 3\n2 3 1\n3 1 2/);
    assert.match(found.uri, /^gridlog:\/results\//);
    const shown = await wire.sendRequest("workspace/textDocumentContent", { uri: found.uri });
    assert.equal(shown.text, found.text);
});

test("built-in rule sets are documents", async () => {
    const { text } = await wire.sendRequest("workspace/textDocumentContent", { uri: "gridlog:/built-in/latin.rules" });
    assert.match(text, /^% Latin/);
    await assert.rejects(wire.sendRequest("workspace/textDocumentContent", { uri: "gridlog:/built-in/no-such.rules" }));
});

test("a long command can be called off", async () => {
    const long = "use takuzu with n = 14.\n";
    const other = uri.replace("three", "long");
    await wire.sendNotification("textDocument/didOpen", {
        textDocument: { uri: other, languageId: "gridlog", version: 1, text: long },
    });
    const stop = new rpc.CancellationTokenSource();
    const begun = Date.now();
    setTimeout(() => stop.cancel(), 300);
    await assert.rejects(execute("gridlog.count", asked(other), stop.token), (error) => error.code === -32800);
    assert.ok(Date.now() - begun < 5000);
});

test("every lens of a puzzle can be pressed", async () => {
    assert.ok(capabilities.codeLensProvider, "the server has lenses");
    const lenses = await wire.sendRequest("textDocument/codeLens", { textDocument: { uri } });
    const commands = lenses.map((lens) => lens.command).filter(Boolean);
    assert.ok(commands.length >= 5, JSON.stringify(lenses));
    for (const { command, arguments: [argument] } of commands.filter(({ command }) => command !== "gridlog.accept")) {
        const found = await execute(command, asked(argument, undefined));
        assert.ok(["text", "picture"].includes(found.kind), command);
    }
});
