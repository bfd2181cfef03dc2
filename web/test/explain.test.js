// @ts-check
// Explanation pages, as people read them: step by step, all at once, on paper, without scripts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, shoot, WEB } from "./browser.js";

const ROOT = join(WEB, "..");
const PROGRAM = process.env.GRIDLOG ?? join(ROOT, "target", "debug", "gridlog");

/** @param {string[]} args what the program prints */
const gridlog = (...args) => execFileSync(PROGRAM, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] });

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser.close());

/**
 * A page in a window of its own, closed when it was used.
 * @param {string} html
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {(page: import("playwright-core").Page) => Promise<void>} use
 */
async function withPage(html, options, use) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  await page.route("http://page.test/**", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.goto("http://page.test/");
  await use(page);
  assert.deepEqual(errors, []);
  await context.close();
}

/** Goes to a step by the address: the page hears of that a little later. @param {import("playwright-core").Page} page @param {string} step */
async function goTo(page, step) {
  await page.goto(`http://page.test/#${step}`);
  await page.locator(`article#${step}.current`).waitFor();
}

/** The names of the steps that are seen. @param {import("playwright-core").Page} page */
const seen = (page) => page.locator("article:visible").evaluateAll((all) => all.map((one) => one.id));

const killer = () => gridlog("explain", "rules/killer/hard.puzzle", "-f", "html");

test("a step at a time, by keys, buttons, slider and links", () => withPage(killer(), {}, async (page) => {
  assert.deepEqual(await seen(page), ["step0"]);
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await seen(page), ["step0"]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await seen(page), ["step2"]);
  assert.match(await page.getByRole("status").innerText(), /^2 of 66: 2\. /);
  assert.equal(new URL(page.url()).hash, "#step2");
  await page.keyboard.press("End");
  assert.deepEqual(await seen(page), ["step66"]);
  assert.equal(await page.getByRole("button", { name: "Next" }).getAttribute("aria-disabled"), "true");
  await page.getByRole("button", { name: "Back" }).click();
  assert.deepEqual(await seen(page), ["step65"]);
  await page.keyboard.press("Home");
  await page.getByRole("link", { name: "hidden triple" }).click();
  await page.locator("article:visible h2", { hasText: "hidden triple" }).waitFor();
  const [triple] = await seen(page);
  await page.getByRole("slider", { name: "Step" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await seen(page), [`step${Number(triple.slice(4)) + 1}`]);
  await goTo(page, "step40");
  assert.deepEqual(await seen(page), ["step40"]);
  await page.locator("article:visible .remarks a").first().click();
  assert.notDeepEqual(await seen(page), ["step40"]);
  await page.getByRole("button", { name: "Show all steps" }).click();
  assert.equal((await seen(page)).length, 67);
}));

test("several puzzles on a page are gone through one by one", () =>
  withPage(gridlog("explain", "rules/sudoku/six.puzzle", "rules/hashi/easy.puzzle", "-f", "html"), {}, async (page) => {
    assert.deepEqual(await seen(page), ["step0", "puzzle2-step0"]);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Next" }).nth(1).click();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await seen(page), ["step1", "puzzle2-step2"]);
  }));

test("plans of moves are gone through as well", () =>
  withPage(gridlog("render", "rules/lightsout/three.puzzle", "--solution", "-f", "html"), {}, async (page) => {
    assert.equal(await page.locator("article:visible h2").innerText(), "start");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator("article:visible h2").innerText(), /^1\. press/);
  }));

test("swipes go from step to step, and scrolling does not", () => withPage(killer(), { hasTouch: true, viewport: { width: 360, height: 740 } }, async (page) => {
  const client = await page.context().newCDPSession(page);
  /** @param {[number, number]} from @param {[number, number]} to */
  const swipe = async (from, to) => {
    const at = ([x, y]) => [{ x, y }];
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
    await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(to) });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe([300, 300], [100, 310]);
  assert.deepEqual(await seen(page), ["step1"]);
  await swipe([200, 500], [180, 300]);
  assert.deepEqual(await seen(page), ["step1"]);
  await swipe([100, 300], [300, 310]);
  assert.deepEqual(await seen(page), ["step0"]);
}));

test("the picture stays in sight beside a long text", () =>
  withPage(gridlog("explain", "rules/antiknight/hard.puzzle", "-f", "html"), { viewport: { width: 1200, height: 600 } }, async (page) => {
    // The step with the longest text.
    const longest = await page.locator("article").evaluateAll((all) => all.reduce((one, other) => other.innerHTML.length > one.innerHTML.length ? other : one).id);
    await goTo(page, longest);
    await page.locator(".remarks:visible > li").last().scrollIntoViewIfNeeded();
    assert.ok(await page.evaluate(() => scrollY) > 200, "there is something to scroll");
    const box = await page.locator("article:visible > svg").boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 600, JSON.stringify(box));
  }));

test("fits a phone, in the dark too", () => withPage(killer(), { viewport: { width: 360, height: 740 }, colorScheme: "dark" }, async (page) => {
  for (const step of ["step0", "step40"]) {
    await goTo(page, step);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, step);
    const bar = await page.getByRole("toolbar").boundingBox();
    assert.ok(bar && bar.y + bar.height <= 741 && bar.height < 70, JSON.stringify(bar));
    await shoot(page, `explain-phone-${step}`);
  }
}));

test("all steps are there without scripts and on paper", async () => {
  await withPage(killer(), { javaScriptEnabled: false }, async (page) => assert.equal(await page.locator("article:visible").count(), 67));
  await withPage(killer(), {}, async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.equal((await seen(page)).length, 67);
    assert.equal(await page.getByRole("toolbar").count(), 0);
  });
});

// What pictures share is written once; each must still look as it does by itself, but for the edges of lines that meet.
for (const [rules, steps] of /** @type {[string, number[]][]} */ ([["killer", [1, 33, 66]], ["slitherlink", [2, 40, 85]], ["hashi", [1, 20, 39]], ["masyu", [30]], ["heyawake", [25]], ["tents", [3]]])) {
  test(`the pictures of ${rules} are those of render`, () => {
    const puzzle = `rules/${rules}/hard.puzzle`;
    return withPage(gridlog("explain", puzzle, "-f", "html"), { viewport: { width: 2000, height: 1500 } }, async (page) => {
      await page.addStyleTag({ content: ".stepper, h1, .legend { display: none } article > svg { width: auto !important; max-height: none !important; position: absolute !important; top: 0 !important; left: 0; border-radius: 0 !important } article { grid-template-columns: 1200px 1fr !important }" });
      for (const step of steps) {
        await goTo(page, `step${step}`);
        const shared = await page.locator("article:visible > svg").screenshot();
        const alone = await page.context().newPage();
        await alone.setContent(`<style>body{margin:0}svg{display:block}</style>${gridlog("render", puzzle, "--step", String(step), "-f", "svg")}`);
        const own = await alone.locator("svg").first().screenshot();
        const differing = await alone.evaluate(async (pictures) => {
          const pixels = await Promise.all(pictures.map(async (text) => {
            const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
            const context = /** @type {CanvasRenderingContext2D} */ (new OffscreenCanvas(image.width, image.height).getContext("2d"));
            context.drawImage(image, 0, 0);
            return { size: `${image.width}x${image.height}`, data: context.getImageData(0, 0, image.width, image.height).data };
          }));
          if (pixels[0].size !== pixels[1].size) return `${pixels[0].size} and ${pixels[1].size}`;
          return pixels[0].data.filter((value, at) => Math.abs(value - pixels[1].data[at]) > 110).length / pixels[0].data.length;
        }, [shared.toString("base64"), own.toString("base64")]);
        await alone.close();
        assert.ok(typeof differing === "number" && differing < 0.0005, `step ${step}: ${differing}`);
      }
    });
  });
}
