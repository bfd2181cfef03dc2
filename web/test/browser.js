// @ts-check
// What tests in a browser begin with: the system's Chromium, a server of the files of web/, and pictures to look at.
import { createReadStream, existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The folder web/. */
export const WEB = fileURLToPath(new URL("..", import.meta.url));

/** Where pictures go; never committed. */
export const SHOTS = join(WEB, "test", "shots");

const CHROMIUMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** The policy that `gridlog serve` sends and that a static host should send: what works under it needs no more. */
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:";

/**
 * The browser: `CHROMIUM` names another than the system's.
 * @param {string[]} [words] further words of its command line
 */
export async function openBrowser(words = []) {
  const path = process.env.CHROMIUM ?? CHROMIUMS.find((path) => existsSync(path));
  if (!path) throw new Error("there is no Chromium: install the package `chromium`, or set CHROMIUM");
  // Tests may run as root, where the sandbox does not; they open no pages but their own.
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", "--enable-precise-memory-info", ...words] });
}

/**
 * Serves a folder's files on a free port of this machine. `made` are further files, by their path.
 * @param {string} [folder]
 * @param {Record<string, string>} [made]
 * @returns {Promise<{address: string, close: () => Promise<void>}>}
 */
export async function serveFolder(folder = WEB, made = {}) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
    const headers = {
      "Content-Type": TYPES[/** @type {keyof typeof TYPES} */ (extname(file) || ".html")] ?? "application/octet-stream",
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
    };
    if (path in made) {
      response.writeHead(200, headers).end(made[path]);
    } else if (file.startsWith(folder) && (await stat(file).catch(() => null))?.isFile()) {
      response.writeHead(200, headers);
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    return /** @type {Promise<void>} */ (new Promise((resolve) => server.close(() => resolve())));
  };
  return { address: `http://127.0.0.1:${port}/`, close };
}

/**
 * Takes a picture of a page into a folder that is not committed.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function shoot(page, name) {
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}
