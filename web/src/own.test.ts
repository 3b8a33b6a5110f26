import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, titleOf } from "./own.ts";

const header = (fen: string): string | undefined => blank(fen).split("\n")[1];

test("a new text is about the men on the board, the stronger side first", () => {
  assert.equal(header("8/8/8/3k4/8/8/4K3/R7 w - - 0 1"), "endgame KRK White K R v Black k");
  assert.equal(header("8/8/8/3k4/8/8/4K3/NB6 b - - 0 1"), "endgame KBNK White K B N v Black k");
  assert.equal(header("8/8/8/3kr3/8/8/4K3/N7 w - - 0 1"), "endgame KRKN White K R v Black k n");
  assert.equal(header("8/8/8/3k4/8/PP6/4K3/8 w - - 0 1"), "endgame KPPK White K P P v Black k");
});

test("where there is no endgame on the board, it is about king and rook", () => {
  for (const fen of ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/3k4/8/8/4K3/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "nonsense"]) {
    assert.equal(header(fen), "endgame KRK White K R v Black k", fen);
  }
});

test("a text is called by its first comment, or by what it is about", () => {
  assert.equal(titleOf("\n--  Rook and king.  \nendgame KRK White K R v Black k\n"), "Rook and king.");
  assert.equal(titleOf("endgame KRK White K R v Black k\nstrategy mine for White to win\n-- later\n"), "KRK: mine");
  assert.equal(titleOf("  \n"), "an empty text");
});
