// How text is edited, and that the manifest names what is there.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const here = new URL("..", import.meta.url);
const read = async (name) => JSON.parse(await readFile(new URL(name, here), "utf8"));
const configuration = await read("language-configuration.json");
const manifest = await read("package.json");

/** What Enter does at the end of a line. */
function enter(line, after = "") {
    const rule = configuration.onEnterRules.find(
        (rule) => new RegExp(rule.beforeText).test(line) && new RegExp(rule.afterText ?? "").test(after),
    );
    return rule?.action;
}

test("a statement that goes on is indented, and one that ends is not", () => {
    assert.equal(enter("move push(D): step(A, D, B) =>").indent, "indent");
    assert.equal(enter("p(A) :-").indent, "indent");
    assert.equal(enter("runs([K]) -->").indent, "indent");
    assert.equal(enter("p(A) :- cell(A),").indent, "indent");
    assert.equal(enter("    cell(B),"), undefined);
    assert.equal(enter("    A = B.").indent, "outdent");
    assert.equal(enter("p(A) :- cell(A)."), undefined);
    assert.equal(enter("% one, two,"), undefined);
});

test("a doc line that is broken goes on as one", () => {
    assert.equal(enter("%! {L} holds every", "digit once.").appendText, "%! ");
    assert.equal(enter("%! {L} holds every digit once."), undefined);
});

test("words are those of the language", () => {
    const { pattern, flags } = configuration.wordPattern;
    const found = "größe(A_1, r1c2) = 12".match(new RegExp(pattern, `${flags}g`));
    assert.deepEqual(found, ["größe", "A_1", "r1c2", "12"]);
});

test("what the manifest names is there", async () => {
    const { languages, grammars, snippets, commands, menus } = manifest.contributes;
    for (const path of [languages[0].configuration, grammars[0].path, snippets[0].path]) {
        assert.ok(existsSync(new URL(path, here)), path);
    }
    const known = new Set(commands.map(({ command }) => command));
    for (const { command } of Object.values(menus).flat()) {
        assert.ok(known.has(command), command);
    }
    const source = await readFile(new URL("src/extension.ts", here), "utf8");
    for (const own of ["gridlog.restart", "gridlog.preview", "gridlog.log"]) {
        assert.ok(known.has(own) && source.includes(`"${own}"`), own);
    }
    const settings = new Set(Object.keys(manifest.contributes.configuration.properties));
    for (const setting of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) {
        assert.ok(settings.has(setting), setting);
    }
});
