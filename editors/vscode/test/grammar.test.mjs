// The TextMate grammar on every built-in rule set and sample, and on every word of the table of the language.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { tokens } from "./tokens.mjs";

const project = new URL("../../../", import.meta.url);
const words = JSON.parse(await readFile(new URL("editors/words.json", project), "utf8"));

/** All rule sets and samples of the project. */
async function texts() {
    const names = await readdir(new URL("rules/", project), { recursive: true });
    const wanted = names.filter((name) => /\.(rules|puzzle)$/.test(name)).sort();
    return Promise.all(wanted.map(async (name) => [name, await readFile(new URL(`rules/${name}`, project), "utf8")]));
}

const innermost = (token) => token.scopes.at(-1);

test("nothing in the built-in files is invalid or left without a scope", async () => {
    const files = await texts();
    assert.ok(files.length > 200, `${files.length} files`);
    for (const [name, text] of files) {
        for (const token of tokens(text)) {
            const place = `${name}:${token.line}:${token.column}: \`${token.text}\``;
            assert.ok(!token.scopes.some((scope) => scope.startsWith("invalid")), `${place} is invalid`);
            const plain = token.scopes.every((scope) => scope === "source.gridlog" || scope.startsWith("meta."));
            assert.ok(!plain || token.text.trim() === "", `${place} has no scope`);
        }
    }
});

/** The scope of a word in a text; the word stands there once. */
function scope(text, word) {
    const found = tokens(text).filter((token) => token.text === word);
    assert.equal(found.length, 1, `\`${word}\` is one token of \`${text}\``);
    return innermost(found[0]);
}

test("every keyword of the table is scoped as a keyword", () => {
    for (const word of [...words.statement, ...words.operator]) {
        assert.match(scope(`p(A) :- A ${word} B.`, word), /^keyword\./, word);
        assert.match(scope(`p(A) :- A ${word}s B.`, `${word}s`), /^constant\.other\.symbol/, word);
    }
    for (const word of words.statement) {
        assert.match(scope(`${word} something.`, word), /^keyword\.control\./, word);
        assert.match(scope(`fact(a).  ${word} something.`, word), /^keyword\.control\./, word);
    }
    for (const word of words.truth) {
        assert.equal(scope(`goal: ${word}.`, word), "constant.language.boolean.gridlog");
    }
});

test("every built-in name of the table is scoped as one", () => {
    for (const word of words.call) {
        assert.equal(scope(`p(A) :- ${word}(A, B).`, word), "support.function.builtin.gridlog");
    }
    for (const word of words.prelude) {
        assert.equal(scope(`p(A) :- ${word}(A, B).`, word), "support.function.prelude.gridlog");
        assert.equal(scope(`p(A) :- ${word}ed(A, B).`, `${word}ed`), "entity.name.function.call.gridlog");
    }
    for (const word of words.constant) {
        assert.equal(scope(`p(A) :- A < ${word}.`, word), "constant.language.builtin.gridlog");
    }
    for (const word of words.figure) {
        assert.equal(scope(`draw ${word}(A).`, word), "support.function.figure.gridlog");
    }
    for (const word of words.expectation) {
        assert.equal(scope(`expect ${word} = 2.`, word), "constant.language.expectation.gridlog");
    }
});

test("every sign of the table is scoped as one", () => {
    for (const sign of words.sign) {
        const found = scope(`p(A) :- A ${sign} B.`.replace(":- ", sign === ":-" ? "" : ":- "), sign);
        assert.match(found, sign === "," ? /^punctuation\.separator\./ : /^keyword\.operator\./, sign);
    }
});
