// @ts-check
// Digests and veils, the same as in src/services/play/seal.rs.

const ROUNDS = 64;

function stirBytes(text) {
    let one = 0x9e3779b9;
    let other = 0x85ebca6b;
    for (const byte of new TextEncoder().encode(text)) {
        one = Math.imul(one ^ byte, 0x01000193) ^ (other >>> 15);
        other = Math.imul(other ^ byte, 0x5bd1e995) ^ (one >>> 13);
    }
    for (let round = 0; round < ROUNDS; round++) {
        one = Math.imul(one ^ (other >>> 16), 0x7feb352d);
        other = Math.imul(other ^ (one >>> 15), 0x846ca68b);
    }
    return [one >>> 0, other >>> 0];
}

/** A digest of some texts, in order. */
export function digestOf(texts, salt) {
    return stirBytes(`${salt}\n${texts.join("\n")}`).map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

/** A veiled text, to be read. */
export function unveil(letters, key) {
    let state = stirBytes(key)[0];
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    for (let at = 0; at < bytes.length; at++) {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) | 0;
        bytes[at] ^= ((mixed ^ (mixed >>> 14)) >>> 8) & 255;
    }
    return new TextDecoder().decode(bytes);
}
