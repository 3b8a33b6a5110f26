// Texts with mistakes: the tree-sitter grammar sees one exactly where Adli's own parser does.
//
//   node mistakes.mjs ADLI TREE-SITTER GRAMMAR-FOLDER SEED TEXT..
//
// Words of real texts are left out, doubled, exchanged or replaced by other words, many times over. Each changed text is read by `adli fmt --check`,
// which refuses what it cannot read, and by tree-sitter, whose tree then must have an ERROR or a MISSING node. Changes that only the checker can
// judge (`withImpossibleWords`, `isOfMeasure`) may go unnoticed; a text without a mistake must never have an ERROR.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reserved } from "./page.mjs";

const [adli, treeSitter, grammar, seed, ...texts] = process.argv.slice(2);
const CHANGES_PER_TEXT = 40;

/** Numbers from 0 to `below`, the same for the same seed (a linear congruential generator, its upper bits). */
let state = BigInt(seed);
function random(below) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(below));
}

const PARTS = /--[^\n]*|"[^"\n]*"|[\p{L}\p{N}_]+|=>|\/=|<=|>=|\.\.|\s+|./gsu;
const isWord = (part) => !/^(\s|--)/.test(part);

/** Words and blanks of a text that Adli reads. */
const parted = texts.map((path) => readFileSync(path, "utf8").match(PARTS) ?? []);
const words = parted.flat().filter(isWord);
const anyWord = () => words[random(words.length)];

/** One change to a copy of the parts. Words that are put in have blanks around them. */
function change(parts) {
  const copy = [...parts];
  const places = copy.flatMap((part, place) => (isWord(part) ? [place] : []));
  const at = places[random(places.length)];
  const other = places[random(places.length)];
  switch (random(5)) {
    case 0: copy[at] = " "; break;
    case 1: copy[at] += ` ${copy[at]}`; break;
    case 2: copy[at] = ` ${anyWord()} `; break;
    case 3: copy[at] += ` ${anyWord()} `; break;
    default: [copy[at], copy[other]] = [` ${copy[other]} `, ` ${copy[at]} `];
  }
  return copy.join("");
}

/**
 * The texts in whose trees a word cannot be what the tree takes it for, which the grammar leaves to the language server (its head says so): a reserved word or a
 * square for a name, several letters for a man, anything but `p0` to `p31` for a position.
 */
function withImpossibleWords(paths) {
  if (paths.length === 0) return new Set();
  const query = join(folder, "words.scm");
  writeFileSync(query, "(man) @man (position) @position [(name) (place) (type) (unit) (verdict_name)] @name\n");
  const { stdout } = spawnSync(treeSitter, ["query", query, ...paths], { cwd: grammar, encoding: "utf8", maxBuffer: 1 << 28 });
  const impossible = {
    name: (word) => reserved.has(word) || /^[a-h][1-8]$/.test(word),
    man: (word) => word.length > 1,
    position: (word) => !/^p0*([0-9]|[12][0-9]|3[01])$/.test(word),
  };
  const found = new Set();
  let path = "";
  for (const line of stdout.split("\n")) {
    const capture = line.match(/capture: (?:\d+ - )?(\w+), .*text: `(.*)`/);
    if (!capture) path = paths.includes(line.trim()) ? line.trim() : path;
    else if (impossible[capture[1]](capture[2])) found.add(path);
  }
  return found;
}

/** Whether the mistake is about how much or how often something is said, and not about the order of words. */
const isOfMeasure = (complaint) => /a claim says once|too large|nested too deeply/.test(complaint);

/** Whether the checker finds a mistake in a text that the parser reads, such as `{a < b}`, which is a set of nothing. */
function isWrong(path) {
  const text = readFileSync(path, "utf8");
  if (!/\bendgame\b/.test(text)) writeFileSync(path, `endgame KRK White K R v Black k\nuse geometry\n${text}`);
  return spawnSync(adli, ["check", path]).status === 2;
}

const folder = mkdtempSync(join(tmpdir(), "adli-mistakes-"));
const changed = parted.flatMap((parts, text) =>
  Array.from({ length: CHANGES_PER_TEXT }, (_, number) => {
    const path = join(folder, `${text}-${number}.adv`);
    writeFileSync(path, change(parts));
    return path;
  }),
);

/** What Adli complains of, for each text that it cannot read. */
function refusedByAdli() {
  const complaints = new Map();
  const { stderr } = spawnSync(adli, ["fmt", "--check", ...changed], { encoding: "utf8", maxBuffer: 1 << 28 });
  for (const paragraph of stderr.split(/^(?=error\[)/m)) {
    const place = paragraph.match(/^ *--> (.*?):\d+:\d+$/m);
    if (place && !complaints.has(place[1])) complaints.set(place[1], paragraph);
  }
  return complaints;
}

/** The texts whose trees have errors. */
function refusedByTreeSitter() {
  const list = join(folder, "list");
  writeFileSync(list, changed.join("\n"));
  const { stdout } = spawnSync(treeSitter, ["parse", "--quiet", "--paths", list], { cwd: grammar, encoding: "utf8", maxBuffer: 1 << 28 });
  return new Set(changed.filter((path) => stdout.includes(`${path} `) || stdout.includes(`${path}\t`)));
}

const adliRefuses = refusedByAdli();
const treeHasErrors = refusedByTreeSitter();
const impossibleWords = withImpossibleWords(changed.filter((path) => adliRefuses.has(path) && !treeHasErrors.has(path)));
let wrong = 0;
let unnoticed = 0;
for (const path of changed) {
  const complaint = adliRefuses.get(path);
  if ((complaint !== undefined) === treeHasErrors.has(path)) continue;
  if (complaint === undefined ? isWrong(path) : impossibleWords.has(path) || isOfMeasure(complaint)) {
    unnoticed += 1;
    continue;
  }
  wrong += 1;
  console.error(complaint ? `no ERROR in the tree, but ${complaint}\n` : `an ERROR in the tree, but Adli reads it: ${path}`);
}
console.log(
  `${changed.length} changed texts: Adli cannot read ${adliRefuses.size}, the grammar cannot read ${treeHasErrors.size}, ` +
    `${unnoticed} are for the checker, on ${wrong} they differ`,
);
if (wrong > 0) {
  console.error(`the texts are in ${folder}`);
  process.exit(1);
}
rmSync(folder, { recursive: true });
if (treeHasErrors.size === 0 || adliRefuses.size === changed.length) {
  console.error("nothing was compared: all texts are alike");
  process.exit(1);
}
