// Writes the ```adv blocks of pages into a folder, each as a text of its own.
//
//   node blocks.mjs FOLDER PAGE..

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [folder, ...pages] = process.argv.slice(2);
for (const page of pages) {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```adv\n(.*?)^```$/gms)];
  blocks.forEach(([, text], number) => writeFileSync(join(folder, `${basename(page)}-${number + 1}.adv`), text));
}
