// A page full of markup: whatever a user, an address or the server says is shown as it is, never as elements;
// no script of it runs, and the page keeps its shape. Everything is clicked on and pointed at.

import assert from "node:assert/strict";
import type { Locator, Page, Route } from "playwright-core";
import { pack } from "../src/address.ts";
import { says, tab, text, type Test } from "./steps.ts";

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

async function poisonAnswers(page: Page): Promise<void> {
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
    } catch {
      await route.abort().catch(() => undefined); // the page has given up the question
    }
  });
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

/** Points at everything that can be pointed at, then clicks on everything that does not lead away. */
async function goThrough(page: Page, inside: Locator, where: string): Promise<number> {
  const things = inside.locator("button:visible:enabled, summary:visible, select:visible");
  let done = 0;
  for (let index = 0; index < Math.min(await things.count(), 30); index++) {
    const thing = things.nth(index);
    const label = ((await thing.textContent({ timeout: 1000 }).catch(() => null)) ?? "").slice(0, 40);
    await thing.hover({ timeout: 1000 }).catch(() => undefined); // it was drawn anew
    await sound(page, `${where}, pointing at ${label}`);
    if (
      /^(Delete|Begin|Copy address|New|Save)/.test(label) ||
      (await thing
        .evaluate((element) => element.tagName, undefined, { timeout: 1000 })
        .catch(() => "SELECT")) === "SELECT"
    )
      continue;
    await thing.click({ timeout: 1000 }).catch(() => undefined);
    await sound(page, `${where}, after a click on ${label}`);
    done++;
  }
  return done;
}

/** Points at words of the text and selects them. */
async function readWords(page: Page, where: string): Promise<void> {
  const lines = page.locator(".cm-line");
  for (let index = 0; index < (await lines.count()); index++) {
    const word = lines.nth(index).locator("span").last();
    if ((await word.count()) === 0) continue;
    await word.hover({ timeout: 1000, position: { x: 4, y: 6 } }).catch(() => undefined);
    await page.waitForTimeout(450); // the time that the mouse rests
    await sound(page, `${where}, pointing at line ${index + 1}`);
    await word.dblclick({ timeout: 1000, position: { x: 4, y: 6 } }).catch(() => undefined);
    await sound(page, `${where}, selecting in line ${index + 1}`);
  }
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
        await goThrough(page, page.locator(`#panel-${name}`), `${where}, ${name}`);
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
        await mistake.hover({ timeout: 1000, position: { x: 2, y: 6 } }).catch(() => undefined);
        await page.waitForTimeout(450);
        await sound(page, where);
      }
      await goThrough(page, page.locator(".right"), where);
    }
  },

  async "answers full of markup are shown as they are, wherever they stand"({ open }) {
    for (const viewport of [WIDE, NARROW]) {
      const where = `answers, ${viewport.width} px`;
      const page = await open("/?text=kqk/beginner", { viewport });
      await poisonAnswers(page);
      await page.reload();
      await says(page.locator(".verdict-line"), "<b>bold</b><img src=x");
      await says(page.locator(".applying"), "<b>bold</b><img src=x");
      await sound(page, where);
      for (const name of ["position", "verdicts", "failures", "train", "plots"]) {
        await tab(page, name);
        if (name === "verdicts") await says(page.locator(".claims"), "<b>bold</b><img src=x");
        if (name === "failures") await says(page.locator(".failure"), "<b>bold</b><img src=x");
        await goThrough(page, page.locator(`#panel-${name}`), `${where}, ${name}`);
      }
      await goThrough(page, page.locator(".value"), `${where}, value`);
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
