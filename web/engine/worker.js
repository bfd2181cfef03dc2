// @ts-check
// The engine in a worker: it takes one request after the other, and says when it cannot go on.
import { startInstance, whyEnded } from "./instance.js";

/** @typedef {{module?: WebAssembly.Module, warm?: string[], id?: number, request?: string}} Order */

let panic = "";
let current = 0;
/** @type {Promise<Awaited<ReturnType<typeof startInstance>>> | null} */
let starting = null;

/**
 * What the module tells while it works.
 * @param {"progress" | "panic"} kind
 * @param {string} text
 */
function passOn(kind, text) {
  if (kind === "panic") panic = text;
  else postMessage({ id: current, progress: text });
}

addEventListener("message", async (/** @type {MessageEvent<Order>} */ event) => {
  const { module, warm = [], id = 0, request } = event.data;
  if (module) starting = startInstance(module, passOn);
  try {
    const instance = await starting;
    if (!instance) throw new Error("a worker gets the module first");
    // The browser compiles a function when it is first called: what every question needs is called before somebody waits.
    for (const text of warm) instance.ask(text);
    if (module) postMessage({ ready: true });
    if (request === undefined) return;
    [current, panic] = [id, ""];
    postMessage({ id, response: instance.ask(request), size: instance.size() });
  } catch (trouble) {
    postMessage({ id, ended: whyEnded(trouble, panic) });
  }
});
