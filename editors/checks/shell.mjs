// Prints the first block of a chapter of docs/editors.md, to be done to the letter.
//
//   node shell.mjs CHAPTER LANGUAGE

import { readFileSync } from "node:fs";

const [chapter, language] = process.argv.slice(2);
const page = readFileSync(new URL("../../docs/editors.md", import.meta.url), "utf8");
const text = page.split(`\n## ${chapter}\n`)[1].split("\n## ")[0];
const block = text.match(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms"));
process.stdout.write(block[1]);
