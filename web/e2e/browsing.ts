// Pages that are read, and what is readable without script.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { KEYS } from "../src/keys.ts";
import { says, type Test } from "./steps.ts";

export const tests: Record<string, Test> = {
  async "the value of a position is readable without script"({ open }) {
    const page = await open("/?fen=k7/8/1K6/8/8/8/8/7R_w_-_-_0_1", { javaScriptEnabled: false });
    await says(page.locator("main"), /White mates in 1 move\b/);
    await says(page.locator("main"), "Rh8#");
  },

  async "library and endgames are browsed, and lead back to the board"({ open }) {
    const page = await open("/library");
    await page.locator("main").getByRole("link", { name: "krk/bratko", exact: true }).first().click();
    await says(page.locator("main"), /strategy bratko for White to win/);
    await page.getByRole("button", { name: "Decide them now" }).click();
    await says(page.locator(".decided .claim").first(), /proved[\s\S]*by the method exhaustive/);
    await page.getByRole("link", { name: /on the board/i }).first().click();
    await page.waitForSelector(".cm-line.lit");
    await page.getByRole("link", { name: "All about KRK" }).click();
    // Sixteen moves: known since the first tables were made.
    await says(page.locator("main"), /16 moves|31 plies/);
  },

  async "every key of the board is on the help page"({ open }) {
    const page = await open("/help");
    const shown = (await page.locator("main kbd").allInnerTexts()).join(" ");
    const missing = KEYS.map((key) => ("shown" in key ? key.shown : key.key)).filter((key) => !key.split(/ or | to |, | /).every((part) => shown.includes(part)));
    assert.deepEqual(missing, []);
  },

  async "on a narrow screen nothing of the help sticks out"({ open }) {
    const page = await open("/help", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width} px`);
  },

  async "exercises of a text begin a training"({ open }) {
    const page = await open("/?text=krk");
    await page.click("#tab-train");
    await page.getByRole("button", { name: "Exercises of this text" }).click();
    await page.locator(".exercises details").first().locator("summary").click();
    assert.ok(await page.locator(".exercises .diagram").first().isVisible(), "with a diagram");
    await page.locator(".exercises li button").first().click();
    await says(page.locator(".coach"), "Your move");
  },

  async "plots are drawn"({ open }) {
    const page = await open("/?text=kqk/beginner");
    await page.click("#tab-plots");
    await page.getByRole("button", { name: "Draw the plots" }).click();
    await page.locator(".plot img").first().waitFor();
    const wide = await page.locator(".plot img").first().evaluate((image) => (image as HTMLImageElement).naturalWidth);
    assert.ok(wide > 0, "the picture can be seen");
  },

  async "a heading of endgames has something under it"({ open }) {
    const page = await open("/endgames");
    await says(page.getByRole("heading", { name: "Five men" }).locator("xpath=following-sibling::*[1]"), "no tables of so many men are here");
  },

  async "page weight under 500 KB compressed"({ open, origin }) {
    const page = await open("/");
    await page.waitForSelector(".cm-line.lit");
    const addresses = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
    let sum = 0;
    for (const address of new Set([page.url(), ...addresses])) {
      if (!address.startsWith(origin) || address.includes("/api/jobs")) continue;
      const body = Buffer.from(await (await fetch(address)).arrayBuffer());
      sum += gzipSync(body).length;
    }
    assert.ok(sum < 500_000, `${sum} bytes`);
    return `${Math.round(sum / 1000)} KB`;
  },
};
