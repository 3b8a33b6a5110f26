// Whether a strategy is worth learning, from what has been decided of its text.

import type { ClaimReport } from "./api.ts";
import type { Room } from "./room.ts";

export interface Doubt {
  text: string;
  tone: "warn" | "quiet";
}

/** What a learner should know of the rules; nothing if a theorem about them is proved. */
export function doubtOf(room: Room, decided: ClaimReport[]): Doubt | null {
  const strategy = room.playing.strategy ?? room.checked?.strategies[0];
  if (!strategy || !room.checked) return null;
  const isNamed = new RegExp(`\\b${strategy}\\b`);
  const about = room.checked.claims.filter((claim) => claim.kind === "theorem" && isNamed.test(room.words.slice(claim.from, claim.to)));
  const reports = decided.filter((report) => about.some((claim) => claim.name === report.name));
  // Rules that are only slower than a theorem says are not wrong.
  const isWrong = ({ quality }: ClaimReport): boolean => quality === "faulty" || quality === "value_preserving";
  const wrong = reports.find((report) => report.verdict === "refuted" && isWrong(report));
  const isRight = reports.some((report) => report.verdict === "proved" && report.quality !== undefined);
  if (wrong && !isRight) return { text: `\`${wrong.name}\` is refuted: these rules are wrong in some positions, which the tab "Failures" shows.`, tone: "warn" };
  if (reports.some((report) => report.verdict === "proved")) return null;
  const text = about.length > 0 ? "These rules are not proved yet; the tab \"Verdicts\" does that." : `The text has no theorem about \`${strategy}\`, so nobody knows whether its rules are right.`;
  return { text, tone: "quiet" };
}
