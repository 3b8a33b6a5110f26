// One list of words: that of `docs/grammar.md`. The lexer, the grammar for tree-sitter with its queries, the grammar of VS Code and the mode of Emacs
// have the same, each in the form it needs.

import { readFileSync } from "node:fs";
import { inRules, inTheirPlace, quoted, reserved } from "./page.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const without = (set, ...others) => new Set([...set].filter((word) => !others.some((other) => other.has(word))));

let mistakes = 0;
function same(what, found, wanted) {
  const missing = [...without(wanted, found)];
  const added = [...without(found, wanted)];
  if (found.size === 0) complain(`${what}: no words were found`);
  if (missing.length > 0) complain(`${what}: missing ${missing.join(" ")}`);
  if (added.length > 0) complain(`${what}: not in docs/grammar.md: ${added.join(" ")}`);
}
function complain(message) {
  console.error(message);
  mistakes += 1;
}

// The page

const all = new Set([...reserved, ...inTheirPlace]);
same("the rules of docs/grammar.md", without(inRules, inTheirPlace), reserved);

// The lexer

const lexer = read("crates/adli-lang/src/syntax/token.rs").match(/\nwords! \{(.*?)\n\}/s)[1];
same("token.rs", quoted(lexer), reserved);

// tree-sitter

/** All strings of a grammar, however deep. */
function strings(rule) {
  if (Array.isArray(rule)) return rule.flatMap(strings);
  if (rule === null || typeof rule !== "object") return [];
  return [...(rule.type === "STRING" ? [rule.value] : []), ...Object.values(rule).flatMap(strings)];
}
const isWord = (text) => /^\p{L}/u.test(text);
const grammar = JSON.parse(read("editors/tree-sitter-adv/src/grammar.json"));
// The letters after `file` are a class of words on the page.
const files = new Set("abcdefgh");
same("tree-sitter-adv/grammar.js", without(new Set(strings(grammar.rules).filter(isWord)), files), all);

const highlights = read("editors/tree-sitter-adv/queries/highlights.scm");
const predicates = [...highlights.matchAll(/#any-of\? @(\S+)(.*?)\)\)/gs)].map(([, name, list]) => [name, quoted(list)]);
const [, knownValues] = predicates.find(([name]) => name === "variable.builtin");
const [, noNames] = predicates.find(([name]) => name === "error");
same("highlights.scm, words that are no names", noNames, reserved);
// `p0` is a position and `true` a truth, which have patterns of their own.
const ownNodes = new Set(["p0", "true", "false"]);
same("highlights.scm", quoted(highlights.replace(/\(#any-of\?.*?\)\)/gs, "")), without(all, ownNodes));

// VS Code

/** The words of the language in a pattern: what is left without classes of characters and other things of patterns. */
function wordsOfPattern(pattern) {
  const plain = pattern.replace(/\[[^\]]*\]\*?/g, " ").replace(/\\p\{\w+\}|\\./g, " ");
  return plain.match(/[a-z_][a-z0-9_]*/g) ?? [];
}
const { repository } = JSON.parse(read("editors/vscode/syntaxes/adv.tmLanguage.json"));
const patterns = (...names) => names.flatMap((name) => repository[name].patterns.map(({ match }) => match));
const reservedThere = patterns("reserved").flatMap(wordsOfPattern);
same("adv.tmLanguage.json, reserved", new Set(reservedThere), reserved);
if (new Set(reservedThere).size < reservedThere.length) complain("adv.tmLanguage.json: a reserved word stands twice");
// `root`, `before` and positions are names that are always known, and coloured as such.
const places = new Set(["root", "before", "p"]);
const inPatterns = new Set(patterns("header", "declarations", "places").flatMap(wordsOfPattern));
same("adv.tmLanguage.json, words in their place", without(inPatterns, reserved, places), inTheirPlace);
const values = repository.names.patterns.find(({ name }) => name === "support.constant.adv").match;
same("adv.tmLanguage.json, words that are there already", new Set(wordsOfPattern(values)), knownValues);

// Emacs

const emacs = read("editors/emacs/adv-mode.el");
const list = (name) => quoted(emacs.match(new RegExp(`\\(defconst ${name}\\s+'\\((.*?)\\)`, "s"))[1]);
same("adv-mode.el, reserved", list("adv-reserved-words"), reserved);
same("adv-mode.el, words that are there already", list("adv-known-values"), knownValues);

// Words that are there already are on the page about the language, in the first column of a table.

const language = read("docs/language.md").split("## Words that are there already")[1].split("\n## ")[0];
const columns = [...language.matchAll(/^\| (.*?) \|/gm)].map(([, first]) => first).join(" ");
const known = new Set([...columns.matchAll(/`([^`]*)`/g)].flatMap(([, code]) => code.split(/[^\p{L}_]+/u)));
for (const word of knownValues) if (!known.has(word)) complain(`highlights.scm: \`${word}\` is in no table of docs/language.md`);

if (mistakes > 0) process.exit(1);
console.log(`${reserved.size} reserved words, ${inTheirPlace.size} words with a meaning in their place, the same everywhere`);
