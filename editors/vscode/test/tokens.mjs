// Splits texts by the TextMate grammar, as VS Code does.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = new URL("..", import.meta.url);

/** The grammar, loaded once. */
async function load() {
    const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
    await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
    const path = new URL("syntaxes/gridlog.tmLanguage.json", here);
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async () => textmate.parseRawGrammar(await readFile(path, "utf8"), path.pathname),
    });
    return registry.loadGrammar("source.gridlog");
}

const grammar = await load();

/** All tokens of a text: line and column from 1, the text, and its scopes. */
export function tokens(text) {
    const found = [];
    let stack = textmate.INITIAL;
    text.split(/\r?\n/).forEach((line, at) => {
        const split = grammar.tokenizeLine(line, stack);
        stack = split.ruleStack;
        for (const { startIndex, endIndex, scopes } of split.tokens) {
            found.push({ line: at + 1, column: startIndex + 1, text: line.slice(startIndex, endIndex), scopes });
        }
    });
    return found;
}
