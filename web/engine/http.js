// @ts-check
// The engine behind `gridlog serve`: a request is posted, its answer comes as lines of JSON, the last of which is the response.

/** @typedef {import("../engine.js").Request} Request */
/** @typedef {import("../engine.js").Response} Response_ */
/** @typedef {import("../engine.js").Asking} Asking */

/**
 * An engine that asks the server this page came from. Aborting ends the connection, and with it the work on the server.
 * @param {string} address
 * @returns {{ask: (request: Request, asking?: Asking) => Promise<Response_>}}
 */
export function httpEngine(address) {
  // The server keeps what it knows about the texts of a page for that page.
  const page = Math.random().toString(36).slice(2);
  return {
    async ask(request, { signal, progress } = {}) {
      const body = JSON.stringify(request);
      const headers = { "Content-Type": "application/json", "X-Gridlog-Page": page };
      const answer = await fetch(address, { method: "POST", headers, body, signal }).catch((trouble) => {
        throw signal?.aborted ? trouble : new Error("the server is gone; is `gridlog serve` still running?");
      });
      if (!answer.ok || !answer.body) {
        const told = await answer.json().catch(() => null);
        const why = told?.messages?.trim().replace(/^error: /, "");
        throw new Error(why || `the server answered ${answer.status}`);
      }
      let last = null;
      for await (const line of linesOf(answer.body)) {
        const message = JSON.parse(line);
        if (message.progress) progress?.(message.progress);
        else last = message;
      }
      if (!last) throw new Error("the server ended without an answer");
      return last;
    },
  };
}

/**
 * The lines of a stream that are not empty.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function* linesOf(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  // Pieces are joined only where a line ends: a long response in many pieces is copied once.
  /** @type {string[]} */
  let pieces = [];
  for (;;) {
    const { value, done } = await reader.read();
    const text = value ? decoder.decode(value, { stream: true }) : decoder.decode();
    const parts = text.split("\n");
    for (const part of parts.slice(0, -1)) {
      pieces.push(part);
      const line = pieces.join("");
      pieces = [];
      if (line.trim()) yield line;
    }
    pieces.push(parts[parts.length - 1]);
    if (done) break;
  }
  const line = pieces.join("");
  if (line.trim()) yield line;
}
