// What the position is worth, in words; every move under what it leads to; the main line; the longest win of these men.

import { Refusal, type Outcome, type PositionAnswer, type ValuedMove } from "./api.ts";
import { button, count, h, replace, words, type Child } from "./dom.ts";
import { moveNumber } from "./fen.ts";
import type { Room } from "./room.ts";

/** Signs for who does not see colours. */
const SIGNS: Record<Outcome, string> = { win: "+", draw: "=", loss: "−" };

export interface Pointing {
  /** A move that is looked at without being made. */
  lookAt(uci: string | null): void;
  /** A line to play through. */
  follow(line: { fen: string; moves: { uci: string; san: string }[] }, title: string): void;
  play(uci: string): void;
}

export function valuePanel(room: Room, pointing: Pointing): HTMLElement {
  const element = h("section", { class: "value", "aria-label": "Value of the position" });
  // Until the answer is there, what is shown is about the position before.
  room.moved.on(() => element.classList.add("stale"));
  room.valued.on((value) => {
    element.classList.remove("stale");
    if ("waiting" in value) {
      const done = value.waiting;
      const how = done?.of ? `: ${Math.round((100 * done.done) / done.of)} %` : "";
      replace(element, h("p", { class: "verdict-line waiting" }, `working out this endgame${how} …`));
    } else if ("refused" in value) replace(element, refused(value.refused));
    else replace(element, ...shown(value.answer, room, pointing));
  });
  return element;
}

/** What the server does not do, and what to do instead. */
export function refused(refusal: Refusal): HTMLElement {
  return h(
    "div",
    { class: "refused" },
    h("p", {}, words(refusal.message)),
    refusal.help && h("p", { class: "help" }, words(refusal.help)),
  );
}

function shown(answer: PositionAnswer, room: Room, pointing: Pointing): Child[] {
  const { groups, mainline, longest, mutual_zugzwang } = answer;
  const total = groups.reduce((sum, group) => sum + group.moves.length, 0);
  return [
    h("h2", { class: "verdict-line" }, words(answer.value)),
    mutual_zugzwang && h("p", { class: "zugzwang" }, words(mutual_zugzwang)),
    total > 0 && h("div", { class: "moves" }, ...groups.map((group) => grouped(group, pointing))),
    mainline.length > 0 && mainLine(answer, pointing),
    longest &&
      h(
        "p",
        { class: "longest" },
        "The longest win with these men: ",
        words(longest.words),
        ". ",
        button("Show it", () => room.goTo(longest.fen), { class: "link", title: "key l" }),
        " ",
        h("a", { href: `/endgames/${answer.material}` }, `All about ${answer.material}`),
      ),
  ];
}

function grouped(group: { title: string; outcome: Outcome; moves: ValuedMove[] }, pointing: Pointing): HTMLElement {
  const moves = group.moves.map((move) => moveButton(move, move.words, pointing));
  return h(
    "div",
    { class: `group ${group.outcome}` },
    h("h3", {}, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[group.outcome]), group.title),
    h("ul", { class: "move-list" }, ...moves.map((move) => h("li", {}, move))),
  );
}

/** A move to click; looked at, it is shown as an arrow. */
export function moveButton(move: { uci: string; san: string }, title: string, pointing: Pointing): HTMLButtonElement {
  const look = (): void => pointing.lookAt(move.uci);
  const away = (): void => pointing.lookAt(null);
  return button(move.san, () => pointing.play(move.uci), {
    class: "move",
    title,
    "data-uci": move.uci,
    on: { mouseenter: look, focus: look, mouseleave: away, blur: away },
  });
}

function mainLine(answer: PositionAnswer, pointing: Pointing): HTMLElement {
  const { fen, mainline } = answer;
  const text = mainline.map((move, index) => `${moveNumber(fen, index)} ${move.san}`.trim()).join(" ");
  return h(
    "details",
    { class: "mainline" },
    h("summary", {}, "Best play for both: ", h("span", {}, count(mainline.length, "ply", "plies"))),
    h("p", { class: "line-text" }, text),
    button("Play it through", () => pointing.follow({ fen, moves: mainline }, "best play for both sides"), { class: "small" }),
  );
}
