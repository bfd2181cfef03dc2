// @ts-check
// One instance of the WebAssembly module: texts go in and come out through its memory.

/**
 * What the module exports: room for a text, the answer to one, and the room given back.
 * @typedef {{memory: WebAssembly.Memory, alloc: (bytes: number) => number, free: (at: number, bytes: number) => void,
 *   ask: (at: number, bytes: number) => bigint}} Boundary
 */

/** What the module tells on its way: how far it is, or why it gives up for good. */
/** @typedef {(kind: "progress" | "panic", text: string) => void} Tell */

/** What the module tells when it gets no more memory. */
const FULL = "out of memory";

/**
 * Starts the module.
 * @param {WebAssembly.Module} module
 * @param {Tell} tell
 */
export async function startInstance(module, tell) {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  /** @type {Boundary} */
  let boundary;
  const read = (/** @type {number} */ at, /** @type {number} */ bytes) =>
    decoder.decode(new Uint8Array(boundary.memory.buffer, at >>> 0, bytes >>> 0));
  const host = {
    now: () => performance.now(),
    progress: (/** @type {number} */ at, /** @type {number} */ bytes) => tell("progress", read(at, bytes)),
    panic: (/** @type {number} */ at, /** @type {number} */ bytes) => tell("panic", read(at, bytes)),
  };
  const instance = await WebAssembly.instantiate(module, { host });
  boundary = /** @type {any} */ (instance.exports);
  return {
    /**
     * The response to a request, both as JSON. After an exception the instance is of no use any more.
     * @param {string} request
     */
    ask(request) {
      const bytes = encoder.encode(request);
      const at = boundary.alloc(bytes.length);
      new Uint8Array(boundary.memory.buffer, at >>> 0, bytes.length).set(bytes);
      const packed = boundary.ask(at, bytes.length);
      const [start, length] = [Number(packed >> 32n) >>> 0, Number(packed & 0xffffffffn)];
      const response = read(start, length);
      boundary.free(start, length);
      return response;
    },
    /** How many bytes its memory has. */
    size: () => boundary.memory.buffer.byteLength,
  };
}

/**
 * Why an instance came to its end, in words for the person at the page.
 * @param {unknown} trouble what was thrown
 * @param {string} panic what the module told last
 */
export function whyEnded(trouble, panic) {
  if (panic === FULL) return "the memory is used up; a smaller question may do";
  if (panic) return `the engine has a fault: ${panic}`;
  const text = String(trouble);
  // Its own stack lies at the low end of its memory, so that using it up reads outside; the browser's stack says so itself.
  if (/call stack|out of bounds/i.test(text)) return "the rules are nested too deeply for the engine in a browser";
  return `the engine stopped: ${text}`;
}
