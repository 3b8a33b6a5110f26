// The men, drawn as in `adli show`; what they look like comes from there.

import shapes from "virtual:shapes";
import { svg } from "./dom.ts";
import { isWhite, type Man } from "./fen.ts";

/** A drawing of a man, coloured by the style sheet. */
export function drawing(man: Man): SVGSVGElement {
  const shape = shapes[man.toLowerCase()];
  const parts = shape?.parts.map((d) => svg("path", { d, class: "part" })) ?? [];
  const lines = shape?.lines.length ? [svg("path", { d: shape.lines.join(""), class: "fine" })] : [];
  const dots = shape?.dots.map(([cx, cy, r]) => svg("circle", { cx, cy, r, class: "dot" })) ?? [];
  const colour = isWhite(man) ? "white" : "black";
  return svg("svg", { viewBox: "0 0 100 100", class: `man ${colour}`, "aria-hidden": "true" }, ...parts, ...lines, ...dots);
}
