// What a person does on the page, in one line each.

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { World } from "./adli.ts";

/** A test: what it says at its end is printed. */
export type Test = (world: World) => Promise<string | void>;

export const KQK = `-- King and queen against king: the queen takes room from the black king, and the white king comes nearer.
endgame KQK White K Q v Black k
use geometry

def room =
    if Q.file = k.file or Q.rank = k.rank
      then size * size
      else beyond(Q.file, k.file) * beyond(Q.rank, k.rank)
def safe = steps(Q, k) >= 2 or steps(Q, K) = 1
def on_edge = if K in edge then 1 else 0

strategy mine for White to win
  always not stalemate'
  step mate_now: move where mate'
  step squeeze: move Q
      where let was = room in (safe and 2 < room < was and every move: room' < was)'
      least room'
  step approach: move K where safe' least (on_edge', steps(K', k'), walk(K', k'))
  step release: move Q where safe' least room'

theorem wins: mine reaches mate within 17 moves from White to move
`;

/** The tutorial's second attempt: in 464 positions no rule has a move, and from others the play never ends. */
export const SECOND = `endgame KQK White K Q v Black k
use geometry

def room =
    if Q.file = k.file or Q.rank = k.rank
      then size * size
      else beyond(Q.file, k.file) * beyond(Q.rank, k.rank)
def safe = steps(Q, k) >= 2 or steps(Q, K) = 1

strategy mine for White to win
  always not stalemate'
  step mate_now: move where mate'
  step squeeze: move Q where safe' and room' < room least room'
  step approach: move K where safe' least (steps(K', k'), walk(K', k'))

theorem wins: mine reaches mate from White to move
`;

/** The address of a position. */
export const path = (fen: string, rest = ""): string => `/?fen=${fen.replaceAll(" ", "_")}${rest}`;
export const at = (page: Page, square: string): Locator => page.locator(`[data-square="${square}"]`);
export const text = (page: Page): Locator => page.locator(".cm-content");

/** Writes a text in the place of the one that is there. */
export async function write(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+a");
  // Otherwise the browser would give what is inserted at once the style of what stood there, which is against the page's policy.
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText(words);
}

/** Replaces words in the text by searching its lines that can be seen. */
export async function change(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate((wanted) => {
    const content = document.querySelector(".cm-content");
    const walker = document.createTreeWalker(content!, NodeFilter.SHOW_TEXT);
    const nodes: { node: Node; start: number }[] = [];
    let all = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push({ node, start: all.length });
      all += node.textContent;
    }
    const begin = all.indexOf(wanted);
    if (begin < 0) throw new Error(`the text has no ${wanted}`);
    const place = (offset: number): [Node, number] => {
      const found = nodes.findLast(({ start }) => start <= offset)!;
      return [found.node, offset - found.start];
    };
    const range = document.createRange();
    range.setStart(...place(begin));
    range.setEnd(...place(begin + wanted.length));
    (content as HTMLElement).focus();
    const selection = getSelection()!;
    selection.removeAllRanges();
    selection.addRange(range);
  }, from);
  await page.waitForTimeout(80);
  await page.keyboard.insertText(to);
}

export async function says(locator: Locator, expected: RegExp | string, timeout = 20_000): Promise<void> {
  const end = Date.now() + timeout;
  let last = "";
  for (;;) {
    last = (await locator.allInnerTexts().catch(onTheWay)).join("\n");
    if (typeof expected === "string" ? last.includes(expected) : expected.test(last)) return;
    if (Date.now() > end) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`wanted: ${String(expected)}\nthere is: ${last.slice(0, 600)}`);
}

/** Between two addresses there is no page, and no text. */
function onTheWay(error: Error): string[] {
  if (error.message.includes("Execution context was destroyed")) return [];
  throw error;
}

export const value = (page: Page): Locator => page.locator(".value:not(.stale) .verdict-line");
export const claim = (page: Page, name: string): Locator => page.locator(`.claims:not(.stale) .claim[data-claim="${name}"] .chip`);
export const tab = (page: Page, name: string): Promise<void> => page.click(`#tab-${name}`);
