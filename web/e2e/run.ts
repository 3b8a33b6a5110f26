// Runs the tests one after the other against one server and one browser, and says how many passed. Words on the command line choose tests by their names; with
// `--figures` times are measured instead.

import { world } from "./adli.ts";
import { tests as benchmark } from "./benchmark.ts";
import { tests as access } from "./access.ts";
import { tests as keeping } from "./keeping.ts";
import { tests as markup } from "./markup.ts";
import { tests as stories } from "./stories.ts";
import { tests as browsing } from "./browsing.ts";
import { tests as texts } from "./texts.ts";
import { tests as training } from "./training.ts";

const isBenchmark = process.argv.includes("--figures");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const works = { ...stories, ...training, ...texts, ...keeping, ...markup, ...browsing, ...access };
const all = isBenchmark ? benchmark : works;
const chosen = Object.entries(all).filter(([name]) => wanted.length === 0 || wanted.some((words) => name.includes(words)));
if (chosen.length === 0) {
  console.error(`no test has ${wanted.join(" or ")} in its name`);
  process.exit(2);
}
const place = await world();
let failed = 0;
for (const [name, test] of chosen) {
  const begun = performance.now();
  const before = place.complaints.length;
  try {
    const said = await test(place);
    console.log(`ok      ${name}${said ? `: ${said}` : ""} (${Math.round(performance.now() - begun)} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
  if (place.complaints.length > before) console.log(`        (the browser complained during this test)`);
  for (const context of place.browser.contexts()) await context.close();
}
if (place.complaints.length > 0) {
  failed++;
  console.log(`FAILED  the browser has nothing to complain of\n${[...new Set(place.complaints)].join("\n")}`);
} else console.log("ok      the browser has nothing to complain of: no foreign request, nothing refused by the policy, no error");
await place.close();
console.log(`\n${chosen.length + 1 - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
