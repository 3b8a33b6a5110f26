// The words of the language, from `docs/grammar.md`.

import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../docs/grammar.md", import.meta.url), "utf8");
const rules = [...page.matchAll(/```ebnf\n(.*?)```/gs)].map(([, block]) => block).join("");

/** All words in quotation marks. */
export const quoted = (text) => new Set([...text.matchAll(/"([\p{L}_][\p{L}\p{N}_]*)"/gu)].map(([, word]) => word));

/** Words that cannot be names. */
export const reserved = new Set(page.match(/```words\n(.*?)```/s)[1].trim().split(/\s+/));

/** Words that stand in the rules. */
export const inRules = quoted(rules);

/** Words that mean something only in their place. */
export const inTheirPlace = new Set([...inRules].filter((word) => !reserved.has(word)));
