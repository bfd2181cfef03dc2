// @ts-check
// The page stirs and veils as the program does: src/services/play/seal.rs holds the same texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { digestOf, unveil } from "../play/seal.js";

test("digests and veils are those of the program", () => {
    assert.equal(digestOf(["r1c1", "4"], "salt"), "8f333013ddb2abff");
    assert.equal(unveil("AtimPQ==", "key"), "text");
});
