// What the test explorer rests on: where samples expect something, and what `gridlog test` says about them.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { complaint, find } from "../out/parts/program.mjs";
import { expectations, failures, run } from "../out/parts/samples.mjs";
import { program } from "./program.mjs";

const drawing = (rows) => `use latin with n = 3.\ngiven """\n${rows.join("\n")}\n""".\n`;
const good = `${drawing(["1 2 .", ". . 1", ". . ."])}expect unique.\n`;
const files = {
    "good.puzzle": good,
    "good.puzzle.snap": "---\nsource: good.puzzle\n---\n1 2 3\n2 3 1\n3 1 2\n\nexactly one solution\n",
    "wrong.puzzle": good.replace("unique", "none"),
    "bad.puzzle": good.replace("1 2", "1 7"),
    "stale.puzzle": good,
    "stale.puzzle.snap": "---\nsource: stale.puzzle\n---\n1 1 1\n1 1 1\n1 1 1\n\nexactly one solution\n",
};
let folder;
const told = new Map();

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "gridlog-samples-"));
    await mkdir(join(folder, "inner"));
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, "inner", name), text)));
    const names = Object.keys(files).filter((name) => name.endsWith(".puzzle"));
    const how = { program, folder, timeLimit: "10s" };
    const said = await run(names.map((name) => join("inner", name)), how, (record) => told.set(record.id, record));
    assert.equal(said, "");
});

after(() => rm(folder, { recursive: true }));

function failed(name) {
    const record = told.get(join("inner", name));
    assert.ok(record, `nothing was said about ${name}`);
    return failures(record, join(folder, "inner", name), files[name]);
}

test("expectations are found in statements only", () => {
    const text = '% expect none.\n/* expect none. */\nexpect count = 48.  expect\n  unique.\nlayer """\nexpect none.\n""".\nunexpect none.\nexpect slack = lines.';
    const found = expectations(text);
    assert.deepEqual(found.map(({ text }) => text), ["count = 48", "unique"]);
    assert.deepEqual(found[0].place, { line: 2, column: 0, endLine: 2, endColumn: 18 });
    assert.deepEqual(found[1].place, { line: 2, column: 20, endLine: 3, endColumn: 9 });
});

test("a sample that passes has no failure", () => {
    assert.deepEqual(failed("good.puzzle"), []);
});

test("an expectation that is not met is shown where it stands", () => {
    const [failure, ...more] = failed("wrong.puzzle");
    assert.deepEqual(more, []);
    assert.equal(failure.message, "expects no solution, but has exactly one solution");
    assert.deepEqual(failure.place, { line: 6, column: 0, endLine: 6, endColumn: 12 });
    assert.equal(failure.file, join(folder, "inner", "wrong.puzzle"));
});

test("an error is shown at the cell", () => {
    const [failure] = failed("bad.puzzle");
    assert.match(failure.message, /^E604: `7` is no value of r1c2/);
    assert.deepEqual(failure.place, { line: 2, column: 2, endLine: 2, endColumn: 3 });
});

test("a difference from the snapshot has two sides", () => {
    const [failure] = failed("stale.puzzle");
    assert.match(failure.message, /differs from its snapshot/);
    assert.match(failure.difference.expected, /^1 1 1\n/);
    assert.match(failure.difference.actual, /^1 2 3\n/);
    assert.match(failure.difference.actual, /exactly one solution/);
});

test("nothing is written unless snapshots are accepted", async () => {
    await assert.rejects(readFile(join(folder, "inner", "stale.puzzle.snap.new")));
    const how = { program, folder, timeLimit: "10s", accept: true };
    const records = [];
    assert.equal(await run([join("inner", "stale.puzzle")], how, (record) => records.push(record)), "");
    assert.equal(records[0].passed, true);
    assert.doesNotMatch(await readFile(join(folder, "inner", "stale.puzzle.snap"), "utf8"), /1 1 1/);
});

test("a run can be called off, and a program that is not there is told", async () => {
    const stop = new AbortController();
    stop.abort();
    assert.equal(await run([], { program, folder, timeLimit: "10s", signal: stop.signal }, assert.fail), "");
    const missing = join(folder, "no-such-program");
    assert.match(await run([], { program: missing, folder, timeLimit: "10s" }, assert.fail), /ENOENT/);
});

test("a program that cannot serve is told from one that is missing", async () => {
    const missing = join(folder, "no-such-program");
    const none = await find(missing);
    assert.equal(none.state, "missing");
    assert.match(complaint(missing, none), /was not found as .*no-such-program.*gridlog\.path/);
    const other = await find(process.execPath);
    assert.equal(other.state, "missing");
    assert.match(complaint("node", { state: "old", version: "gridlog 0.0.1" }), /0\.0\.1 at `node` is too old/);
    const found = await find(program);
    assert.notEqual(found.state, "missing");
    assert.match(found.version, /^gridlog/);
});
