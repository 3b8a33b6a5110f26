// How a judgement of a learner's move looks.

import type { Judged, Outcome } from "./api.ts";
import { h, words } from "./dom.ts";

/** The server's words to the learner: they name the rule, what it allows, and how many moves the strategy needs before and after. */
export function judgement(judged: Judged): HTMLElement {
  return h("p", { class: `judgement ${judgedTone(judged)}` }, words(judged.words));
}

/** Whether a move gives away what the position was worth. */
export const isGivenAway = (judged: Judged): boolean => judged.value !== null && judged.value !== "kept";

/** The colour of a judgement. */
export function judgedTone(judged: Judged | undefined): string {
  if (!judged) return "";
  if (isGivenAway(judged)) return "bad";
  if (!judged.by_rules || judged.progress === "no progress") return "warn";
  return "good";
}

/** Outcomes in their order, the worst first. */
const rank = (outcome: string): number => ["loss", "draw", "win"].indexOf(outcome);

/** What a move made of what the position was worth to who moved. */
export function ofValue(san: string, before: Outcome, after: Outcome): HTMLElement {
  if (before === "loss") return h("p", {}, `${san}.`);
  return rank(after) < rank(before) ? h("p", { class: "bad" }, `${san}: that gives the ${before} away.`) : h("p", {}, `${san}: that keeps the ${before}.`);
}
