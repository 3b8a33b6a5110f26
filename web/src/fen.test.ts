import assert from "node:assert/strict";
import { test } from "node:test";
import { carry, exchanged, mirrored, moveNumber, passed, play, put, readFen, writeFen } from "./fen.ts";

const ROOK = "8/8/8/3k4/8/8/4K3/R7 w - - 0 1";

test("a FEN is read and written back", () => {
  for (const fen of [ROOK, "k7/8/8/8/4pP2/8/8/K7 b - f3 0 9"]) {
    const placement = readFen(fen);
    assert.ok(placement);
    assert.equal(writeFen(placement), fen);
  }
  for (const bad of ["", "8/8", "8/8/8/8/8/8/8/9 w", "8/8/8/8/8/8/8/xK6 w", "8/8/8/8/8/8/8/K7 x"]) {
    assert.equal(readFen(bad), null, bad);
  }
});

test("moves do what the laws say", () => {
  assert.equal(play(ROOK, "a1a5"), "8/8/8/R2k4/8/8/4K3/8 b - - 1 1");
  assert.equal(play("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), "Q7/7k/8/8/8/8/8/K7 b - - 0 1");
  // In passing: the square is written only where a pawn can take.
  assert.equal(play("k7/8/8/8/4p3/8/5P2/K7 w - - 3 9", "f2f4"), "k7/8/8/8/4pP2/8/8/K7 b - f3 0 9");
  assert.equal(play("k7/8/8/8/8/8/5P2/K7 w - - 3 9", "f2f4"), "k7/8/8/8/5P2/8/8/K7 b - - 0 9");
  assert.equal(play("k7/8/8/8/4pP2/8/8/K7 b - f3 0 9", "e4f3"), "k7/8/8/8/8/5p2/8/K7 w - - 0 10");
});

test("the board is turned about", () => {
  assert.equal(mirrored(ROOK), "8/8/8/4k3/8/8/3K4/7R w - - 0 1");
  assert.equal(mirrored(mirrored(ROOK)), ROOK);
  assert.equal(exchanged(ROOK), "r7/4k3/8/8/3K4/8/8/8 b - - 0 1");
  assert.equal(exchanged(exchanged(ROOK)), ROOK);
  assert.equal(passed(ROOK), "8/8/8/3k4/8/8/4K3/R7 b - - 0 1");
});

test("men are put, carried and taken off", () => {
  assert.equal(put(ROOK, "a1", null), "8/8/8/3k4/8/8/4K3/8 w - - 0 1");
  assert.equal(put(ROOK, "h8", "Q"), "7Q/8/8/3k4/8/8/4K3/R7 w - - 0 1");
  assert.equal(carry(ROOK, "a1", "e2"), "8/8/8/3k4/8/8/4R3/8 w - - 0 1");
});

test("moves are numbered", () => {
  assert.deepEqual([0, 1, 2].map((i) => moveNumber(ROOK, i)), ["1.", "", "2."]);
  assert.deepEqual([0, 1, 2].map((i) => moveNumber(passed(ROOK), i)), ["1. ..", "2.", ""]);
});
