// @ts-check
// Asking: every question of the page on real puzzles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, giveTime, playground, read, write } from "./playground.js";

const { open } = playground();

test("solve, unique, count, candidates, rate, test", async () => {
    const page = await open();
    const answer = page.locator("#answer");
    await ask(page, "solve");
    await page.locator("#board-bar").getByText("The solution").waitFor();
    await ask(page, "unique");
    await answer.locator(".badge", { hasText: "Exactly one solution" }).waitFor();
    await ask(page, "count");
    assert.equal(await answer.locator(".big").textContent(), "1");
    await ask(page, "candidates");
    await page.locator("#board-bar").getByText("Candidates").waitFor();
    await ask(page, "rate");
    await answer.locator(".big").getByText("easy").waitFor();
    await ask(page, "test");
    await answer.getByText("All as expected").waitFor();
    assert.ok((await answer.locator(".results li").count()) > 3);
    await ask(page, "verify");
    await answer.locator(".badge", { hasText: "No law is broken so far" }).waitFor();
});

test("all solutions, page by page", async () => {
    const page = await open();
    await write(page, "Puzzle", "use latin with n = 3.\n");
    await ask(page, "all");
    await page.locator("#answer").getByText("Solution 1 of 12").waitFor();
    const first = await page.locator("#answer pre").textContent();
    await page.getByRole("button", { name: "Next solution" }).click();
    await page.getByText("Solution 2 of 12").first().waitFor();
    assert.notEqual(await page.locator("#answer pre").textContent(), first);
    await page.locator("#board-bar").getByText("Solution 2 of 12").waitFor();
    await page.getByRole("button", { name: "Last solution" }).click();
    assert.ok(await page.getByRole("button", { name: "Next solution" }).isDisabled());
});

test("what is given is told from the rest in every solution", async () => {
    const page = await open();
    await write(page, "Puzzle", "use latin with n = 3.\ngiven(r1c1, 2).\n");
    await ask(page, "all");
    await page.getByRole("button", { name: "Next solution" }).click();
    await page.locator("#board-bar").getByText("Solution 2 of 4").waitFor();
    assert.deepEqual(await page.locator("#board svg:visible text[font-weight=bold]").allTextContents(), ["2"]);
    assert.equal(await page.locator("#board svg:visible text").count(), 9);
});

test("an explanation, step by step", async () => {
    const page = await open();
    await ask(page, "explain");
    await page.locator("#board-bar").getByText("Step 1 of 24").waitFor();
    const first = await page.locator("#board svg:visible").innerHTML();
    await page.getByRole("button", { name: "Next step" }).click();
    await page.locator("#board-bar").getByText("Step 2 of 24").waitFor();
    assert.notEqual(await page.locator("#board svg:visible").innerHTML(), first);
    assert.equal(await page.locator("[aria-current=step] .count").textContent(), "2");
    await page.keyboard.press("Alt+ArrowRight");
    await page.locator("#board-bar").getByText("Step 3 of 24").waitFor();
    await page.locator(".step").nth(9).click();
    await page.locator("#board-bar").getByText("Step 10 of 24").waitFor();
    await page.getByRole("button", { name: "Back to the puzzle" }).click();
    await page.locator("#board-bar").waitFor({ state: "hidden" });
});

test("hints", async () => {
    const page = await open();
    await ask(page, "hint");
    await page.locator("#answer").getByText("Look here").waitFor();
    await page.getByRole("button", { name: "Tell me more" }).click();
    await page.locator("#board-bar").getByText("The next step").waitFor();
});

test("why, why not, why none, why several", async () => {
    const page = await open();
    await ask(page, "why");
    await page.getByRole("textbox", { name: "Place" }).fill("r3c3");
    await page.getByRole("textbox", { name: "Value" }).fill("1");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator("#answer").getByText("r3c3 = 1 follows").waitFor();
    await page.locator(".step").first().waitFor();
    await ask(page, "why");
    await page.getByRole("textbox", { name: "Place" }).fill("r3c3");
    await page.getByRole("combobox", { name: "Relation" }).selectOption("!=");
    await page.getByRole("textbox", { name: "Value" }).fill("2");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator(".step").first().waitFor();
    await write(page, "Puzzle", 'use latin with n = 2.\ngiven """\n1 1\n. .\n""".\n');
    await ask(page, "solve");
    await page.getByRole("button", { name: "Why is there none?" }).click();
    await page.getByText("contradict each other").waitFor();
    await write(page, "Puzzle", "use latin with n = 2.\n");
    await ask(page, "why");
    await page.getByRole("button", { name: "Why are there several?" }).click();
    await page.getByText("Two solutions differ here").waitFor();
});

test("generate and put it on the desk", async () => {
    const page = await open();
    await ask(page, "generate");
    await page.getByLabel("Difficulty").selectOption("easy");
    await page.getByLabel("How many").fill("2");
    await page.getByLabel("Seed").fill("7");
    await page.getByLabel(/^Params/).fill("r=2 c=2");
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await page.getByText("Puzzle 1 of 2").waitFor();
    await page.getByRole("button", { name: "Put it on the desk" }).click();
    assert.match(await read(page, "Puzzle"), /use sudoku with/);
    await ask(page, "unique");
    await page.locator("#answer .badge", { hasText: "Exactly one solution" }).waitFor();
});

test("a puzzle of moves", async () => {
    const page = await open();
    await write(page, "Rules", "");
    await write(page, "Puzzle", 'use "2048" with n = 3.\ngiven """\n2 . 2\n. 4 .\n8 . .\n""".\n');
    await ask(page, "solve");
    await page.locator("#board-bar").getByText("The start").waitFor();
    await page.getByRole("button", { name: "Next position" }).click();
    await page.locator("#board-bar").getByText("After move 1").waitFor();
});

test("questions about values are not offered for a puzzle of moves", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.locator("[data-rules=sokoban]").click();
    await page.locator("#rules-name").getByText("sokoban").waitFor();
    const explain = page.locator("[data-question=explain]");
    assert.ok(await explain.isDisabled());
    assert.match((await explain.getAttribute("title")) ?? "", /plan/);
    await ask(page, "count");
    await page.locator("#answer .badge", { hasText: /shortest plan/i }).waitFor();
});

test("an answer about an older text says so until the text is as it was", async () => {
    const page = await open();
    await write(page, "Puzzle", "use latin with n = 2.\n");
    await ask(page, "count");
    const old = page.locator("#answer").getByText("before the last change");
    assert.equal(await old.count(), 0);
    await write(page, "Puzzle", "use latin with n = 3.\n");
    await old.waitFor();
    await write(page, "Puzzle", "use latin with n = 2.\n");
    await old.waitFor({ state: "detached" });
});

test("a puzzle that expects nothing is no test, and rules that were emptied are told about", async () => {
    const page = await open();
    await page.getByRole("button", { name: "New" }).click();
    await ask(page, "test");
    await page.locator("#answer").getByText("Nothing is expected").waitFor();
    await page.locator("#answer").getByText("expects nothing; it is").waitFor();
    await write(page, "Rules", "");
    await ask(page, "solve");
    await page.locator("#answer").getByText("my.rules holds no statement").waitFor();
});

test("cancel a long count by button and by key", async () => {
    const page = await open();
    await giveTime(page);
    await write(page, "Puzzle", "use latin with n = 9.\n");
    await page.locator("[data-question=count]").click();
    await page.locator("#working").waitFor();
    // Squiggles do not wait for the count.
    await write(page, "Rules", "param n <= 3.\n");
    await page.locator("#rules-editor .squiggle.error").first().waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#answer").getByText("was called off").waitFor();
    await page.locator("#working").waitFor({ state: "hidden" });
    await page.locator("[data-question=count]").click();
    await page.locator("#working").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#answer").getByText("was called off").waitFor();
    await write(page, "Puzzle", "use latin with n = 2.\n");
    await ask(page, "count");
    assert.equal(await page.locator("#answer .big").textContent(), "2");
});

test("rules that never end and boards that are too large end with a message", async () => {
    const page = await open();
    await write(page, "Rules", "grid(2, 2) :: 1..2.\np(X) :- p(X).\na: p(1).\n");
    await write(page, "Puzzle", "");
    await ask(page, "solve");
    await page.locator("#answer .badge.no").waitFor();
    await write(page, "Rules", "grid(500, 500) :: 1..500.\nlines: line(L) => distinct(L).\n");
    await page.locator("[data-question=solve]").click();
    await page.locator("#working").waitFor({ state: "hidden", timeout: 60_000 });
    assert.notEqual((await page.locator("#answer").textContent())?.trim(), "");
});

test("errors are told, and lead to their place", async () => {
    const page = await open();
    await write(page, "Rules", "grid(2, 2) :: 1..2.\na: line(L) => distinct(M).\n");
    await write(page, "Puzzle", "");
    await ask(page, "solve");
    await page.locator("#answer .badge.no").waitFor();
    await page.locator("#answer .problem-place").first().click();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Rules");
});
