import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

const { claimAt } = createRequire(import.meta.url)("../src/claim.js");

test("the claim in which the cursor stands", () => {
  const lines = [
    "def near = steps(K, k) = 2",
    "",
    "theorem wins: simple reaches mate",
    "  from White to move",
    "",
    "lemma kept : in every position: home -- theorem other: x",
    "strategy simple for White to win",
    "  step wait: move",
  ];
  assert.equal(claimAt(lines, 0), undefined);
  assert.equal(claimAt(lines, 2), "wins");
  assert.equal(claimAt(lines, 3), "wins");
  assert.equal(claimAt(lines, 5), "kept");
  assert.equal(claimAt(lines, 7), undefined);
});
