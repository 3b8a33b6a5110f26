// A page full of markup: whatever a user, an address or the server says is shown as it is, never as elements;
// no script of it runs, and the page keeps its shape. Everything is clicked on and pointed at.

import assert from "node:assert/strict";
import type { Locator, Page, Route } from "playwright-core";
import { pack } from "../src/address.ts";
import { says, tab, text, value, type Test } from "./steps.ts";

const MARKUP =
  `<b>bold</b><img src=x onerror="globalThis.hit=1"><script>globalThis.hit=2</script>` +
  `&lt;i&gt; "quoted" 'so'`;
/** Emoji of several letters, text from right to left, a letter that turns the direction, and a word without
    an end. */
const ODD = `👩‍👩‍👧‍👦🧑‍🚀 שלום עולם مرحبا \u202Eabc\u202C ${"W".repeat(160)}`;
const HOSTILE = `${MARKUP} ${ODD}`;

/** The same without characters that nobody sees, which stand in no file that is understood. */
const SEEN = ODD.replaceAll(/[\u200D\u202A-\u202E]/g, "");

/** A file that is understood, with all of it in its title and comments, and with names as long as a line. */
const LONG = "w".repeat(110);
const FILE = `-- ${MARKUP} ${SEEN}
endgame KQK White K Q v Black k
use geometry  -- ${MARKUP}
def ${LONG} = steps(K, k)  -- ${SEEN}
strategy s${LONG} for White to win
  step mate${LONG}: move where mate'
  step near${LONG}: move K least (${LONG}', walk(K', k'))
theorem t${LONG}: s${LONG} reaches mate from White to move
`;
/** Mistakes that are told with the words of the file. */
const MISTAKEN = `-- ${HOSTILE}
endgame KQK White K Q v Black k
use "${MARKUP.replaceAll('"', "")}.adv"
def a = ${MARKUP}
def b = שלום\u202E + ${LONG}
strategy <b>s</b> for White to win
  step <img src=x onerror=globalThis.hit=3>: move K
`;

/** Fields of answers that are not shown but decide what the page does. */
const PLAIN = new Set([
  "uci",
  "fen",
  "turn",
  "outcome",
  "plies",
  "severity",
  "state",
  "job",
  "id",
  "verdict",
  "quality",
  "svg",
  "epd",
  "short",
  "material",
  "example",
  "by",
  "progress",
  "over",
  "insert",
  "kind",
  "strategy",
  "unit",
]);

/** An answer in which everything that is shown is hostile. */
function poison(value: unknown, field = ""): unknown {
  if (typeof value === "string") return PLAIN.has(field) ? value : `${value} ${HOSTILE}`;
  if (Array.isArray(value)) return value.map((each) => poison(each, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, name)]));
}

/** Poisons all answers from now on; returns a list to which failures to do so are added. */
async function poisonAnswers(page: Page): Promise<string[]> {
  const failures: string[] = [];
  await page.route(/\/api\//, async (route: Route) => {
    const path = new URL(route.request().url()).pathname;
    // What these answer is a text, or names by which something is found again.
    if (["/api/format", "/api/keep"].includes(path) || /^\/api\/library/.test(path)) return route.continue();
    try {
      const response = await route.fetch();
      const body = await response.text();
      const isStream = path.endsWith("/events");
      const changed = isStream
        ? body.replaceAll(
            /^data: (.*)$/gm,
            (_, data: string) => `data: ${JSON.stringify(poison(JSON.parse(data)))}`,
          )
        : JSON.stringify(poison(JSON.parse(body), path === "/api/check" ? "strategies" : ""));
      await route.fulfill({ response, body: changed });
    } catch (error) {
      failures.push(`${path}: ${String(error)}`);
    }
  });
  return failures;
}

/** Nothing hostile became an element, nothing ran, nothing sticks out. */
async function sound(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: (globalThis as unknown as { hit?: number }).hit ?? null,
    elements: [
      ...document.querySelectorAll(
        'img[src="x"], [onerror], body b, body i, body script:not([src]), iframe, object, embed',
      ),
    ].map((each) => each.outerHTML.slice(0, 120)),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  assert.deepEqual({ hit: found.hit, elements: found.elements }, { hit: null, elements: [] }, where);
  const sticking = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(
          (each) => `${each.tagName} ${each.getAttribute("class") ?? ""} ${each.textContent?.slice(0, 40)}`,
        ),
    );
  if (found.wide > 0)
    assert.fail(`${where}: ${found.wide} px stick out:\n${(await sticking()).slice(0, 12).join("\n")}`);
}

/** The number of these, once it has not changed for a moment. */
async function settled(page: Page, things: Locator): Promise<number> {
  for (let before = -1; ; ) {
    const now = await things.count();
    if (now === before) return now;
    before = now;
    await page.waitForTimeout(100);
  }
}

/** Points at everything that can be pointed at, and clicks on what does not lead away. After each click
    `back` brings the same things onto the page again. */
async function goThrough(
  page: Page,
  inside: Locator,
  where: string,
  back?: () => Promise<void>,
): Promise<void> {
  const things = inside.locator("button:visible:enabled, summary:visible, select:visible");
  await things.first().waitFor();
  let clicks = 0;
  for (let index = 0; index < Math.min(await settled(page, things), 30); index++) {
    const thing = things.nth(index);
    const label = ((await thing.textContent()) ?? "").slice(0, 40);
    await thing.hover();
    await sound(page, `${where}, pointing at ${label}`);
    const isChoice = (await thing.evaluate((element) => element.tagName)) === "SELECT";
    if (isChoice || /^(Delete|Begin|Copy address|New|Save)/.test(label)) continue;
    await thing.click();
    await sound(page, `${where}, after a click on ${label}`);
    await back?.();
    clicks++;
  }
  assert.ok(clicks > 0, `${where}: there is nothing to click on`);
}

/** Points at the middle of a word in the text, where it is not covered. A word that is broken has a box
    in which others stand. */
async function pointAt(page: Page, word: Locator): Promise<{ x: number; y: number }> {
  await page.mouse.move(1, 1);
  await page.locator(".cm-tooltip").first().waitFor({ state: "hidden" });
  await word.scrollIntoViewIfNeeded();
  const { x, y, hit } = await word.evaluate((element) => {
    const boxes = [...element.getClientRects(), element.getBoundingClientRect()];
    const box = boxes.find(({ width }) => width > 0)!;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const found = document.elementFromPoint(x, y);
    return { x, y, hit: element.contains(found) ? null : (found?.outerHTML.slice(0, 200) ?? "nothing") };
  });
  assert.equal(hit, null, `${String(word)} is covered`);
  await page.mouse.move(x, y);
  return { x, y };
}

/** Points at the last word of each line of the text and selects it. */
async function readWords(page: Page, where: string): Promise<void> {
  const viewport = page.viewportSize()!;
  // High enough for all lines: those far outside are not drawn.
  await page.setViewportSize({ ...viewport, height: 6000 });
  await page.locator(".cm-editor").evaluate((editor) => ((editor as HTMLElement).style.height = "4000px"));
  const lines = page.locator(".cm-line");
  const all = await settled(page, lines);
  let words = 0;
  for (let index = 0; index < all; index++) {
    const word = lines.nth(index).locator("span").last();
    if ((await word.count()) === 0) continue; // the line is empty
    const { x, y } = await pointAt(page, word);
    await page.waitForTimeout(450); // the time that the mouse rests
    await sound(page, `${where}, pointing at line ${index + 1}`);
    await page.mouse.dblclick(x, y);
    await sound(page, `${where}, selecting in line ${index + 1}`);
    words++;
  }
  assert.ok(words > 5, `${where}: ${words} words`);
  await page.setViewportSize(viewport);
}

const WIDE = { width: 1360, height: 900 };
const NARROW = { width: 390, height: 844 };
const address = async (words: string): Promise<string> =>
  `/?fen=8/8/8/8/8/2k5/8/KQ6_w_-_-_0_1#text=${await pack(words)}`;

export const tests: Record<string, Test> = {
  async "a file full of markup is shown as it is, in every tab"({ open }) {
    for (const viewport of [WIDE, NARROW]) {
      const page = await open(await address(FILE), { viewport });
      const where = `${viewport.width} px`;
      await says(text(page), "<b>bold</b><img src=x");
      await says(page.locator("#which-text option:checked"), "<b>bold</b><img src=x onerror=");
      await says(page.locator(".applying h3"), `near${LONG}`);
      await readWords(page, where);
      for (const name of ["train", "position", "verdicts", "failures", "plots"]) {
        await tab(page, name);
        if (name === "verdicts") await page.locator(".claim .chip.refuted").first().waitFor();
        if (name === "train") {
          await page.getByRole("button", { name: "Begin", exact: true }).click();
          await sound(page, `${where}, training`);
          await page.getByRole("button", { name: "Stop" }).click();
        }
        await goThrough(page, page.locator(`#panel-${name}`), `${where}, ${name}`, () => tab(page, name));
      }
    }
  },

  async "messages about a file full of markup quote it as it is"({ open }) {
    for (const viewport of [WIDE, NARROW]) {
      const page = await open(await address(MISTAKEN), { viewport });
      const where = `mistakes, ${viewport.width} px`;
      await page.locator(".cm-lintRange-error").first().waitFor();
      await says(page.locator(".mistakes"), /./);
      for (const mistake of (await page.locator(".cm-lintRange-error").all()).slice(0, 12)) {
        await pointAt(page, mistake);
        await page.locator(".cm-tooltip").first().waitFor();
        await sound(page, where);
      }
      await goThrough(page, page.locator(".right"), where);
    }
  },

  async "answers full of markup are shown as they are, wherever they stand"({ open, origin }) {
    const path = "/?text=kqk/beginner";
    for (const viewport of [WIDE, NARROW]) {
      const where = `answers, ${viewport.width} px`;
      const page = await open(path, { viewport });
      const failures = await poisonAnswers(page);
      await page.reload();
      await says(page.locator(".verdict-line"), "<b>bold</b><img src=x");
      await says(page.locator(".applying"), "<b>bold</b><img src=x");
      await sound(page, where);
      for (const name of ["position", "verdicts", "failures", "train", "plots"]) {
        await tab(page, name);
        if (name === "verdicts") await says(page.locator(".claims"), "<b>bold</b><img src=x");
        if (name === "failures") await says(page.locator(".failure"), "<b>bold</b><img src=x");
        await goThrough(page, page.locator(`#panel-${name}`), `${where}, ${name}`, () => tab(page, name));
      }
      // Training hides the value, and a move leads to another.
      const begin = async (): Promise<void> => {
        await page.goto(origin + path);
        await says(value(page), "<b>bold</b><img src=x");
      };
      await begin();
      await goThrough(page, page.locator(".value"), `${where}, value`, begin);
      await readWords(page, where);
      await text(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("def mine = fre");
      await says(page.locator(".cm-tooltip-autocomplete"), "<b>bold</b>");
      await sound(page, `${where}, completion`);
      await page.keyboard.press("Escape");
      await page.keyboard.type(" )(");
      await page.locator(".cm-lintRange-error").first().hover();
      await says(page.locator(".mistakes"), "<b>bold</b><img src=x");
      await sound(page, `${where}, mistakes`);
      assert.deepEqual(failures, []);
    }
  },

  async "positions, names and addresses full of markup are shown as they are, with script and without"({
    open,
  }) {
    const paths = [
      "/?fen=%s",
      "/?text=%s",
      "/?strategy=%s",
      "/?text=krk&strategy=%s",
      "/#text=%s",
      "/library/%s",
      "/endgames/%s",
      "/exercises?text=%s",
      "/%s",
    ];
    for (const javaScriptEnabled of [true, false]) {
      const page = await open("/help", { javaScriptEnabled, viewport: NARROW });
      for (const path of paths) {
        await page.goto(new URL(path.replace("%s", encodeURIComponent(HOSTILE)), page.url()).href);
        await page.waitForTimeout(javaScriptEnabled ? 500 : 0);
        await sound(page, `${path}, ${javaScriptEnabled ? "with" : "without"} script`);
      }
    }
    const page = await open("/?text=krk", { viewport: NARROW });
    for (const pasted of [
      HOSTILE,
      `${MARKUP} 8/8/8/3k4/8/8/8/KR6 w - - 0 1`,
      `8/8/8/3k4/8/8/8/KR6 w ${MARKUP}`,
    ]) {
      await page.fill("#fen", pasted);
      await page.press("#fen", "Enter");
      await sound(page, "a position that was pasted");
    }
    await tab(page, "plots");
    await page.fill("#heat-condition", HOSTILE);
    await page.getByRole("button", { name: "Draw the board" }).click();
    await says(page.locator(".pictures .refused"), /./);
    await sound(page, "a condition");
  },
};
