// Words that mean something only in their place: VS Code's grammar, which knows one line at a time, takes them for words of the language
// where the tree-sitter grammar does, which knows the whole text; in every text that is given.
//
//   node places.mjs TREE-SITTER GRAMMAR-FOLDER TEXT..

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTheirPlace } from "./page.mjs";
import { scopeAt, tokens } from "../vscode/test/tokens.mjs";

const [treeSitter, grammar, ...texts] = process.argv.slice(2);
// `p0` is a position, and is coloured as such.
const words = new Set([...inTheirPlace].filter((word) => word !== "p0"));

const folder = mkdtempSync(join(tmpdir(), "adli-places-"));
const query = join(folder, "words.scm");
writeFileSync(query, `[${[...words].map((word) => `"${word}"`).join(" ")}] @word\n(name) @name (place) @name (man) @name (unit) @name\n`);
const { stdout, stderr, status } = spawnSync(treeSitter, ["query", query, ...texts], { cwd: grammar, encoding: "utf8", maxBuffer: 1 << 28 });
rmSync(folder, { recursive: true });
if (status !== 0) throw new Error(stderr);

let lines = [];
let path = "";
let count = 0;
let wrong = 0;
for (const line of stdout.split("\n")) {
  const capture = line.match(/capture: (?:\d+ - )?(\w+), start: \((\d+), (\d+)\), end: \(\d+, \d+\), text: `(.*)`/);
  if (!capture) {
    if (texts.includes(line.trim())) {
      path = line.trim();
      lines = tokens(readFileSync(path, "utf8"));
    }
    continue;
  }
  const [, kind, row, column, text] = capture;
  if (!words.has(text)) continue;
  count += 1;
  const scope = scopeAt(lines, Number(row), Number(column));
  if ((scope === "keyword.other.adv") === (kind === "word")) continue;
  wrong += 1;
  console.error(`${path}:${Number(row) + 1}:${Number(column) + 1}: \`${text}\` is a ${kind}, and has the scope ${scope}`);
}
console.log(`${count} words in their place in ${texts.length} texts, on ${wrong} the grammars differ`);
if (wrong > 0 || count === 0) process.exit(1);
