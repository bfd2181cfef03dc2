// The page of the preview, and when it is drawn again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { page, Rest } from "../out/parts/page.mjs";
import { asked, picture } from "../out/parts/protocol.mjs";

test("the page runs its own script and loads nothing", () => {
    const html = page("abc");
    const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1] ?? "";
    assert.match(policy, /^default-src 'none';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(html.match(/<script/g).length, html.match(/<script nonce="abc">/g).length);
    assert.equal(html.match(/<style/g).length, html.match(/<style nonce="abc">/g).length);
    assert.doesNotMatch(html, /(src|href)="/);
});

test("of many wishes the last one is granted, after a rest", async () => {
    const begun = [];
    const rest = new Rest(async (signal) => {
        begun.push(signal);
    });
    for (let wish = 0; wish < 20; wish += 1) {
        rest.wish(15);
    }
    assert.equal(begun.length, 0);
    await pause(60);
    assert.equal(begun.length, 1);
    assert.equal(begun[0].aborted, false);
    rest.wish(15);
    assert.equal(begun[0].aborted, true, "what is under way is given up");
    rest.cancel();
    await pause(60);
    assert.equal(begun.length, 1);
});

test("commands take a lens's argument, an address, or the document in front", () => {
    assert.deepEqual(asked({ uri: "file:///a", puzzle: 2 }, undefined), { uri: "file:///a", puzzle: 2, show: false });
    assert.deepEqual(asked("file:///a", "file:///b"), { uri: "file:///a", show: false });
    assert.deepEqual(asked(undefined, "file:///b"), { uri: "file:///b", show: false });
    assert.equal(asked(undefined, undefined), undefined);
});

test("what is no picture is a message", async () => {
    const answer = (kind, text) => async (command, what) => {
        assert.deepEqual([command, what], ["gridlog.render", { uri: "file:///a", show: false }]);
        return { kind, text, uri: "", title: "", status: 0 };
    };
    assert.deepEqual(await picture(answer("picture", "<svg/>"), "file:///a"), { svg: "<svg/>" });
    assert.deepEqual(await picture(answer("text", "error[E604]\n"), "file:///a"), { message: "error[E604]" });
});
