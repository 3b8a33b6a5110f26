// What a pawn becomes is chosen where it arrives: a row of men that begins at its square and goes down, or up, into the board.

import { h } from "./dom.ts";
import { nameOf } from "./fen.ts";
import { drawing } from "./pieces.ts";

const TOO_SOON = 300;

/** One of some moves that differ in what the pawn becomes; nothing if none is chosen. */
export function promotion(moves: string[], place: DOMRect): Promise<string | null> {
  return new Promise((resolve) => {
    const choose = (uci: string | null): void => {
      dialog.close();
      dialog.remove();
      resolve(uci);
    };
    const isWhite = (moves[0]?.[3] ?? "8") === "8";
    const dialog = h("dialog", { class: "promotion", "aria-label": "The pawn becomes", on: { cancel: () => choose(null) } });
    // The finger that dropped the pawn is still where the first man appears: what it does there is no choice.
    const opened = performance.now();
    const isLate = (event: MouseEvent): boolean => event.detail === 0 || performance.now() - opened > TOO_SOON;
    dialog.addEventListener("click", (event) => event.target === dialog && isLate(event) && choose(null));
    for (const uci of moves) {
      const man = isWhite ? (uci[4] ?? "q").toUpperCase() : (uci[4] ?? "q");
      const element = h("button", { type: "button", "aria-label": nameOf(man), on: { click: (event) => isLate(event) && choose(uci) } });
      element.append(drawing(man));
      element.style.width = element.style.height = `${place.width}px`;
      dialog.append(element);
    }
    document.body.append(dialog);
    dialog.showModal();
    const { width, height } = dialog.getBoundingClientRect();
    const isBelow = place.top + height <= window.innerHeight;
    dialog.style.left = `${Math.max(0, Math.min(place.left, window.innerWidth - width))}px`;
    dialog.style.top = `${Math.max(0, isBelow ? place.top : place.bottom - height)}px`;
  });
}
