// @ts-check
// The same request gives the same bytes in WebAssembly, where a word has 32 bits, and in the program, where it has 64.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { startInstance } from "../engine/instance.js";
import { WEB } from "./browser.js";

const PROGRAM = process.env.GRIDLOG ?? join(WEB, "..", "target", "debug", "gridlog");

/** @type {Awaited<ReturnType<typeof startInstance>>} */
let module;
/** @type {import("node:child_process").ChildProcess} */
let program;
/** @type {AsyncIterator<string>} */
let lines;

before(async () => {
  const bytes = await readFile(join(WEB, "dist", "gridlog.wasm"));
  module = await startInstance(await WebAssembly.compile(bytes), (kind, text) => kind === "panic" && console.error(text));
  program = spawn(PROGRAM, ["answer"], { stdio: ["pipe", "pipe", "inherit"] });
  lines = createInterface({ input: /** @type {any} */ (program.stdout) })[Symbol.asyncIterator]();
});

after(() => program.stdin?.end());

/**
 * The response of the program.
 * @param {string} request
 */
async function told(request) {
  program.stdin?.write(`${request}\n`);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the program ended at ${request}`);
    if (!value.startsWith('{"progress"')) return value;
  }
}

/**
 * Without what depends on the clock.
 * @param {string} response
 */
const timeless = (response) => response.replace(/"milliseconds":[0-9.e-]+/g, '"milliseconds":0');

/**
 * Both give the same response.
 * @param {object} request
 */
async function same(request) {
  const text = JSON.stringify(request);
  const [here, there] = [timeless(module.ask(text)), timeless(await told(text))];
  // Where the clock ended the work of one of them (3), they may have come differently far.
  if (here === there || [here, there].some((response) => response.startsWith('{"exit":3'))) return JSON.parse(here);
  const at = [...here].findIndex((letter, at) => letter !== there[at]);
  const around = (/** @type {string} */ text) => text.slice(Math.max(0, at - 200), at + 200);
  assert.fail(`${text.slice(0, 300)}\n  wasm:   ${around(here)}\n  native: ${around(there)}`);
}

const RULES = join(WEB, "..", "rules");
const names = (await readdir(RULES)).filter((name) => name.endsWith(".rules") && name !== "prelude.rules");

for (const file of names) {
  const name = file.replace(".rules", "");
  test(`${name} answers alike`, async () => {
    const samples = (await readdir(join(RULES, name)).catch(() => [])).filter((sample) => sample.endsWith(".puzzle")).sort();
    for (const sample of samples) {
      const ask = { arguments: [sample], files: { [sample]: await readFile(join(RULES, name, sample), "utf8") } };
      const solved = await same({ ...ask, command: "solve", options: { number: 3, stats: true } });
      assert.ok(solved.records.length === 1 || solved.exit === 2, `${sample} is answered`);
      await same({ ...ask, command: "render", options: { format: "svg" } });
      // Explanations take longest: one of each rule set.
      if (sample === samples[0]) await same({ ...ask, command: "explain" });
    }
    await same({ command: "generate", arguments: [name], options: { seed: 2, grids: 2 } });
  });
}

test("counts and candidates are alike", async () => {
  const five = await same({ command: "count", arguments: ["latin"], options: { set: ["n=5"], stats: true } });
  assert.match(JSON.stringify(five), /161280/);
  await same({ command: "count", arguments: ["takuzu"], options: { set: ["n=6"], stats: true } });
  await same({ command: "count", arguments: ["sudoku"], options: { set: ["r=2", "c=2"], stats: true } });
  await same({ command: "candidates", arguments: ["sudoku"], options: { stats: true } });
  await same({ command: "compare", arguments: ["takuzu"], options: { set: ["n=4"] } });
  const files = { "two.sdm": "1...\n..3.\n.4..\n...2\n".replaceAll("\n", "").concat("\n").repeat(2) };
  await same({ command: "solve", arguments: ["two.sdm"], options: { from: "sdm", jobs: 4, stats: true }, files });
});

test("sizes are told alike where a word does not hold them", async () => {
  for (const n of [0, 5, 46341, 65536, 3000000000, 4294967297]) {
    await same({ command: "solve", arguments: ["latin"], options: { set: [`n=${n}`], "time-limit": "5s" } });
  }
});

for (const folder of ["diagnostics", "hostile"]) {
  test(`the texts of tests/${folder} are answered alike`, async () => {
    const all = await readdir(join(WEB, "..", "tests", folder), { withFileTypes: true });
    const files = all.filter((file) => file.isFile() && /\.(rules|puzzle)$/.test(file.name)).map((file) => file.name);
    assert.ok(files.length > 50);
    for (const name of files.sort()) {
      const text = await readFile(join(WEB, "..", "tests", folder, name), "utf8");
      const ask = { arguments: [name], options: { "time-limit": "300ms" }, files: { [name]: text } };
      await same({ ...ask, command: "check" });
      await same({ ...ask, command: "solve" });
    }
  });
}
