// @ts-check
// The link that carries rules and puzzle: `#`, a letter for the version, and base64url of JSON compressed by deflate. It stands in
// the fragment, which browsers send to no server.

/** @typedef {{rules?: string, name?: string, puzzle?: string, params?: string}} Shared */

const VERSION = "1";
/** A link that unfolds to more than this is refused: a small link can hide a very large text. */
const MOST = 1_000_000;
/** So is one to a text of more lines: browsers take seconds to lay them out, and a small link can carry all of them. */
const MOST_LINES = 20_000;
const FIELDS = ["rules", "name", "puzzle", "params"];

/**
 * The fragment for this, with its `#`.
 * @param {Shared} shared
 * @returns {Promise<string>}
 */
export async function writeLink(shared) {
    const bytes = new TextEncoder().encode(JSON.stringify(shared));
    if (bytes.length > MOST) throw new Error("rules and puzzle are too long for a link");
    const packed = await bytesOf(streamOf(bytes).pipeThrough(new CompressionStream("deflate-raw")), Infinity);
    let text = "";
    for (const byte of packed) text += String.fromCharCode(byte);
    return `#${VERSION}${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * What a fragment carries; null if it carries nothing. An error says what is wrong with a link in words for people.
 * @param {string} fragment
 * @returns {Promise<Shared | null>}
 */
export async function readLink(fragment) {
    const text = fragment.replace(/^#/, "");
    // Other fragments name parts of the page.
    if (!/^\d/.test(text)) return null;
    if (text[0] !== VERSION) throw new Error("this link is of a kind that this page does not know");
    let bytes;
    try {
        bytes = Uint8Array.from(atob(text.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    } catch {
        throw new Error("this link holds signs that no link has; it may have been cut or changed on its way");
    }
    let json;
    try {
        const unpacked = await bytesOf(streamOf(bytes).pipeThrough(new DecompressionStream("deflate-raw")), MOST);
        json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unpacked));
    } catch (trouble) {
        if (trouble instanceof RangeError) throw new Error("this link unfolds to more than this page takes");
        throw new Error("this link is not whole; it may have been cut on its way");
    }
    if (typeof json !== "object" || json === null || Array.isArray(json))
        throw new Error("this link holds something else than a puzzle");
    /** @type {any} */
    const shared = {};
    for (const field of FIELDS) {
        if (json[field] === undefined) continue;
        if (typeof json[field] !== "string") throw new Error("this link holds something else than a puzzle");
        if (json[field].split("\n", MOST_LINES + 1).length > MOST_LINES)
            throw new Error("this link unfolds to more lines than this page takes");
        shared[field] = json[field];
    }
    if (shared.name !== undefined && !/^[a-z0-9_]{1,60}$/.test(shared.name))
        throw new Error("this link names rules in a way that no rule set is named");
    return shared;
}

/** @param {Uint8Array} bytes */
function streamOf(bytes) {
    return new Blob([/** @type {any} */ (bytes)]).stream();
}

/**
 * All bytes of a stream, or a RangeError as soon as there are more than `most`.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
async function bytesOf(stream, most) {
    const reader = stream.getReader();
    /** @type {Uint8Array[]} */
    const pieces = [];
    let length = 0;
    for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        length += value.length;
        if (length > most) {
            await reader.cancel();
            throw new RangeError("too long");
        }
        pieces.push(value);
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}
