// Texts of one's own, and what the page says of a text beside its mistakes.

import assert from "node:assert/strict";
import { at, claim, path, says, tab, text, value, write, type Test } from "./steps.ts";

const CORNER = "8/8/8/8/8/8/2Q5/k2K4 w - - 0 1";

export const tests: Record<string, Test> = {
  async "a new text is about the men on the board, and texts are kept beside each other"({ open }) {
    const page = await open(path(CORNER, "&text=krk"));
    await says(value(page), "White mates in 4 moves");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await says(text(page), "endgame KQK White K Q v Black k");
    await tab(page, "verdicts");
    await says(claim(page, "wins"), "refuted");
    await page.selectOption("#which-text", "krk/malikovic-janicic");
    await says(text(page), "strategy mj for White");
    await page.waitForURL(/text=krk\/malikovic-janicic/);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await says(text(page), "endgame KRK White K R v Black k");
    const own = page.locator("#which-text optgroup").first().locator("option");
    assert.deepEqual(await own.allInnerTexts(), ["My rules: king and rook against king.", "My rules: king and queen against king."]);
    await page.getByRole("button", { name: "Delete" }).click();
    await says(text(page), "endgame KQK White K Q v Black k");
    assert.deepEqual(await own.allInnerTexts(), ["My rules: king and queen against king."]);
    await page.getByRole("button", { name: "Bring it back" }).click();
    await says(text(page), "endgame KRK White K R v Black k");
    // A text of the library that somebody changes becomes his own; those that he has stay as they are.
    await page.selectOption("#which-text", "krk/malikovic-janicic");
    await says(text(page), "strategy mj for White");
    await write(page, "-- Another one.\nendgame KRK White K R v Black k\n");
    await says(own.first(), "Another one.");
    assert.equal(await own.count(), 3);
    await page.waitForURL(/#text=/);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await says(text(page), "Another one.");
    assert.equal(await own.count(), 3);
  },

  async "texts are listed with their titles, a rule that never applies is warned of, common slips have help"({ open }) {
    const page = await open("/?text=kqk/beginner");
    await says(page.locator("#which-text"), "krk/bratko: ");
    await says(page.locator(".mistakes .warning"), "the rule approach never applies");
    await page.waitForSelector(".cm-lintRange-warning");
    await write(page, "endgame KQK White K Q vs Black k\nuse geometry\nstrategy mine for White to win\n  step a: move K wher steps(K', k') => 2\n");
    await says(page.locator(".mistakes"), "write v");
    await page.locator(".cm-lintRange-error").first().hover();
    await page.getByRole("button", { name: "write `v`" }).click();
    await says(page.locator(".mistakes"), "did you mean where?");
    await says(text(page), "White K Q v Black k");
  },

  async "a word with a prime has its value after the move, and a selection is seen on the lit line"({ open }) {
    const page = await open(path(CORNER, "&text=kqk/beginner"));
    await page.waitForSelector(".cm-line.lit");
    const word = page.locator(".cm-line.lit").getByText("freedom");
    await word.hover();
    // After Qb3 he has no move: it is stalemate.
    await says(page.locator(".hover"), /freedom' is that after the move[\s\S]*after Qb3: 0/);
    await word.dblclick();
    await says(page.locator(".selected"), "freedom' is 0 after Qb3");
    const lit = await page.locator(".cm-line.lit").evaluate((line) => getComputedStyle(line).backgroundColor);
    assert.match(lit, /rgba\(.*0\.\d+\)|\/ 0\.\d+\)/, `what lies under the line is seen: ${lit}`);
    assert.ok((await page.locator(".cm-selectionBackground").count()) > 0);
  },

  async "a word of an earlier rule is selected by a double click or a drag, and nothing moves under the mouse"({ open }) {
    // So low a window that the rules that do not apply are below its edge.
    const page = await open(path(CORNER, "&text=kqk/beginner"), { viewport: { width: 1360, height: 640 } });
    await page.waitForSelector(".cm-line.lit");
    const line = page.locator(".cm-line", { hasText: "step mate_now" });
    const word = line.getByText("mate", { exact: true });
    await word.scrollIntoViewIfNeeded();
    const place = (await word.boundingBox())!;
    const [left, middle, right] = [place.x + 1, place.y + place.height / 2, place.x + place.width - 1];
    // At the speed of a hand: what is done on the first click is done before the second.
    await page.mouse.click((left + right) / 2, middle);
    await page.waitForTimeout(180);
    await page.mouse.click((left + right) / 2, middle, { clickCount: 2 });
    await says(page.locator(".selected"), "mate' is false after Qb3");
    assert.deepEqual(await word.boundingBox(), place);
    // A single click opens why the rule does not apply, and moves nothing either.
    await line.getByText("mate_now").click();
    await page.locator('.failing[data-rule="mate_now"][open]').waitFor();
    assert.deepEqual(await word.boundingBox(), place);
    await page.mouse.move(left, middle);
    await page.mouse.down();
    await page.waitForTimeout(400);
    await page.mouse.move(right, middle, { steps: 4 });
    await page.mouse.up();
    await says(page.locator(".selected"), "mate is false here");
    assert.equal(await page.evaluate(() => getSelection()?.toString()), "mate");
  },

  async "who trains may click and select in the text, and the tab stays"({ open }) {
    const page = await open(path(CORNER, "&text=kqk/beginner"));
    await page.waitForSelector(".cm-line.lit");
    await tab(page, "train");
    const line = page.locator(".cm-line", { hasText: "step mate_now" });
    await line.getByText("mate_now").click();
    await page.locator('.failing[data-rule="mate_now"][open]').waitFor({ state: "attached" });
    assert.equal(await page.locator("#tab-train").getAttribute("aria-selected"), "true");
    await line.getByText("mate", { exact: true }).dblclick();
    await says(page.locator(".selected"), "mate' is false after Qb3");
    assert.equal(await page.locator("#tab-train").getAttribute("aria-selected"), "true");
  },

  async "a mistake in a condition is told in its own words, and failures are drawn by squares"({ open }) {
    const page = await open("/?text=kqk/beginner");
    await tab(page, "plots");
    await page.fill("#heat-condition", "(k in edge");
    await page.getByRole("button", { name: "Draw the board" }).click();
    await says(page.locator(".pictures"), "found the end of the condition");
    await page.fill("#heat-condition", "k in edges");
    await page.getByRole("button", { name: "Draw the board" }).click();
    await says(page.locator(".pictures"), "did you mean edge?");
    await page.selectOption("#heat-what", "wins");
    await page.selectOption("#heat-man", "k");
    await page.getByRole("button", { name: "Draw the board" }).click();
    await page.locator(".plot img").waitFor();
  },

  async "castling rights in a pasted position are left out, and that is said"({ open }) {
    const page = await open("/?text=krk");
    await says(value(page), "White mates");
    await page.fill("#fen", "https://lichess.org/analysis/4k3/8/8/8/8/8/8/R3K3_w_Q_-_0_1");
    await page.press("#fen", "Enter");
    await says(page.locator("#fen-note"), "castling rights of this position are left out");
    assert.equal(await page.inputValue("#fen"), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    await says(value(page), "White mates");
    await page.goto(new URL("/?fen=4k3/8/8/8/8/8/8/R3K3_w_Q_-_0_1", page.url()).href);
    await says(value(page), "White mates");
    await says(page.locator("#fen-note"), "castling rights of this position are left out");
  },

  async "move counters of a pasted position are left out, and a position without a value is not heard as the one before"({ open }) {
    const page = await open("/?text=krk");
    // The verdicts are said as well, once.
    await page.waitForSelector("#tab-verdicts .badge.good");
    await page.fill("#fen", "4k3/8/8/8/8/8/8/R3K3 w - - 12 60");
    await page.press("#fen", "Enter");
    await says(page.locator("#fen-note"), "move counters are left out: Adli counts without the fifty-move rule");
    assert.equal(await page.inputValue("#fen"), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    await says(page.locator("#said"), "White mates");
    for (const fen of ["8/8/8/8/8/8/8/8 w - - 0 1", "4k3/4r3/8/8/8/8/4P3/R3K3 w - - 0 1"]) {
      await page.fill("#fen", fen);
      await page.press("#fen", "Enter");
      await says(page.locator(".value .refused"), /./);
      await says(page.locator("#said"), /^no value: /);
      assert.doesNotMatch(await page.locator("#said").innerText(), /mates/);
    }
  },

  async "the page goes on by itself after the server was restarted"({ open, without }) {
    const page = await open("/?text=knkr/adli");
    await tab(page, "verdicts");
    await page.getByRole("button", { name: "Prove" }).click();
    await says(page.locator(".progress"), /\d+ of [\d,]+|beginning/);
    await without(async () => {
      await page.fill("#fen", "k7/8/1K6/8/8/8/8/7R w - - 0 1");
      await page.press("#fen", "Enter");
      await says(page.locator(".lost"), "Adli does not answer");
    });
    await says(value(page), "White mates in 1 move");
    assert.equal(await page.locator(".lost").isVisible(), false);
    // The proof that was under way is under way again.
    await says(page.locator(".progress"), /\d+ of [\d,]+|beginning/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await says(page.locator(".verdicts-panel"), "You cancelled it");
    await page.waitForSelector(".cell.movable");
    await at(page, "h1").click();
    await at(page, "h8").click();
    await says(value(page), /mate/i);
  },
};
