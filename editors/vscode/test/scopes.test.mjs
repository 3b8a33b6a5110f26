// `scopes.adv` says below its lines which scopes they have: `--  ^ scope` of the place above the caret.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { scopeAt, tokens } from "./tokens.mjs";

test("words have the scopes that are written below them", () => {
  const text = readFileSync(new URL("scopes.adv", import.meta.url), "utf8");
  const found = tokens(text);
  let above = 0;
  let count = 0;
  text.split("\n").forEach((line, number) => {
    const said = /^--( *)(\^|<-) (\S+)$/.exec(line);
    if (!said) {
      above = number;
      return;
    }
    const column = said[2] === "<-" ? 0 : line.indexOf("^");
    const scope = scopeAt(found, above, column);
    assert.equal(scope, said[3], `line ${above + 1}, column ${column + 1}, of line ${number + 1}`);
    count += 1;
  });
  assert.ok(count > 40, `${count} scopes are compared`);
});

test("what is no sign of the language is marked", () => {
  const wrong = (line) => tokens(line)[0].filter(({ scope }) => scope.startsWith("invalid")).map(({ text }) => text);
  assert.deepEqual(wrong("def a = b ; c"), [";"]);
  assert.deepEqual(wrong("def a = 3x"), ["3x"]);
  assert.deepEqual(wrong("def a = b and c"), []);
});
