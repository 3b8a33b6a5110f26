// Play and train: what a learner is told, and what becomes of the game whatever he does beside it.

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { at, path, says, tab, value, write, type Test } from "./steps.ts";

/** White is winning; Rb4 puts the rook where the king takes it. */
const HANGS = "8/8/8/2k5/8/8/8/KR6 w - - 0 1";
/** By the rules of `krk` the rook squeezes to b3. */
const START = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";
/** From here the rules of `kqk/beginner` stalemate (README). */
const STALEMATES = "8/8/8/8/8/8/2Q5/k2K4 w - - 0 1";

const coach = (page: Page): Locator => page.locator(".coach");
const move = async (page: Page, from: string, to: string): Promise<void> => {
  await at(page, from).click();
  await at(page, to).click();
};
const begin = async (page: Page): Promise<void> => {
  await tab(page, "train");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await says(coach(page), "Your move");
};

export const tests: Record<string, Test> = {
  async "be told that one left the rules, and that a move makes no progress"({ open }) {
    const page = await open(path("8/8/8/8/3k4/8/8/KR6 w - - 0 1", "&text=krk"));
    await says(value(page), "White mates");
    await tab(page, "train");
    await page.getByRole("button", { name: "Begin" }).click();
    await says(page.locator(".coach"), "Your move");
    assert.equal(await page.locator(".value").isVisible(), false, "the answer is not shown to who trains");
    await at(page, "b1").click();
    await at(page, "h1").click();
    await says(page.locator(".coach"), /you left the rules/i);
    await says(page.locator(".coach"), /no progress/i);
    await page.getByRole("button", { name: "Take it back" }).click();
    // By the rules: the squeeze, then the defence answers by itself.
    await at(page, "b1").click();
    await at(page, "b3").click();
    await says(page.locator(".train-panel .steps"), /Rb3[\s\S]*squeeze[\s\S]*K/);
    // The rook is given away.
    await page.getByRole("button", { name: "Stop" }).click();
    await page.fill("#fen", HANGS);
    await page.press("#fen", "Enter");
    await says(value(page), "White mates");
    await page.getByRole("button", { name: "Begin" }).click();
    await says(page.locator(".coach"), "Your move");
    await at(page, "b1").click();
    await at(page, "b4").click();
    await says(page.locator(".coach"), /gives the win away/i);
  },

  async "defend against the rules, and play on against the best defence"({ open }) {
    const page = await open(path("8/8/8/8/3k4/1R6/8/K7 b - - 0 1", "&text=krk"));
    await says(value(page), "Black is mated");
    await tab(page, "train");
    await page.getByRole("radio", { name: /Defend against the rules/ }).check();
    await page.getByRole("button", { name: "Begin" }).click();
    await says(page.locator(".coach"), "Your move");
    await at(page, "d4").click();
    await at(page, "c4").click();
    await says(page.locator(".coach"), "by the rule approach_diag");
    await says(page.locator(".train-panel .steps"), /Kc4[\s\S]*Kb2/);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.fill("#fen", HANGS);
    await page.press("#fen", "Enter");
    await says(value(page), "White mates");
    await page.getByRole("radio", { name: /Play on freely/ }).check();
    await page.getByRole("button", { name: "Begin" }).click();
    await says(page.locator(".coach"), "Your move");
    await move(page, "b1", "b2");
    await says(coach(page), /Rb2: that keeps the win\.\s+The reply is K\w\d\./);
    await page.getByRole("button", { name: "From the start" }).click();
    await says(coach(page), "Your move");
    await at(page, "b1").click();
    await at(page, "b4").click();
    // The best defence takes the rook.
    await says(page.locator(".coach"), "that gives the win away");
    await says(page.locator(".train-panel .steps"), "Kxb4");
  },

  async "in training Undo takes a move back, and the position is changed by moves alone"({ open }) {
    const page = await open(path(START, "&text=krk"));
    await says(value(page), "White mates");
    await begin(page);
    await move(page, "b1", "b3");
    await says(page.locator(".train-panel .steps"), /Rb3[\s\S]*K/);
    await says(coach(page), /by the rules/i);
    await page.getByRole("button", { name: "Undo" }).click();
    await says(coach(page), "Taken back. Your move.");
    assert.equal(await page.inputValue("#fen"), START);
    assert.equal(await page.locator(".train-panel .steps li").count(), 0);
    await page.keyboard.press("u");
    await says(coach(page), "There is no move to take back");
    // What would end the game is not to be had meanwhile.
    for (const name of ["Mirror", "Swap colours", "Set up", "White to move"]) {
      assert.ok(await page.getByRole("button", { name }).isDisabled(), name);
    }
    await page.keyboard.press("m");
    await says(coach(page), "Stop the training first");
    assert.equal(await page.inputValue("#fen"), START);
    // Another position ends it, and that is said.
    await page.fill("#fen", HANGS);
    await page.press("#fen", "Enter");
    await says(coach(page), "The training has ended: the position was changed");
    await says(value(page), "White mates");
    await page.getByRole("button", { name: "Mirror" }).click();
    assert.equal(await page.inputValue("#fen"), "8/8/8/5k2/8/8/8/6RK w - - 0 1");
  },

  async "what was said of a move goes with it, and a text about other men begins no game"({ open }) {
    const page = await open(path(START, "&text=krk"));
    await says(value(page), "White mates");
    await begin(page);
    await move(page, "b1", "h1");
    await says(coach(page), /you left the rules/i);
    await page.getByRole("button", { name: "Play on" }).click();
    await says(coach(page), /^The reply is K\w\d\.\s+Your move/);
    assert.doesNotMatch(await coach(page).innerText(), /left the rules/);
    await page.getByRole("button", { name: "Stop" }).click();
    assert.equal(await coach(page).isVisible(), false);
    await page.fill("#fen", STALEMATES);
    await page.press("#fen", "Enter");
    await says(value(page), "White mates in 4 moves");
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await says(page.locator(".train-panel .refused"), "the position is KQK");
    assert.equal(await coach(page).isVisible(), false);
    await page.getByRole("button", { name: "Begin from a position of this text" }).click();
    await says(coach(page), "Your move");
  },

  async "where no rule has a move no training begins, and it is said why"({ open }) {
    const page = await open(path(STALEMATES));
    await write(page, "endgame KQK White K Q v Black k\nstrategy mine for White to win\n  step mate_now: move where mate'\n");
    await says(page.locator(".applying h3"), "no rule has a move here");
    await tab(page, "train");
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    const refused = page.locator(".train-panel .refused");
    await says(refused, "There is nothing to train in this position: no rule of mine applies.");
    await says(refused, "Set up another one, or choose one of the exercises.");
    assert.equal(await refused.locator("code").innerText(), "mine");
    await says(page.locator("#said"), "no rule of mine applies");
    assert.equal(await coach(page).isVisible(), false);
    // The board is free.
    await move(page, "d1", "d2");
    await says(page.locator(".turn-button"), "Black to move");
  },

  async "a move that is not legal is told by its name, in training too"({ open }) {
    const page = await open(path(START, "&text=krk"));
    await says(value(page), "White mates");
    await at(page, "a1").dragTo(at(page, "a5"));
    await says(page.locator("#fen-note"), "Ka5 is not legal here");
    await move(page, "b1", "h7");
    await says(page.locator("#fen-note"), "Rh7 is not legal here");
    await begin(page);
    await move(page, "a1", "a3");
    await says(coach(page), /Your move\.\s+Ka3 is not legal here\./);
    assert.equal(await page.inputValue("#fen"), START);
  },

  async "who trains on rules that are refuted is told so"({ open }) {
    const page = await open(path(STALEMATES, "&text=kqk/beginner"));
    await tab(page, "train");
    await says(page.locator(".train-panel .doubt"), "wins is refuted: these rules are wrong in some positions");
    await begin(page);
    await says(coach(page), "the position is won, but the rules of corner_him do not mate by force from here");
    // A text that is proved has nothing to be said of it.
    await page.goto(new URL(path(START, "&text=krk"), page.url()).href);
    await page.waitForSelector("#tab-verdicts .badge.good");
    await begin(page);
    assert.equal(await page.locator(".doubt").count(), 0);
  },

  async "a pawn is promoted where it arrives"({ open }) {
    const page = await open(path("8/4P3/8/8/8/8/8/k2K4 w - - 0 1", "&text=kpk"));
    await says(value(page), "White mates");
    await move(page, "e7", "e8");
    const [square, queen] = [await at(page, "e8").boundingBox(), await page.getByRole("button", { name: "white queen" }).boundingBox()];
    assert.ok(square && queen && Math.hypot(square.x - queen.x, square.y - queen.y) < 8, "the queen is at the square");
    await page.waitForTimeout(350); // a click that comes with the drop chooses nothing
    await page.getByRole("button", { name: "white rook" }).click();
    assert.equal(await page.inputValue("#fen"), "4R3/8/8/8/8/8/8/k2K4 b - - 0 1");
  },

  async "on a small screen the choice of a promotion waits for a second touch, and who begins to train sees the board"({ open }) {
    const page = await open(path("8/4P3/8/8/8/8/8/k2K4 w - - 0 1", "&text=kpk"), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await says(value(page), "White mates");
    await at(page, "e7").tap();
    await at(page, "e8").tap();
    await page.waitForTimeout(350);
    await page.getByRole("button", { name: "white queen" }).tap();
    assert.equal(await page.inputValue("#fen"), "4Q3/8/8/8/8/8/8/k2K4 b - - 0 1");
    await page.goto(new URL(path(START, "&text=krk"), page.url()).href);
    await says(value(page), "White mates");
    await begin(page);
    const board = await page.locator(".board-frame").boundingBox();
    assert.ok(board && board.y > -1 && board.y + board.height < 844, `the board is in sight: ${board?.y}`);
    assert.ok(await coach(page).evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight), "and so is what is said");
  },
};
