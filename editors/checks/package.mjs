// What is in the packaged extension: all that it needs, and nothing else.
//
//   node package.mjs VSIX

import { createRequire } from "node:module";

// With this the package was written, so that it is at hand.
const yauzl = createRequire(new URL("../vscode/node_modules/@vscode/vsce/package.json", import.meta.url))("yauzl");

const WANTED = [
  "[Content_Types].xml",
  "extension.vsixmanifest",
  "extension/LICENSE.txt",
  "extension/THIRD-PARTY.txt",
  "extension/dist/extension.js",
  "extension/icon.png",
  "extension/language-configuration.json",
  "extension/package.json",
  "extension/readme.md",
  "extension/syntaxes/adv.tmLanguage.json",
];

const found = [];
yauzl.open(process.argv[2], { lazyEntries: true }, (error, archive) => {
  if (error) throw error;
  archive.on("entry", (entry) => {
    if (entry.uncompressedSize === 0) throw new Error(`${entry.fileName} is empty`);
    found.push(entry.fileName);
    archive.readEntry();
  });
  archive.on("end", () => {
    found.sort();
    if (JSON.stringify(found) !== JSON.stringify(WANTED)) {
      console.error(`the package has ${found.join(", ")}\nand should have ${WANTED.join(", ")}`);
      process.exit(1);
    }
    console.log(`${process.argv[2]}: ${found.length} files`);
  });
  archive.readEntry();
});
