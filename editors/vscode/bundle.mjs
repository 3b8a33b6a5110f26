// Makes `dist/extension.js` of the extension and what it needs of npm's packages, and writes down the licences of
// those packages and of the project.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

/** The folder of the package to which a file belongs: what follows the last `node_modules`. */
function packageOf(file) {
  const found = file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  return found?.[1];
}

const folders = new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean));
const ALLOWED = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0"]);
const chapters = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!ALLOWED.has(license)) throw new Error(`${name} has the licence ${license}, which nobody has looked at`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (!file) throw new Error(`${name} comes without its licence`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync("THIRD-PARTY.txt", `What this extension contains of others\n\n${chapters.join(`\n${"-".repeat(80)}\n\n`)}`);

// One of the two is enough for whoever uses it.
const licences = ["LICENSE-MIT", "LICENSE-APACHE"].map((file) => readFileSync(`../../${file}`, "utf8").trim());
writeFileSync("LICENSE.txt", `MIT OR Apache-2.0\n\n${licences.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
