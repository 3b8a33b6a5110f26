// Nothing that a user typed disappears but by the user's own deletion: tabs that are closed, links, full
// storage, two tabs at once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { pack } from "../src/address.ts";
import type { World } from "./adli.ts";
import { says, text, write, type Test } from "./steps.ts";

const FILE = (title: string): string => `-- ${title}\nendgame KRK White K R v Black k\n`;
const link = async (title: string): Promise<string> => `/?text=krk#text=${await pack(FILE(title))}`;
const own = (page: Page): Locator => page.locator('#which-text optgroup[label="your own texts"] option');
const fromLinks = (page: Page): Locator =>
  page.locator('#which-text optgroup[label="from addresses, unchanged"] option');
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });

/** Types where the cursor is, without waiting for anything afterwards. */
async function type(
  page: Page,
  words: string,
  place: "Control+Home" | "Control+End" = "Control+Home",
): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press(place);
  await page.keyboard.type(words);
}

const shown = (page: Page): Promise<string> =>
  text(page).evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );

/** Every file of the user, as a page that is loaded now shows it. */
async function files(page: Page): Promise<string[]> {
  await page.waitForSelector('#which-text optgroup[label="KRK"]', { state: "attached" });
  const all = [];
  for (const option of await own(page).all()) {
    await page.selectOption("#which-text", await option.getAttribute("value"));
    all.push(await shown(page));
  }
  return all;
}

/** A page, and others beside it, that can be put to sleep. */
async function openSleeper(world: World, path: string): Promise<Page> {
  const page = await world.open(path);
  await page.context().addInitScript(() => {
    const tab = globalThis as unknown as { isAsleep: boolean; missed: StorageEvent[] };
    tab.isAsleep = false;
    tab.missed = [];
    globalThis.addEventListener("storage", (event) => {
      if (!tab.isAsleep) return;
      tab.missed.push(event);
      event.stopImmediatePropagation();
    });
  });
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  return page;
}

/** From now on the page hears nothing of other tabs; by `false` it hears of everything since. */
const sleep = (page: Page, isAsleep: boolean): Promise<void> =>
  page.evaluate((asleep) => {
    const tab = globalThis as unknown as { isAsleep: boolean; missed: StorageEvent[] };
    tab.isAsleep = asleep;
    if (!asleep)
      for (const event of tab.missed.splice(0))
        dispatchEvent(new StorageEvent("storage", { key: event.key, newValue: event.newValue }));
  }, isAsleep);

export const tests: Record<string, Test> = {
  async "what is typed is there when the tab is loaded again or closed right after it"({ open, beside }) {
    const page = await open("/?text=krk");
    await write(page, FILE("Mine."));
    await page.waitForURL(/#text=/);
    await type(page, "-- loaded again at once\n");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.match(await shown(page), /^-- loaded again at once\n-- Mine\./);
    assert.equal(
      await page.locator(".text-bar .note").first().innerText(),
      "",
      "it did not come from elsewhere",
    );
    await type(page, "-- closed at once\n");
    await page.close();
    const next = await beside(page, "/?text=krk");
    const [kept, ...others] = await files(next);
    assert.match(kept ?? "", /^-- closed at once\n-- loaded again at once\n-- Mine\./);
    assert.deepEqual(others, []);
  },

  async "what is typed in one text is kept when the next one is typed in at once"({ open }) {
    const page = await open("/?text=krk");
    await write(page, FILE("First."));
    await page.selectOption("#which-text", "krk/bratko");
    await says(text(page), "Bratko's strategy with search");
    await write(page, FILE("Second."));
    await page.selectOption("#which-text", { label: "First." });
    await says(text(page), "First.");
    await type(page, "-- one\n");
    await page.selectOption("#which-text", { label: "Second." });
    await type(page, "-- two\n");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.deepEqual((await files(page)).map((each) => each.split("\n")[0]).toSorted(), ["-- one", "-- two"]);
  },

  async "forty-one links take away none of the user's files"({ open, beside }) {
    const page = await open("/?text=krk");
    for (const title of ["First.", "Second.", "Third."]) {
      await button(page, "New").click();
      await write(page, FILE(title));
    }
    // A link that is changed is the user's from then on.
    const other = await beside(page, await link("Fourth."));
    await says(other.locator(".text-bar .note"), "this text came with the address");
    assert.deepEqual(await fromLinks(other).allInnerTexts(), ["Fourth."]);
    assert.match(await other.inputValue("#fen"), /k/, "a position is shown, though the address has none");
    await type(other, "-- changed\n");
    await says(own(other), "changed");
    for (let number = 1; number <= 41; number++) {
      await other.goto(new URL(await link(`Link ${number}.`), page.url()).href, { waitUntil: "commit" });
      // The address alone differs: a page that is there already reads it; that is a link too.
      await says(text(other), `Link ${number}.`);
      if (number % 10 === 0) await other.reload();
    }
    await type(page, "-- typed afterwards\n");
    await other.reload();
    await other.waitForSelector("html[data-ready]");
    assert.deepEqual((await own(other).allInnerTexts()).toSorted(), [
      "First.",
      "Second.",
      "changed",
      "typed afterwards",
    ]);
    assert.deepEqual(
      [await fromLinks(other).count(), await fromLinks(other).first().innerText()],
      [40, "Link 41."],
    );
  },

  async "a tab follows what is typed in another one, with its cursor in place"({ open, beside }) {
    const page = await open("/?text=krk");
    await write(page, `${FILE("Shared.")}-- the end`);
    await page.waitForURL(/#text=/);
    const other = await beside(page, page.url().slice(new URL(page.url()).origin.length));
    await other.locator(".cm-content").focus();
    await other.keyboard.press("Control+End");
    await type(page, "-- above\n");
    await says(text(other), "above");
    await other.keyboard.type(", and more");
    await says(text(page), "-- the end, and more");
    await other.keyboard.press("Control+z");
    await says(text(page), /-- above[\s\S]*-- the end$/);
    assert.deepEqual([await shown(page), await own(page).count()], [await shown(other), 1]);
  },

  async "two tabs that type in one file at the same time: both forms are kept, and both tabs say so"(world) {
    const { beside } = world;
    const page = await openSleeper(world, "/?text=krk");
    await write(page, FILE("Shared."));
    await page.waitForURL(/#text=/);
    const address = page.url().slice(new URL(page.url()).origin.length);
    const other = await beside(page, address);
    await Promise.all([sleep(page, true), sleep(other, true)]);
    await type(page, "-- from the first tab\n");
    await type(other, "-- from the second tab\n");
    await Promise.all([sleep(page, false), sleep(other, false)]);
    for (const tab of [page, other])
      await says(
        tab.locator(".text-bar .news"),
        "another tab changed this text at the same time: both forms are kept",
      );
    await type(page, "-- more of the first\n");
    await type(other, "-- more of the second\n");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.match(
      await shown(page),
      /^-- more of the first\n-- from the first tab\n-- Shared\./,
      "each tab goes on with its own",
    );
    const [one, two, ...others] = (await files(page)).toSorted();
    assert.match(one ?? "", /^-- more of the first\n-- from the first tab\n-- Shared\./);
    assert.match(two ?? "", /^-- more of the second\n-- from the second tab\n-- Shared\./);
    assert.deepEqual(others, []);
    assert.match(
      (await own(page).allInnerTexts()).join(),
      /^\d\d:\d\d:\d\d: more of the \w+,\d\d:\d\d:\d\d: more of the \w+$/,
    );
  },

  async "two tabs that type as fast as they can lose no letter"({ open, beside }) {
    const page = await open("/?text=krk");
    await write(page, `${FILE("Shared.")}-- the end`);
    await page.waitForURL(/#text=/);
    const other = await beside(page, page.url().slice(new URL(page.url()).origin.length));
    const [above, below] = ["abcdefghijklm".repeat(5), "nopqrstuvwxyz".repeat(5)];
    await Promise.all([type(page, `-- ${above}`), type(other, below, "Control+End")]);
    await Promise.all([page.close(), other.close()]);
    const all = await files(await beside(page, "/?text=krk"));
    for (const typed of [above, below])
      assert.ok(
        all.some((file) => file.includes(typed)),
        `${typed} is in one of:\n${all.join("\n\n")}`,
      );
    return `${all.length} ${all.length === 1 ? "form" : "forms"}`;
  },

  async "what one tab deletes while another one types in it stays"(world) {
    const { beside } = world;
    const page = await openSleeper(world, "/?text=krk");
    await write(page, FILE("Mine."));
    await page.waitForURL(/#text=/);
    const other = await beside(page, page.url().slice(new URL(page.url()).origin.length));
    await button(other, "Delete").click();
    await says(page.locator(".text-bar .news"), "deleted in another tab");
    assert.match(await shown(page), /^-- Mine\./, "it is still on show");
    await type(page, "-- typed on\n");
    await page.close();
    await says(own(other), "typed on");
    await other.selectOption("#which-text", { label: "typed on" });
    await says(text(other), "-- typed on");
    // The other way: the one that deletes has not heard of what was typed.
    const third = await beside(other, "/?text=krk");
    await third.selectOption("#which-text", { label: "typed on" });
    await sleep(other, true);
    await type(third, "-- not yet heard of\n");
    await button(other, "Delete").click();
    await third.reload();
    await third.waitForSelector("html[data-ready]");
    assert.match(await shown(third), /^-- not yet heard of\n-- typed on\n/);
    // And a deletion that was meant, then undone.
    await button(third, "Delete").click();
    await own(third).first().waitFor({ state: "detached" });
    await button(third, "Bring it back").click();
    await says(own(third), "not yet heard of");
  },

  async "storage that another tab clears takes nothing away that is on show"({ open, beside }) {
    const page = await open("/?text=krk");
    await write(page, FILE("Mine."));
    const other = await beside(page, "/?text=krk");
    await other.evaluate(() => localStorage.clear());
    await page.waitForFunction(() => localStorage.length > 0);
    await other.reload();
    await other.waitForSelector("html[data-ready]");
    assert.match((await files(other)).join(), /^-- Mine\./);
  },

  async "where the browser has no room it says so, keeps the text on the page and asks before it is closed"({
    open,
    beside,
  }) {
    const page = await open("/?text=krk");
    await write(page, FILE("First."));
    await button(page, "New").click();
    await write(page, FILE("Second."));
    const other = await beside(page, "/?text=krk");
    await other.evaluate(() => {
      for (let length = 1 << 22; length >= 1; length >>= 1) {
        try {
          for (let number = 0; ; number++)
            localStorage.setItem(`room ${length} ${number}`, "x".repeat(length));
        } catch {
          continue; // that much does not fit any more
        }
      }
    });
    // It takes a moment until one tab knows how full another one has made the storage.
    await page.waitForFunction(() => {
      try {
        localStorage.setItem("probe", "x".repeat(64));
        localStorage.removeItem("probe");
        return false;
      } catch {
        return true;
      }
    });
    await type(page, "-- no room for this\n");
    await says(page.locator(".alarm"), "This browser has no room left for what you typed");
    // Another text, and back: it is still here.
    await page.selectOption("#which-text", { label: "First." });
    await says(text(page), "-- First.");
    await page.selectOption("#which-text", { label: "no room for this" });
    assert.match(await shown(page), /^-- no room for this\n-- Second\./);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Save no room for this").click(),
    ]);
    assert.equal(await readFile(await download.path(), "utf8"), `-- no room for this\n${FILE("Second.")}`);
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
    assert.equal(dialog.type(), "beforeunload");
    await dialog.dismiss();
    const [first, second, ...more] = (await own(other).allInnerTexts()).toSorted();
    assert.ok(
      first === "First." && second?.endsWith("Second.") && more.length === 0,
      "what is kept stays kept",
    );
    await other.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith("room "))
        .forEach((key) => localStorage.removeItem(key)),
    );
    await page.keyboard.press("Control+End");
    await type(page, "-- room again\n");
    await page.locator(".alarm").waitFor({ state: "hidden" });
    await other.reload();
    await other.waitForSelector("html[data-ready]");
    assert.deepEqual((await files(other)).map((each) => each.split("\n")[0]).toSorted(), [
      "-- First.",
      "-- room again",
    ]);
  },

  async "undoing never brings one text into another"({ open }) {
    const page = await open("/?text=krk");
    await write(page, FILE("First."));
    await button(page, "New").click();
    await says(text(page), "strategy mine");
    const before = await shown(page);
    await page.locator(".cm-content").focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("Control+z");
    assert.equal(await shown(page), before);
  },

  async "laying out takes nothing away that is typed meanwhile"({ open }) {
    const page = await open("/?text=krk");
    await write(page, "endgame   KRK White K R v Black k\n");
    let go = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route("**/api/format", async (route) => {
      await typed;
      await route.continue();
    });
    await button(page, "Lay out").click();
    await type(page, "-- typed meanwhile\n");
    go();
    await says(page.locator(".text-bar .note"), "not laid out, since the text has changed meanwhile");
    assert.match(await shown(page), /^-- typed meanwhile\n/);
    await button(page, "Lay out").click();
    await says(page.locator(".text-bar .note"), "laid out");
    await says(text(page), /-- typed meanwhile\s+endgame KRK/);
  },

  async "files of an earlier version of the page are there, and stay when they are changed"({
    open,
    beside,
  }) {
    const page = await open("/?text=krk");
    await page.evaluate(
      (list) => localStorage.setItem("adli.texts", JSON.stringify(list)),
      ["New.", "Old."].map((title, index) => ({ id: `m4x${index}`, words: FILE(title) })),
    );
    const next = await beside(page, "/?text=krk");
    assert.deepEqual(await own(next).allInnerTexts(), ["New.", "Old."]);
    await next.selectOption("#which-text", { label: "Old." });
    await says(text(next), "-- Old.");
    await type(next, "-- changed\n");
    await next.selectOption("#which-text", { label: "New." });
    await button(next, "Delete").click();
    await next.reload();
    await next.waitForSelector("html[data-ready]");
    assert.deepEqual(
      (await files(next)).map((each) => each.split("\n")[0]),
      ["-- changed"],
    );
  },

  async "tests that two tabs keep are all kept"({ open, beside }) {
    const page = await open("/?text=kqk/beginner");
    const other = await beside(page, "/?text=kqk/beginner");
    for (const [index, tab] of [page, other].entries()) {
      await tab.click("#tab-verdicts");
      await button(tab, /Leaf through/)
        .first()
        .click();
      if (index > 0) await button(tab, /Next/).click();
    }
    for (const tab of [page, other]) await button(tab, "Keep as a test").click();
    await says(other.locator(".kept"), "2 positions kept");
  },
};
