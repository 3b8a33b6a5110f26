// The patterns by which VS Code finds words and indents lines.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const configuration = JSON.parse(readFileSync(new URL("../language-configuration.json", import.meta.url), "utf8"));

test("a double click takes a word without its prime", () => {
  const { pattern, flags } = configuration.wordPattern;
  assert.deepEqual("R'.file <= walk_to(k', näher)".match(new RegExp(pattern, flags + "g")), ["R", "file", "walk_to", "k", "näher"]);
});

test("lines after these are indented, after others not", () => {
  const more = new RegExp(configuration.indentationRules.increaseIndentPattern);
  for (const line of ["strategy s for White to win", "recogniser r -- first", "advice a for White to win", "def room =", "  when weak to move {"]) {
    assert.ok(more.test(line), line);
  }
  for (const line of ["def a = 1", "  step wait: move K", "-- strategy: notes", "endgame KRK White K R v Black k", "advice a for White to win reach: mate'"]) {
    assert.ok(!more.test(line), line);
  }
});
