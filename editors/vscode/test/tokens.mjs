// The words of a text with their scopes, by the machinery that VS Code itself uses.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const beside = (path) => new URL(path, import.meta.url);

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => JSON.parse(readFileSync(beside("../syntaxes/adv.tmLanguage.json"), "utf8")),
});
const grammar = await registry.loadGrammar("source.adv");

/** For each line of a text its stretches: where they begin and end, and the innermost scope. */
export function tokens(text) {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens: found, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return found.map(({ startIndex, endIndex, scopes }) => ({
      start: startIndex,
      end: endIndex,
      text: line.slice(startIndex, endIndex),
      scope: scopes.at(-1),
    }));
  });
}

/** The scope at a place of a text that was taken apart. */
export function scopeAt(lines, line, column) {
  return lines[line].find(({ start, end }) => start <= column && column < end)?.scope;
}
