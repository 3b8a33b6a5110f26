// Failures to leaf through: one position at a time, the shortest line first, forward and back, by claim, by what goes wrong and by the rule to blame. The
// line is played on the board. A failure can be kept as a test, a line of an EPD file beside the text that `adli check` tries again.

import { post, refusal, type ClaimReport, type Failure } from "./api.ts";
import { button, count, download, h, number, replace, say, words, type Child } from "./dom.ts";
import { LineView } from "./line.ts";
import type { Room } from "./room.ts";
import { refused } from "./value.ts";

const REASONS: Record<string, string> = {
  stuck: "no rule has a move",
  stalemate: "stalemate",
  home_left: "the rules are not for the men that are left",
  mated: "the strategy's side is mated",
  cycle: "the play never ends",
  too_slow: "more moves than the claim allows",
  fifty_moves: "fifty moves without capture or pawn move",
  value_lost: "a move gives away what the position was worth",
  not_optimal: "a move is not a best one",
  not_symmetric: "something else is allowed in an image of the position",
  conclusion: "the conclusion does not hold",
  wrong_answer: "a wrong answer",
  unanswered: "no answer",
  unused: "a rule gives its answer nowhere",
};
const reasonOf = (reason: string): string => REASONS[reason] ?? reason;

interface Found {
  claim: string;
  failure: Failure;
}

/** A failure that somebody keeps, of which text. */
interface Kept {
  text: string;
  claim: string;
  fen: string;
  reason: string;
  rule?: string;
}

const KEPT = "adli.failures";
const NO_ROOM =
  "This browser has no room left: the position is not kept. Delete texts that you do not need.";
/** As many as the server writes into one file. */
const MOST_KEPT = 100;

export class FailuresPanel {
  readonly element = h("div", { class: "failures-panel" });
  private all: Found[] = [];
  private total = new Map<string, number>();
  /** Of each claim, in how many positions met in play each thing goes wrong, as far as that was counted. */
  private kinds = new Map<string, [reason: string, positions: number][]>();
  private filter = { claim: "", reason: "", rule: "" };
  private at = 0;
  /** The line on show. */
  line: LineView | null = null;
  /** The browser had no room for what was to be kept. */
  private isFull = false;
  /** The text has changed since. */
  private isOld = false;

  constructor(private readonly room: Room) {
    room.typed.on(() => {
      if (this.isOld || this.all.length === 0) return;
      this.isOld = true;
      this.draw();
    });
    this.draw();
  }

  /** Tests belong to a text: those of one are not those of another. */
  private get ofText(): string {
    return this.room.textKey;
  }

  private get mine(): Kept[] {
    return readKept().filter((kept) => kept.text === this.ofText);
  }

  /** Failures of claims that have been decided. */
  take(claims: ClaimReport[]): void {
    this.all = claims.flatMap((claim) => (claim.failures?.shown ?? []).map((failure) => ({ claim: claim.name, failure })));
    this.all.sort((a, b) => a.failure.moves.length - b.failure.moves.length);
    this.total = new Map(claims.flatMap((claim) => (claim.failures?.positions ? [[claim.name, claim.failures.positions] as const] : [])));
    this.kinds = new Map(claims.map((claim) => [claim.name, Object.entries(claim.failures?.kinds ?? {})]));
    this.filter = { claim: "", reason: "", rule: "" };
    this.at = 0;
    this.isOld = false;
    this.draw();
  }

  /** How many positions fail, as far as that is known. */
  get count(): number {
    const shown = new Map<string, number>();
    for (const { claim } of this.all) shown.set(claim, (shown.get(claim) ?? 0) + 1);
    return [...shown].reduce((sum, [claim, few]) => sum + Math.max(few, this.total.get(claim) ?? 0), 0);
  }

  /** Shows the first failure of a claim. */
  open(claim: string): void {
    this.filter = { claim, reason: "", rule: "" };
    this.go(0);
  }

  private get found(): Found[] {
    const { claim, reason, rule } = this.filter;
    return this.all.filter(
      (found) => (!claim || found.claim === claim) && (!reason || found.failure.reason === reason) && (!rule || (found.failure.rule ?? "") === rule),
    );
  }

  next(): void {
    this.go(this.at + 1);
  }

  previous(): void {
    this.go(this.at - 1);
  }

  private go(to: number): void {
    const found = this.found;
    this.at = Math.max(0, Math.min(to, found.length - 1));
    this.draw();
    const now = found[this.at];
    if (!now) return;
    this.line?.go(0, "push");
    say(`failure ${this.at + 1} of ${found.length}: ${reasonOf(now.failure.reason)}`);
  }

  private draw(): void {
    this.line?.stop();
    this.line = null;
    if (this.all.length === 0) {
      return replace(this.element, h("p", { class: "quiet" }, "No failures. When a claim is refuted, the positions that show it are here."), this.keepers());
    }
    const found = this.found;
    const now = found[this.at];
    if (now) this.line = new LineView(this.room, now.failure);
    replace(
      this.element,
      h("div", { class: "leafing" }, h(
        "div",
        { class: "leaf-row" },
        button("‹ Previous", () => this.previous(), { disabled: this.at === 0, title: "key [" }),
        h("span", { class: "leaf-count" }, found.length ? `${this.at + 1} of ${found.length}${found.length < this.count ? " here" : ""}` : "none"),
        button("Next ›", () => this.next(), { disabled: this.at >= found.length - 1, title: "key ]" }),
      ), this.filters()),
      this.isOld && h("p", { class: "quiet" }, "These are failures of the text before your last change."),
      now && this.failure(now),
      this.line?.element,
      now && h("p", { class: "end-note" }, this.ending(now.failure)),
      now && this.keeper(now),
      this.keepers(),
    );
  }

  private filters(): HTMLElement {
    const select = (label: string, name: "claim" | "reason" | "rule", value: (found: Found) => string, shown: (value: string) => string): Child => {
      const values = [...new Set(this.all.map(value))].filter(Boolean);
      if (values.length < 2) return null;
      const element = h("select", { on: { change: () => { this.filter[name] = element.value; this.go(0); } } },
        h("option", { value: "" }, "all"),
        ...values.map((each) => h("option", { value: each, selected: this.filter[name] === each }, shown(each))));
      return h("label", {}, `${label} `, element);
    };
    return h("div", { class: "filters" },
      select("claim", "claim", (found) => found.claim, (claim) => claim),
      select("what goes wrong", "reason", (found) => found.failure.reason, (reason) =>
        `${reasonOf(reason)} (${number(this.all.filter((found) => found.failure.reason === reason).length)} here)`),
      select("rule", "rule", (found) => found.failure.rule ?? "", (rule) => rule));
  }

  private failure({ claim, failure }: Found): HTMLElement {
    return h("div", { class: "failure", "data-reason": failure.reason },
      h("h3", {}, reasonOf(failure.reason), failure.rule ? words(`, by the rule \`${failure.rule}\``) : ""),
      h("p", { class: "quiet extent" }, words(this.extent(claim))),
      failure.answer !== undefined && h("p", {}, `The text answers ${failure.answer}; the position is worth ${failure.value ?? "something else"} to the side to move.`));
  }

  /** How many positions fail, which of them are here, and what goes wrong how often: three counts of different things. */
  private extent(claim: string): string {
    const total = this.total.get(claim);
    if (total === undefined) return `\`${claim}\``;
    const here = this.all.filter((found) => found.claim === claim);
    const { reason } = this.filter;
    const ofKind = reason ? ` (${number(here.filter((found) => found.failure.reason === reason).length)} of this kind)` : "";
    const some = here.length < total ? `; ${number(here.length)} of them are here${ofKind}, the shortest lines first` : "";
    const kinds = this.kinds.get(claim) ?? [];
    const wrong = kinds.reduce((sum, [, positions]) => sum + positions, 0);
    const places = kinds.map(([kind, positions]) => `${reasonOf(kind)} (${count(positions, "position")})`).join(", ");
    const where = places && wrong < total ? ` Where the play goes wrong in the end: ${places}. From the others it leads to one of these.` : "";
    return `\`${claim}\` fails from ${count(total, "position")}${some}.${where}`;
  }

  private ending(failure: Failure): string {
    if (failure.cycle_from !== undefined) return "";
    return failure.moves.length === 0 ? `Where it begins: ${reasonOf(failure.reason)}.` : `After ${count(failure.moves.length, "ply", "plies")}: ${reasonOf(failure.reason)}.`;
  }

  // Failures as tests

  private keeper({ claim, failure }: Found): HTMLElement {
    const has = this.mine.some((kept) => kept.claim === claim && kept.fen === failure.fen);
    return button(has ? "Kept as a test ✓" : "Keep as a test", () => {
      const { fen, reason, rule } = failure;
      const kept = { text: this.ofText, claim, fen, reason, ...(rule === undefined ? {} : { rule }) };
      // What is there is read anew: another tab may have kept some as well.
      if (this.mine.length < MOST_KEPT) this.isFull = !writeKept([...readKept(), kept]);
      this.draw();
    }, { class: "small keep", disabled: has });
  }

  private keepers(): Child {
    if (this.isFull) return h("p", { class: "kept bad", role: "alert" }, NO_ROOM);
    const mine = this.mine;
    if (mine.length === 0) return null;
    const name = `${this.room.fileName}.failures.epd`;
    return h("p", { class: "kept" }, `${count(mine.length, "position")} kept. `,
      button(`Save ${name}`, () => void this.save(name), { class: "small" }), " ",
      button("Forget them", () => this.forget(), { class: "link" }));
  }

  private forget(): void {
    writeKept(readKept().filter((kept) => kept.text !== this.ofText));
    this.draw();
  }

  /** The lines are the server's, in the form that `adli check` reads beside a text. */
  private async save(name: string): Promise<void> {
    try {
      const { epd } = await post<{ epd: string }>("/api/keep", { failures: this.mine.map(({ text: _, ...kept }) => kept) });
      download(name, epd);
    } catch (error) {
      this.element.append(refused(refusal(error)));
    }
  }
}

function readKept(): Kept[] {
  const isKept = (each: unknown): each is Kept =>
    typeof each === "object" && each !== null && ["text", "claim", "fen", "reason"].every((name) => typeof (each as Record<string, unknown>)[name] === "string");
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Whether there was room for them. */
function writeKept(lines: Kept[]): boolean {
  try {
    localStorage.setItem(KEPT, JSON.stringify(lines));
    return true;
  } catch {
    return false;
  }
}
