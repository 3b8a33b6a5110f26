// The men of the page are those of `adli show`. Their drawings stand in one place, the Rust file `shapes.rs`; at build time they
// are read from there, so that a man who is redrawn is redrawn everywhere.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export interface Shape {
  /** Parts to fill and outline, from the bottom up. */
  parts: string[];
  /** Fine lines in the contrasting colour. */
  lines: string[];
  /** Dots as centre and radius. */
  dots: [number, number, number][];
}

const KINDS = { KING: "k", QUEEN: "q", ROOK: "r", BISHOP: "b", KNIGHT: "n", PAWN: "p" } as const;

/** The drawings in the source text, by the small letter of the man. */
export function readShapes(rust: string): Record<string, Shape> {
  const foot = /const FOOT: &str = "([^"]+)";/.exec(rust)?.[1];
  if (!foot) throw new Error("shapes.rs: no FOOT");
  const shapes: Record<string, Shape> = {};
  for (const [name, letter] of Object.entries(KINDS)) {
    const body = new RegExp(`const ${name}: Shape = Shape \\{([\\s\\S]*?)\\n\\};`).exec(rust)?.[1];
    if (!body) throw new Error(`shapes.rs: no ${name}`);
    const list = (field: string): string => new RegExp(`${field}: &\\[([\\s\\S]*?)\\],\\n`).exec(body)?.[1] ?? "";
    const strings = (text: string): string[] =>
      [...text.matchAll(/FOOT|"([^"]+)"/g)].map((found) => found[1] ?? foot);
    const dots = [...list("dots").matchAll(/\(([\d.]+), ([\d.]+), ([\d.]+)\)/g)];
    shapes[letter] = {
      parts: strings(list("parts")),
      lines: strings(list("lines")),
      dots: dots.map((dot) => [Number(dot[1]), Number(dot[2]), Number(dot[3])]),
    };
  }
  return shapes;
}

/** Makes the drawings importable as `virtual:shapes`. */
export function shapes(path: URL): Plugin {
  return {
    name: "adli-shapes",
    resolveId: (id) => (id === "virtual:shapes" ? "\0virtual:shapes" : undefined),
    load: (id) =>
      id === "\0virtual:shapes"
        ? `export default ${JSON.stringify(readShapes(readFileSync(path, "utf8")))}`
        : undefined,
    // The sign of the page in the browser is our rook.
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "icon.svg", source: icon(readShapes(readFileSync(path, "utf8"))["r"]) });
    },
  };
}

function icon(shape: Shape | undefined): string {
  const parts = shape?.parts.map((d) => `<path d="${d}"/>`).join("") ?? "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="14" fill="#9db0ba"/><g fill="#fff" stroke="#23282c" stroke-width="3.5" stroke-linejoin="round">${parts}</g></svg>\n`;
}
