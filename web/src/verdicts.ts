// What is proved and what is not. There are four verdicts, and none is ever shown as another: proved, refuted, unknown (a limit was reached), not
// run; and two things that are none of them: solvers that find nothing without leaving a proof, and a mistake of our own.
//
// Endgames of three men are decided while one types. Larger ones wait for a button, since they take minutes; they show how far they are and
// can be given up. A verdict is about the words it was found for: once those change it is greyed until there is a new one.

import { cancel, isAbort, latest, Refusal, refusal, type ClaimReport, type Progress } from "./api.ts";
import { back, noAnswer } from "./connection.ts";
import { button, count, debounce, h, number, replace, say, words, type Child } from "./dom.ts";
import { run } from "./jobs.ts";
import type { Room } from "./room.ts";
import { Signal } from "./signal.ts";
import { refused } from "./value.ts";

export const VERDICTS: Record<ClaimReport["verdict"], { sign: string; word: string }> = {
  proved: { sign: "✓", word: "proved" },
  refuted: { sign: "✗", word: "refuted" },
  unknown: { sign: "?", word: "unknown" },
  not_run: { sign: "–", word: "not run" },
  unsatisfiable: { sign: "≈", word: "no counterexample found" },
  internal: { sign: "!", word: "our mistake" },
};

const MOST_FAILURES = 40;

export class VerdictsPanel {
  readonly element = h("div", { class: "verdicts-panel" });
  /** Claims as they are decided; empty when a new proof begins. */
  readonly decided = new Signal<ClaimReport[]>();
  /** A few words for the tab. */
  readonly summed = new Signal<{ text: string; tone: string }>();

  private claims: ClaimReport[] = [];
  private state: "none" | "running" | "done" | "stale" | "cancelled" = "none";
  private progress: Progress | null = null;
  private trouble: Refusal | null = null;
  private provedWords = "";
  private provedText = "";
  private job: string | null = null;
  /** Somebody has asked for the end of it. */
  private isCancelled = false;
  private drawing: number | null = null;
  private readonly begin = latest();

  constructor(private readonly room: Room, private readonly leaf: (claim: string) => void) {
    room.typed.on(() => this.age());
    room.texted.on(() => {
      if (room.textKey !== this.provedText) this.forget();
      this.age();
    });
    room.checkedText.on((told) => {
      const key = this.key();
      if ("answer" in told && room.understood && told.answer.quick && told.answer.claims.length > 0 && key !== this.provedWords) this.proveSoon();
      else this.draw();
    });
    // Whatever was under way is gone with the server that did it.
    back.on(() => {
      if (this.room.understood && (this.state === "running" || this.trouble)) void this.prove();
    });
    this.draw();
  }

  /** What has been decided of the text as it stands. */
  get current(): ClaimReport[] {
    return this.state === "stale" ? [] : this.claims;
  }

  private key(): string {
    return `${this.room.textKey}\n${this.room.words}`;
  }

  private age(): void {
    if (this.key() === this.provedWords) return;
    this.begin();
    if (this.state !== "none") this.state = "stale";
    this.draw();
  }

  /** Another text is shown: nothing of what was said is about it. */
  private forget(): void {
    this.begin();
    this.claims = [];
    this.trouble = null;
    this.provedWords = "";
    this.state = "none";
    this.decided.tell([]);
  }

  private readonly proveSoon = debounce(50, () => void this.prove());

  async prove(): Promise<void> {
    const signal = this.begin();
    this.claims = [];
    this.progress = null;
    this.trouble = null;
    this.isCancelled = false;
    this.state = "running";
    this.provedWords = this.key();
    this.provedText = this.room.textKey;
    this.draw();
    try {
      const job = await run(
        { prove: { text: this.room.text, max_failures: MOST_FAILURES } },
        {
          started: (id) => {
            this.job = id;
          },
          progress: (progress) => {
            this.progress = progress;
            this.drawProgress();
          },
          claim: (claim) => {
            this.claims.push(claim);
            this.drawSoon();
          },
        },
        signal,
      );
      if (job.report) this.claims = job.report.claims;
      this.state = job.state === "cancelled" ? "cancelled" : "done";
      if (job.error) this.trouble = new Refusal(0, job.error);
      if (job.state === "cancelled" && !this.isCancelled) this.broken();
      this.tell();
    } catch (error) {
      if (isAbort(error)) return;
      this.state = "done";
      this.trouble = refusal(error);
    }
    this.draw();
  }

  /** What had been found out by then comes with the end of the job. */
  private cancel(): void {
    this.isCancelled = true;
    if (this.job) void cancel(this.job);
    say("the proof is cancelled");
  }

  /** The server ends what it does when it is stopped; it is begun again when there is a server again. */
  private broken(): void {
    this.state = "done";
    this.trouble = new Refusal(0, "Adli was stopped before this was decided");
    noAnswer();
  }

  private tell(): void {
    const told = this.claims.map((claim) => `${claim.name} ${VERDICTS[claim.verdict].word}`);
    say(told.join("; "));
    this.decided.tell(this.claims);
  }

  /** Claims come in dozens; they are drawn once for each picture of the screen. */
  private drawSoon(): void {
    this.drawing ??= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    if (this.drawing !== null) cancelAnimationFrame(this.drawing);
    this.drawing = null;
    const { checked, understood } = this.room;
    const claims = checked?.claims ?? [];
    const isStale = this.state === "stale";
    const names = new Set(this.claims.map((claim) => claim.name));
    const open = claims.filter((claim) => !names.has(claim.name));
    replace(
      this.element,
      this.head(understood, claims.length),
      this.bar,
      this.trouble && refused(this.trouble),
      isStale && this.claims.length > 0 && h("p", { class: "quiet" }, "These verdicts are about the text before your last change."),
      h(
        "ul",
        { class: `claims${isStale ? " stale" : ""}` },
        ...this.claims.map((claim) => claimView(claim, this.leaf)),
        ...open.map((claim) =>
          h("li", { class: "claim open" }, h("span", { class: "chip" }, "· not yet decided"), " ", h("span", { class: "kind" }, claim.kind), " ", h("strong", {}, claim.name)),
        ),
      ),
    );
    this.drawProgress();
    this.sum(claims.length);
  }

  private head(understood: boolean, claims: number): HTMLElement {
    const label = this.state === "none" || this.state === "cancelled" ? "Prove" : "Prove again";
    const isRunning = this.state === "running";
    return h(
      "div",
      { class: "prove-row" },
      isRunning
        ? button("Cancel", () => this.cancel(), { class: "cancel" })
        : button(label, () => void this.prove(), { class: "primary prove", disabled: !understood || claims === 0 }),
      h("p", { class: "quiet" }, this.stateWords(understood, claims)),
    );
  }

  private stateWords(understood: boolean, claims: number): string {
    if (!understood) return "The text has mistakes; correct them first.";
    if (claims === 0) return "The text claims nothing yet: write a theorem or a lemma.";
    if (this.state === "cancelled") {
      const decided = this.claims.filter((claim) => claim.verdict !== "unknown").length;
      return `You cancelled it. ${decided === 0 ? "Nothing" : `${number(decided)} of ${count(claims, "claim")}`} had been decided by then.`;
    }
    if (this.state === "running") return "";
    if (this.room.checked?.quick) return "Three men: decided while you type.";
    if (this.state === "done") return "";
    return `${count(claims, "claim")} to decide; this may take a while.`;
  }

  private readonly bar = h("div", { class: "progress" });

  private drawProgress(): void {
    if (this.state !== "running") return replace(this.bar);
    const progress = this.progress;
    if (!progress?.of) {
      const done = progress?.done ? `${number(progress.done)} ${progress.unit ?? ""} so far` : "beginning …";
      return replace(this.bar, h("progress", { "aria-label": "proving" }), h("span", {}, done));
    }
    const { claim, done, of, unit, left_seconds } = progress;
    const left = left_seconds === undefined || left_seconds === null ? "" : `, about ${duration(left_seconds)} left`;
    replace(
      this.bar,
      h("progress", { value: done, max: of, "aria-label": "proving" }),
      h("span", {}, claim ? words(`\`${claim}\`: `) : "", `${number(done)} of ${number(of)} ${unit ?? ""}${left}`),
    );
  }

  private sum(claims: number): void {
    const has = (verdict: ClaimReport["verdict"]): number => this.claims.filter((claim) => claim.verdict === verdict).length;
    const parts = (Object.keys(VERDICTS) as ClaimReport["verdict"][]).filter((verdict) => has(verdict) > 0);
    const text = this.state === "running" ? "…" : parts.map((verdict) => `${VERDICTS[verdict].sign}${has(verdict)}`).join(" ");
    const wrong = this.claims.some((claim) => claim.as_claimed === false || claim.verdict === "internal");
    const right = this.claims.length > 0 && this.claims.every((claim) => claim.as_claimed === true);
    const tone = this.state === "stale" || claims === 0 ? "" : wrong ? "bad" : right ? "good" : "";
    this.summed.tell({ text, tone });
  }
}

/** A claim with its verdict, what was counted, and a way to its failures. */
export function claimView(claim: ClaimReport, leaf: ((claim: string) => void) | null): HTMLElement {
  const { sign, word } = VERDICTS[claim.verdict];
  const expected = claim.expected !== undefined && claim.as_claimed !== undefined ? (claim.as_claimed ? ", as expected" : `, not as expected (${claim.expected})`) : "";
  const nothing = claim.vacuous === undefined ? "" : ", but of nothing";
  const failures = claim.failures?.shown.length ?? 0;
  return h(
    "li",
    { class: `claim ${claim.verdict}${claim.as_claimed === false ? " wrong" : ""}`, "data-claim": claim.name },
    h("div", { class: "claim-head" },
      h("span", { class: `chip ${claim.verdict}` }, h("span", { "aria-hidden": "true" }, `${sign} `), word, nothing, expected),
      " ",
      h("span", { class: "kind" }, claim.kind),
      " ",
      h("strong", {}, claim.name),
      " ",
      claim.verdict !== "not_run" && h("span", { class: "kind" }, `by the method ${claim.method}`),
      leaf && failures > 0 && button(`Leaf through ${shownOf(failures, claim.failures?.positions, "failure")}`, () => leaf(claim.name), { class: "small leaf" }),
    ),
    ...figures(claim),
    (claim.rules?.length ?? 0) > 0 && ruleTable(claim),
  );
}

/** `40 failures`, or of how many they are the first. */
function shownOf(shown: number, all: number | undefined, what: string): string {
  return all !== undefined && all > shown ? `the first ${number(shown)} of ${number(all)}` : count(shown, what);
}

/** What is said of work that somebody stops, and of work that has not begun by then. */
const CANCELLED = /^stopped before the end; /;
const NOT_BEGUN = /^stopped before the end; nothing was covered$/;

/** What was counted, in sentences. */
function figures(claim: ClaimReport): Child[] {
  const lines: string[] = [];
  if (claim.reason) lines.push(claim.reason.replace(NOT_BEGUN, "it was not its turn yet").replace(CANCELLED, "cancelled before the end; "));
  if (claim.number !== undefined) lines.push(`answer: ${number(claim.number)}${claim.share === undefined ? "" : ` (${(100 * claim.share).toFixed(2)} %)`}`);
  const fails = claim.failures;
  const all = claim.positions === undefined ? "" : ` of ${number(claim.positions)}`;
  if (fails?.positions !== undefined && fails.positions > 0) lines.push(`it fails from ${number(fails.positions)}${all} positions`);
  else if (fails?.plays !== undefined && fails.plays > 0) lines.push(`it fails in ${count(fails.plays, "play")}`);
  else if (claim.positions !== undefined) lines.push(count(claim.positions, "position"));
  if (claim.longest_moves !== undefined && claim.verdict === "proved") {
    const best = claim.optimal_longest_moves === undefined ? "" : `; with best play ${claim.optimal_longest_moves}`;
    lines.push(`at most ${count(claim.longest_moves, "move")}${best}`);
  }
  if (claim.assumes?.length) lines.push(`as long as the other side plays as ${claim.assumes.join(", ")} says`);
  if (claim.rests_on?.length) lines.push(`rests on ${claim.rests_on.join(", ")}`);
  lines.push(...(claim.warnings ?? []).map((warning) => `note: ${warning}`), ...(claim.notes ?? []));
  return lines.map((line) => h("p", { class: "figure" }, words(line)));
}

function ruleTable(claim: ClaimReport): HTMLElement {
  const rules = claim.rules ?? [];
  const most = Math.max(1, ...rules.map((rule) => rule.positions));
  const row = (name: string, positions: number, choice: number | null): HTMLElement =>
    h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), h("td", {}, number(positions)), h("td", {}, choice === null ? "" : number(choice)),
      h("td", { class: "share", "aria-hidden": "true" }, h("meter", { min: 0, max: most, value: positions })));
  return h(
    "details",
    { class: "rule-table" },
    h("summary", {}, "Positions of each rule"),
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "rule"), h("th", { scope: "col" }, "positions"), h("th", { scope: "col" }, "with choice"), h("td", { "aria-hidden": "true" }))),
      h("tbody", {}, ...rules.map((rule) => row(rule.name, rule.positions, rule.with_choice)), claim.no_rule ? row("(no rule)", claim.no_rule, null) : null)),
  );
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}
