// What people do on the page, as the page promises it. Values are known without Adli: mates in one, the sixteen moves of king and rook, the rules of the
// tutorial.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { at, change, claim, KQK, path, says, SECOND, tab, text, value, write, type Test } from "./steps.ts";

/** Mate in one by Rh8. */
const CORNER = "k7/8/1K6/8/8/8/8/7R w - - 0 1";

export const tests: Record<string, Test> = {
  async "set up a position and read its value"({ open }) {
    const page = await open("/");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    const put = async (man: string, square: string): Promise<void> => {
      await page.getByRole("group", { name: "Spare men" }).getByRole("button", { name: man }).click();
      await at(page, square).click();
    };
    await put("white king", "b6");
    await put("white rook", "a1");
    await put("black king", "a8");
    await page.keyboard.press("Escape");
    // A wrong square: the rook is dragged where it belongs.
    await at(page, "a1").dragTo(at(page, "h1"));
    assert.equal(await page.inputValue("#fen"), CORNER);
    await page.getByRole("button", { name: "Done" }).click();
    await says(value(page), /White mates in 1 move\b/);
    await says(page.locator(".group.win").first(), "Rh8#");
    // The same from the other side of the board.
    await page.getByRole("button", { name: "Swap colours" }).click();
    await says(value(page), /Black mates in 1 move\b/);
  },

  async "a move is made by mouse, taken back, and found again by the back button"({ open }) {
    const page = await open(path(CORNER));
    await says(value(page), "White mates in 1 move");
    await at(page, "h1").click();
    await at(page, "h8").click();
    await says(value(page), /mate/i);
    await page.waitForURL(/7R_b_|k6R/);
    await page.goBack();
    await says(value(page), "White mates in 1 move");
    await at(page, "h1").dragTo(at(page, "h2"));
    await says(page.locator(".turn-button"), "Black to move");
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.inputValue("#fen"), CORNER);
  },

  async "write a rule with a mistake, see it underlined, correct it, see it proved"({ open }) {
    const page = await open("/");
    await write(page, KQK.replace("step approach: move K where safe'", "step approach: move K where save'"));
    await page.waitForSelector(".cm-lintRange-error");
    await says(page.locator(".mistakes"), "save");
    await change(page, "save'", "safe'");
    await page.waitForSelector(".cm-lintRange-error", { state: "detached" });
    await tab(page, "verdicts");
    await says(claim(page, "wins"), "proved");
    // The tutorial's figures.
    await says(page.locator('.claim[data-claim="wins"]'), /144,508 positions[\s\S]*at most 17 moves; with best play 10/);
  },

  async "break it, leaf through failures, play one through, keep it as a test"({ open }) {
    const page = await open("/");
    await write(page, SECOND);
    await tab(page, "verdicts");
    await says(claim(page, "wins"), "refuted");
    await says(page.locator('.claim[data-claim="wins"]'), "it fails from 87,864 of 144,508 positions");
    await page.locator('.claim[data-claim="wins"]').getByRole("button", { name: "Leaf through the first 40 of 87,864" }).click();
    await says(page.locator("#tab-failures"), "87,864");
    await says(page.locator(".leaf-count"), /1 of 40/);
    const first = await page.inputValue("#fen");
    await page.getByRole("button", { name: "Next" }).click();
    await says(page.locator(".leaf-count"), /2 of \d+/);
    assert.notEqual(await page.inputValue("#fen"), first);
    await page.getByRole("button", { name: "Previous" }).click();
    assert.equal(await page.inputValue("#fen"), first);
    const wrong = page.locator(".filters label", { hasText: "what goes wrong" }).locator("select");
    await wrong.selectOption("stuck");
    await says(page.locator(".failure h3"), "no rule has a move");
    await says(page.locator(".applying h3"), "no rule has a move here");
    await wrong.selectOption("cycle");
    await says(page.locator(".failure h3"), "the play never ends");
    // What is here, what the claim counts and what the kinds count are three things. The figures are the tutorial's.
    await says(page.locator(".leaf-count"), "1 of 4 here");
    await says(page.locator(".extent"), /wins fails from 87,864 positions; 40 of them are here \(4 of this kind\)/);
    await says(page.locator(".extent"), /no rule has a move \(464 positions\), the play never ends \(18,864 positions\)\. From the others it leads to one of these/);
    const steps = page.locator(".failures-panel .step");
    await says(steps.first(), /squeeze|approach/);
    const start = await page.inputValue("#fen");
    await page.getByRole("button", { name: "one move forward" }).click();
    await says(page.locator(".turn-button"), "Black to move");
    assert.notEqual(await page.inputValue("#fen"), start);
    await page.getByRole("button", { name: "one move back" }).click();
    assert.equal(await page.inputValue("#fen"), start);
    await page.getByRole("button", { name: "Keep as a test" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save mine.failures.epd" }).click()]);
    assert.equal(download.suggestedFilename(), "mine.failures.epd");
    const saved = await readFile(await download.path(), "utf8");
    assert.ok(saved.includes(start.split(" ").slice(0, 4).join(" ")), saved);
  },

  async "another text has verdicts and tests of its own, and one's own text is there again"({ open }) {
    const page = await open("/");
    await write(page, SECOND);
    await tab(page, "verdicts");
    await says(claim(page, "wins"), "refuted");
    await page.locator('.claim[data-claim="wins"]').getByRole("button", { name: /Leaf through/ }).click();
    await page.getByRole("button", { name: "Keep as a test" }).click();
    await says(page.locator(".failures-panel"), "1 position kept");
    await page.selectOption("#which-text", "knkr/bratko-1979");
    await says(page.locator(".failures-panel"), "No failures.");
    assert.equal(await page.locator(".kept").count(), 0);
    await tab(page, "verdicts");
    await says(page.locator(".prove"), /^Prove$/);
    await says(page.locator(".claims"), "not yet decided");
    await page.goto(new URL("/", page.url()).href);
    await page.waitForSelector("html[data-ready]");
    await page.selectOption("#which-text", { label: "KQK: mine" });
    await says(text(page), "strategy mine for White");
    await tab(page, "failures");
    await says(page.locator(".failures-panel"), "1 position kept");
  },

  async "a cycle is shown as a cycle"({ open }) {
    const page = await open("/?text=kqk/beginner");
    await tab(page, "verdicts");
    await says(claim(page, "wins"), "refuted, as expected");
    await page.locator('.claim[data-claim="wins"]').getByRole("button", { name: /Leaf through/ }).click();
    await page.locator(".filters label", { hasText: "what goes wrong" }).locator("select").selectOption("cycle");
    await says(page.locator(".round-note"), "is back: so it goes round for ever");
    await page.getByRole("button", { name: "to the end" }).click();
    const forward = page.getByRole("button", { name: "one move forward" });
    const current = page.locator(".step[aria-current]");
    const last = await current.innerText();
    await forward.click();
    assert.notEqual(await current.innerText(), last, "forward from the last move goes on with the round");
  },

  async "the rule that applies is lit, its moves are arrows, an earlier rule says why not"({ open }) {
    const fen = "8/8/8/8/8/8/2Q5/k2K4 w - - 0 1";
    const page = await open(path(fen, "&text=kqk/beginner"));
    await says(page.locator(".applying h3"), "fewest_moves");
    await says(page.locator(".cm-line.lit"), "step fewest_moves");
    assert.ok((await page.locator(".arrow.rule").count()) > 0, "arrows");
    await page.locator(".cm-line", { hasText: "step mate_now" }).click();
    const failing = page.locator('.failing[data-rule="mate_now"]');
    await page.locator('.failing[data-rule="mate_now"][open]').waitFor();
    await says(failing, /mate'/);
    // The value of what is selected: steps(Q, k) is 2 with the queen on c2 and the king on a1.
    await page.evaluate(() => {
      const line = [...document.querySelectorAll(".cm-line")].find((each) => each.textContent?.startsWith("def safe"));
      const walker = document.createTreeWalker(line!, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.textContent === "steps" && range.startOffset === 0 && range.collapsed) range.setStart(node, 0);
        if (node.textContent === ")" && range.endContainer === range.startContainer) range.setEnd(node, 1);
      }
      (document.querySelector(".cm-content") as HTMLElement).focus();
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
    });
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowLeft");
    await says(page.locator(".selected"), /steps\(Q, k\) is 2 here/);
  },

  async "words are completed, and explained under the mouse"({ open }) {
    const page = await open(path("8/8/8/8/8/8/2Q5/k2K4 w - - 0 1", "&text=kqk/beginner"));
    await page.waitForSelector(".cm-line.lit");
    await page.locator(".cm-line", { hasText: "def safe" }).getByText("steps").first().hover();
    await says(page.locator(".hover"), "steps");
    await text(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("def mine = fre");
    await says(page.locator(".cm-tooltip-autocomplete"), "freedom");
    await page.waitForTimeout(150); // a suggestion is not taken by a key that comes too soon after it
    await page.keyboard.press("Enter");
    await says(text(page), "def mine = freedom");
  },

  async "share the address in a second window, and reload"({ open }) {
    const page = await open(path(CORNER));
    await says(value(page), "White mates in 1 move");
    await write(page, KQK);
    await page.waitForURL(/#text=/);
    await page.fill("#fen", "https://lichess.org/analysis/8/8/8/8/8/2k5/8/KQ6_w_-_-_0_1");
    await page.press("#fen", "Enter");
    await page.waitForURL(/2k5\/8\/KQ6_w/);
    await says(value(page), "White mates");
    const said = await value(page).innerText();
    const address = page.url();
    const second = await open(address.slice(new URL(address).origin.length));
    await says(value(second), said);
    await says(text(second), "strategy mine for White to win");
    // Whoever gets a text has it from then on.
    await says(second.locator(".text-bar .note"), "it is kept in the list");
    await second.goto(new URL("/?text=krk", second.url()).href);
    const kept = second.locator("#which-text optgroup").first().locator("option").first();
    await says(kept, "King and queen against king: the queen takes room");
    await second.selectOption("#which-text", await kept.getAttribute("value"));
    await says(text(second), "strategy mine for White to win");
    await tab(page, "plots");
    await page.reload();
    await says(value(page), said);
    assert.equal(await page.locator("#tab-plots").getAttribute("aria-selected"), "true", "the tab is the same");
    await says(text(page), "strategy mine for White to win");
    assert.equal(page.url(), address);
  },

  async "cancel a long proof"({ open }) {
    const page = await open("/?text=knkr/adli");
    await tab(page, "verdicts");
    await page.getByRole("button", { name: "Prove" }).click();
    await says(page.locator(".progress"), /\d+ of [\d,]+|beginning/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await says(page.locator(".verdicts-panel"), "You cancelled it. Nothing had been decided by then.");
    await says(page.locator(".claims"), /cancelled before the end[\s\S]*it was not its turn yet/);
    assert.equal(await page.locator("#tab-verdicts .badge.good").count(), 0, "what is not decided is not called good");
    await page.getByRole("button", { name: "Prove" }).waitFor();
    // The server is free for others.
    await page.fill("#fen", CORNER);
    await page.press("#fen", "Enter");
    await says(value(page), "White mates in 1 move");
  },

  async "the keyboard alone"({ open }) {
    const page = await open("/");
    const keys = async (...pressed: string[]): Promise<void> => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? null);
    await keys("b");
    assert.equal(await focused(), "e4");
    await keys("e", "c");
    // From e4 to a8, then b6, then h1.
    await keys("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "k");
    await keys("ArrowRight", "ArrowDown", "ArrowDown", "K");
    await keys(...Array<string>(6).fill("ArrowRight"), ...Array<string>(5).fill("ArrowDown"), "R");
    assert.equal(await focused(), "h1");
    assert.equal(await page.inputValue("#fen"), CORNER);
    await keys("e");
    await says(value(page), "White mates in 1 move");
    await keys("v");
    await says(page.locator("#said"), "White mates in 1 move");
    await page.waitForSelector(".cell.movable");
    await keys("Enter", ...Array<string>(7).fill("ArrowUp"));
    assert.equal(await at(page, "h8").getAttribute("aria-label"), "h8, may move here");
    await keys("Enter");
    await says(value(page), /mate/i);
    await keys("u");
    await says(value(page), "White mates in 1 move");
    for (const [key, fen] of [["m", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"], ["x", "r7/8/8/8/8/6k1/8/7K b - - 0 1"], ["t", "r7/8/8/8/8/6k1/8/7K w - - 0 1"]] as const) {
      await keys(key);
      assert.equal(await page.inputValue("#fen"), fen, key);
    }
    await keys("f");
    assert.equal(await page.locator(".ranks span").first().innerText(), "1");
    await keys("g");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "fen");
    // Out of the text again by Tab: it is no trap.
    await page.keyboard.press("Tab");
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".cm-content")), null);
  },

  async "a narrow screen, by touch"({ open }) {
    const page = await open(path(CORNER), { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await says(value(page), "White mates in 1 move");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `nothing sticks out: ${width} px`);
    const [board, rules] = [await page.locator(".board-frame").boundingBox(), await page.locator(".editor").boundingBox()];
    assert.ok(board && rules && rules.y > board.y + board.height, "one column");
    await at(page, "h1").tap();
    await at(page, "h8").tap();
    await says(page.locator(".turn-button"), "Black to move");
  },
};
