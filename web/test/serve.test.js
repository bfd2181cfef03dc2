// @ts-check
// `gridlog serve` and real browsers: many at once, pages of other sites, names of others that lead here, the key of the folder.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser } from "./browser.js";
import { serve } from "./playground.js";

const RULES = "grid(2, 2) :: 1..2.\n";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{url: string, stop: () => void}} */
let server;
/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "gridlog-serve-"));
  await writeFile(join(folder, "a.rules"), RULES);
  server = await serve([folder, "--edit"]);
  // This name leads to this machine, as its owner could have any name do.
  browser = await openBrowser(["--host-resolver-rules=MAP evil.example 127.0.0.1"]);
});

after(async () => {
  await browser?.close();
  server?.stop();
  if (folder) await rm(folder, { recursive: true });
});

/** The server's address without the key. */
const bare = () => server.url.replace(/\?.*/, "");

test("twenty pages at once get their own answers", async () => {
  const counts = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const context = await browser.newContext();
      // The key, and then a page without all that the playground would do.
      await context.request.get(server.url);
      const page = await context.newPage();
      await page.goto(`${bare()}engine.json`);
      const count = await page.evaluate(async (number) => {
        const { openEngine } = await import(/** @type {any} */ ("/engine.js"));
        const engine = await openEngine();
        const files = { "a.rules": `grid(1, 2) :: 1..${number + 1}.\n` };
        const found = await engine.quick({ command: "diagnostics", file: "a.rules", files });
        const response = await engine.ask({ command: "count", arguments: ["a.rules"], files });
        return found.exit === 0 ? response.records[0].count : found;
      }, number);
      await context.close();
      return count;
    }),
  );
  assert.deepEqual(
    counts,
    Array.from({ length: 20 }, (_, number) => (number + 1) ** 2),
  );
});

test("a page calls its request off, and others are answered meanwhile", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  const ask = (/** @type {any} */ request) =>
    page.evaluate(async (request) => {
      const { openEngine } = await import(/** @type {any} */ ("/engine.js"));
      const stop = new AbortController();
      const asked = (await openEngine()).ask(request, { signal: stop.signal, progress: () => stop.abort() });
      return asked.then((/** @type {any} */ response) => response.exit, (/** @type {Error} */ trouble) => trouble.name);
    }, request);
  const long = ask({ command: "solve", arguments: ["takuzu"], options: { set: ["n=14"], number: 0 } });
  assert.equal(await ask({ command: "count", arguments: ["latin"], options: { set: ["n=3"] } }), 0);
  assert.equal(await long, "AbortError");
  await context.close();
});

test("a page of another site gets nothing and changes nothing", async (running) => {
  const foreign = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>"));
  await new Promise((resolve) => foreign.listen(0, "127.0.0.1", () => resolve(null)));
  running.after(() => foreign.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (foreign.address());
  const context = await browser.newContext();
  // The browser has the key: it must not help others.
  await (await context.newPage()).goto(server.url);
  const page = await context.newPage();
  for (const site of [`http://localhost:${port}/`, `http://127.0.0.1:${port}/`]) {
    await page.goto(site);
    const heard = await page.evaluate(async (address) => {
      const body = JSON.stringify({ command: "list" });
      const tries = [
        fetch(`${address}files`),
        fetch(`${address}files`, { credentials: "include" }),
        fetch(`${address}answer`, { method: "POST", body, credentials: "include" }),
        fetch(`${address}answer`, { method: "POST", body, headers: { "Content-Type": "application/json" }, credentials: "include" }),
        fetch(`${address}file?name=a.rules`, { method: "PUT", body: "changed", headers: { "Content-Type": "text/plain" }, credentials: "include" }),
        import(/** @type {any} */ (`${address}engine.js`)),
        // What is asked without wanting to know the answer is not shared with others, either.
        fetch(`${address}answer`, { method: "POST", body, mode: "no-cors", credentials: "include" }),
        fetch(`${address}files`, { mode: "no-cors", credentials: "include" }),
      ];
      return (await Promise.allSettled(tries)).map((tried) => tried.status);
    }, bare());
    assert.deepEqual(heard, Array(8).fill("rejected"), site);
    await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const frame = Object.assign(document.createElement("iframe"), { src: address, onload: resolve });
          document.body.append(frame);
        }),
      bare(),
    );
    assert.ok(!page.frames().some((frame) => frame.url().startsWith(bare())), "it is shown in no frame");
  }
  assert.equal(await readFile(join(folder, "a.rules"), "utf8"), RULES);
  await context.close();
});

test("a name of others that leads here shows nothing", async () => {
  const page = await browser.newPage();
  const reply = await page.goto(bare().replace("127.0.0.1", "evil.example"));
  assert.equal(reply?.status(), 421);
  await page.close();
});

test("the folder opens with the address that was printed, and only then", async () => {
  for (const [address, expected] of [
    [bare(), 403],
    [server.url, 200],
  ]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(String(address));
    assert.equal(page.url(), bare(), "no key stays in the address");
    const status = await page.evaluate(async () => (await fetch("files")).status);
    assert.equal(status, expected);
    await context.close();
  }
});
