// @ts-check
// The engine as WebAssembly in a worker. A request is cancelled by ending the worker; a fresh one starts at once from the module
// that is compiled already.

/** @typedef {import("../engine.js").Request} Request */
/** @typedef {import("../engine.js").Response} Answer */
/** @typedef {import("../engine.js").Asking} Asking */

/**
 * Where the parts are, for pages that hold them in themselves.
 * @typedef {{module?: () => Promise<WebAssembly.Module>, worker?: () => Worker, warm?: Request[]}} Parts
 */

/** A worker whose memory has grown beyond this many bytes is replaced when nobody waits for it: memory never shrinks. */
const LARGE = 2 ** 28;

const WARM_FILES = { "warm.puzzle": "use sudoku with r = 2, c = 2.\n" };

/** What warms a worker: questions that run through most of what any question needs. */
const WARM = [
  { command: "diagnostics", file: "warm.puzzle", files: WARM_FILES },
  { command: "solve", arguments: ["warm.puzzle"], files: WARM_FILES },
];

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** The module, compiled once for all engines of this page. */
export function wasmModule() {
  compiled ??= compileFrom(new URL("../gridlog.wasm", import.meta.url)).catch((trouble) => {
    compiled = null;
    throw trouble;
  });
  return compiled;
}

/**
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
async function compileFrom(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the engine cannot be loaded: ${address.pathname} gives ${answer.status}`);
  // Only with the right type of content is it compiled while it comes; some static hosts do not know that type.
  const typed = answer.headers.get("Content-Type")?.startsWith("application/wasm");
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * An engine with a worker of its own. Requests are answered one after the other.
 * @param {Parts} [parts]
 */
export function wasmEngine(parts = {}) {
  const { module = wasmModule, warm = WARM } = parts;
  const start = parts.worker ?? (() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
  /** @typedef {{id: number, text: string, asking: Asking, resolve: (answer: Answer) => void, reject: (trouble: unknown) => void}} Task */
  /** @type {Task[]} */
  let waiting = [];
  /** @type {Task | null} */
  let running = null;
  /** @type {Worker | null} */
  let worker = null;
  /** Fulfilled when the worker has been sent its module. @type {Promise<void>} */
  let equipped = Promise.resolve();
  let [last, closed, size] = [0, false, 0];

  /** @param {string} why */
  const failed = (why) => ({ exit: 2, records: [], output: "", messages: `error: ${why}\n` });

  /** A worker in place of the one there was. */
  const renew = () => {
    worker?.terminate();
    worker = null;
    if (closed) return;
    const fresh = start();
    worker = fresh;
    fresh.onmessage = ({ data }) => heard(fresh, data);
    fresh.onerror = (event) => {
      event.preventDefault();
      if (worker === fresh) lost(`the engine cannot be started: ${event.message ?? "the worker did not load"}`);
    };
    equipped = module().then((compiled) => fresh.postMessage({ module: compiled, warm: warm.map((request) => JSON.stringify(request)) }));
    equipped.catch((trouble) => worker === fresh && lost(String(trouble?.message ?? trouble)));
  };

  /**
   * The worker is of no use any more: whoever waits for it is told why, and the next question gets another one.
   * @param {string} why
   */
  const lost = (why) => {
    const task = running;
    running = null;
    worker?.terminate();
    worker = null;
    task?.resolve(failed(why));
    next();
  };

  /**
   * @param {Worker} from
   * @param {{ready?: true, id?: number, progress?: string, response?: string, size?: number, ended?: string}} said
   */
  const heard = (from, said) => {
    if (from !== worker) return;
    if (said.ended !== undefined) return lost(said.ended);
    if (!running || said.id !== running.id) return;
    if (said.progress !== undefined) return running.asking.progress?.(JSON.parse(said.progress).progress);
    if (said.response === undefined) return;
    const task = running;
    running = null;
    size = said.size ?? 0;
    if (size > LARGE) renew();
    try {
      task.resolve(JSON.parse(said.response));
    } catch (trouble) {
      task.reject(trouble);
    }
    next();
  };

  const next = () => {
    if (running || closed) return;
    const task = waiting.shift();
    if (!task) return;
    running = task;
    if (!worker) renew();
    // A request follows the module of its worker: messages keep the order in which they are sent, two promises of a module do not.
    const meant = worker;
    equipped.then(
      () => running === task && worker === meant && meant?.postMessage({ id: task.id, request: task.text }),
      () => {},
    );
  };

  renew();
  return {
    /**
     * The response to a request; what stops the engine is a response too. An aborted one is rejected with the signal's reason.
     * @param {Request} request
     * @param {Asking} [asking]
     * @returns {Promise<Answer>}
     */
    ask(request, asking = {}) {
      return new Promise((resolve, reject) => {
        const { signal } = asking;
        if (signal?.aborted) return reject(signal.reason);
        if (closed) return reject(new Error("the engine is closed"));
        const task = { id: ++last, text: JSON.stringify(request), asking, resolve: settle(resolve), reject: settle(reject) };
        /** @template T @param {(value: T) => void} how */
        function settle(how) {
          return (/** @type {T} */ value) => {
            signal?.removeEventListener("abort", abort);
            how(value);
          };
        }
        function abort() {
          if (running === task) {
            running = null;
            renew();
          } else {
            waiting = waiting.filter((other) => other !== task);
          }
          reject(signal?.reason);
          next();
        }
        signal?.addEventListener("abort", abort, { once: true });
        waiting.push(task);
        next();
      });
    },
    /** How many bytes of memory the engine had after its last answer. */
    size: () => size,
    /** Ends the worker; whoever still waits is told. */
    close() {
      closed = true;
      worker?.terminate();
      for (const task of [running, ...waiting]) task?.reject(new Error("the engine is closed"));
      [worker, running, waiting] = [null, null, []];
    },
  };
}
