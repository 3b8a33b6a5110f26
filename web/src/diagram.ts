// A small board to look at, of the same men and colours as the large one.

import { svg } from "./dom.ts";
import { coordinates, readFen } from "./fen.ts";
import { drawing } from "./pieces.ts";

/** A position as a drawing; the words beside it say what it is. */
export function diagram(fen: string): SVGSVGElement {
  const placement = readFen(fen);
  const dark = Array.from({ length: 64 }, (_, at) => [at % 8, Math.floor(at / 8)] as const).filter(([x, y]) => (x + y) % 2 === 1);
  const squares = svg("path", { class: "dark", d: dark.map(([x, y]) => `M${x * 100} ${y * 100}h100v100h-100z`).join("") });
  const men = [...(placement?.men ?? [])].map(([at, man]) => {
    const [file, rank] = coordinates(at);
    const drawn = drawing(man);
    for (const [name, value] of [["x", file * 100], ["y", (7 - rank) * 100], ["width", 100], ["height", 100]] as const) drawn.setAttribute(name, String(value));
    return drawn;
  });
  const board = svg("rect", { class: "light", width: 800, height: 800 });
  return svg("svg", { viewBox: "0 0 800 800", class: "diagram", "aria-hidden": "true" }, board, squares, ...men);
}
