// Every snippet, with the defaults of its placeholders, passes `gridlog check` without a word of complaint.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { program } from "./program.mjs";

const snippets = JSON.parse(await readFile(new URL("../snippets/gridlog.json", import.meta.url), "utf8"));

/** A snippet as it stands in the file when all its defaults are taken. */
function taken(body) {
    const text = body.join("\n");
    return text
        .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, "$1")
        .replace(/\$\{\d+:([^}]*)\}/g, "$1")
        .replace(/\$\d+/g, "")
        .replace(/\\([\\$}])/g, "$1");
}

// A snippet that is a piece of a file stands in one with a board.
const board = "grid(3, 4) :: 0..1.\n";
const whole = { rules: ".rules", puzzle: ".puzzle" };

for (const [name, { prefix, body }] of Object.entries(snippets)) {
    test(`${name} (${prefix})`, async () => {
        const folder = await mkdtemp(join(tmpdir(), "gridlog-snippet-"));
        const path = join(folder, `snippet${whole[prefix] ?? ".rules"}`);
        const text = (prefix in whole ? "" : board) + taken(body);
        await writeFile(path, text);
        try {
            const { stdout, stderr } = await promisify(execFile)(program, ["check", path]);
            assert.equal(stderr, "", text);
            assert.notEqual(stdout, "");
            if (prefix === "puzzle") {
                await promisify(execFile)(program, ["solve", "--unique", path]);
            }
            const { stdout: formatted } = await promisify(execFile)(program, ["fmt", "--check", path]);
            assert.equal(formatted, "", `${text}\nis not in the common style`);
        } catch (error) {
            assert.fail(`${text}\n${error.stdout ?? ""}${error.stderr ?? error}`);
        } finally {
            await rm(folder, { recursive: true });
        }
    });
}

test("what files are made of has a snippet", () => {
    const prefixes = Object.values(snippets).map((snippet) => snippet.prefix);
    for (const wanted of ["rules", "puzzle", "law", "input", "grammar", "move", "expect"]) {
        assert.ok(prefixes.includes(wanted), wanted);
    }
});
