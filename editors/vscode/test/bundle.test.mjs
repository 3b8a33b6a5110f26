// The bundle is whole: it loads, with a stand-in for the editor, and has what VS Code calls.

import assert from "node:assert/strict";
import Module, { createRequire } from "node:module";
import test from "node:test";
import { fileURLToPath } from "node:url";

const bundle = fileURLToPath(new URL("../dist/extension.js", import.meta.url));

test("the bundle loads", () => {
  // Classes to extend, numbers to read: whatever is asked for is there.
  const editor = new Proxy(class {}, { get: (known, name) => known[name] ?? class {} });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));
  const extension = createRequire(import.meta.url)(bundle);
  assert.equal(typeof extension.activate, "function");
  assert.equal(typeof extension.deactivate, "function");
});
