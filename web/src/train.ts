// Play and train. Three ways: be the strategy's player against the best defence, and be told of every move whether it is by the rules, keeps the win and makes
// progress by the strategy's own measure; defend against the strategy; or play freely against the best defence. The judgements and the replies
// are the server's; here they are only asked for in turn.

import { isAbort, latest, Refusal, type Exercises, type Judged, type LineMove, type Played } from "./api.ts";
import { button, count, h, replace, say, words, type Child } from "./dom.ts";
import { moveNumber } from "./fen.ts";
import { askFor, valueOf } from "./jobs.ts";
import type { Room } from "./room.ts";
import { refused } from "./value.ts";

export type Way = "rules" | "defend" | "free";
const WAYS: Record<Way, { title: string; what: string }> = {
  rules: { title: "Follow the rules", what: "You play the strategy's side against the best defence; every move is judged." },
  defend: { title: "Defend against the rules", what: "The strategy plays; you try to escape." },
  free: { title: "Play on freely", what: "You move; the best defence answers." },
};

const REPLY = 450;

export class TrainPanel {
  readonly element = h("div", { class: "train-panel" });
  /** What is said to the learner, to stand beside the board. */
  readonly coach = h("section", { class: "coach", "aria-label": "Training", hidden: true });
  private way: Way = "rules";
  private start: string | null = null;
  private moves: (LineMove & { judged?: Judged })[] = [];
  private said: Child[] = [];
  private waitsFor: "you" | "reply" | "choice" | "nobody" = "nobody";
  private exercises: Exercises | null = null;
  private readonly ask = latest();

  constructor(private readonly room: Room, private readonly allow: (may: boolean) => void) {
    room.left.on(() => this.stop());
    room.texted.on(() => { this.exercises = null; this.stop(); });
    room.typed.on(() => { this.exercises = null; this.stop(); });
    room.checkedText.on(() => this.draw());
    this.draw();
  }

  get active(): boolean {
    return this.start !== null;
  }

  /** Whether a move of the learner is expected. */
  get mayMove(): boolean {
    return !this.active || this.waitsFor === "you";
  }

  // The game

  begin(way: Way = this.way): void {
    this.way = way;
    this.start = this.room.fen;
    this.moves = [];
    this.said = [];
    void this.turn(true);
  }

  private stop(): void {
    if (!this.active) return;
    this.ask();
    this.start = null;
    this.waitsFor = "nobody";
    this.allow(true);
    this.draw();
  }

  private body(): Record<string, unknown> {
    const { strategy, text } = this.room;
    return { text, fen: this.start, moves: this.moves.map((move) => move.uci), ...(strategy ? { strategy } : {}) };
  }

  /** Whose move is it? If it is not the learner's, the reply is asked for and made. */
  private async turn(isFirst = false): Promise<void> {
    const signal = this.ask();
    this.wait("reply");
    try {
      const played = this.way === "free" ? await this.freeReply(isFirst, signal) : await askFor<Played>("/api/play", this.body(), signal);
      if (played.over) return this.over(played.over);
      const isYours = this.way === "rules" ? played.by === "strategy" : this.way === "defend" ? played.by === "defence" : played.by === undefined;
      if (isYours) {
        this.said = [h("p", {}, "Your move.")];
        return this.wait("you");
      }
      const move = played.move;
      if (!move) return this.over("no rule has a move here");
      await pause(isFirst ? 0 : REPLY, signal);
      this.moves.push({ ...move, ...(played.rule ? { rule: played.rule } : {}) });
      this.room.play(move.uci, "replace");
      if (this.way === "defend") this.said = [h("p", {}, `${move.san}, by the rule `, h("code", {}, played.rule ?? "?"), ".")];
      say(`${move.san}${played.rule ? `, by the rule ${played.rule}` : ""}`);
      await this.turnAfterReply(signal);
    } catch (error) {
      this.fail(error);
    }
  }

  /** After a reply the game may be over. */
  private async turnAfterReply(signal: AbortSignal): Promise<void> {
    if (this.way === "free") {
      const value = await valueOf(this.room.fen, {}, signal);
      if (value.over) return this.over(value.value);
    } else {
      const next = await askFor<Played>("/api/play", this.body(), signal);
      if (next.over) return this.over(next.over);
    }
    if (this.said.length === 0) this.said = [h("p", {}, "Your move.")];
    this.wait("you");
  }

  /** The best defence in the position on the board. */
  private async freeReply(isFirst: boolean, signal: AbortSignal): Promise<Played> {
    const value = await valueOf(this.room.fen, {}, signal);
    if (value.over) return { over: value.value };
    if (isFirst) return {};
    const move = value.mainline[0] ?? value.groups[0]?.moves[0];
    return move ? { by: "defence", move } : { over: value.value };
  }

  /** The learner moves. */
  async move(uci: string, san: string): Promise<void> {
    if (this.waitsFor !== "you" || this.start === null) return;
    const before = this.room.value;
    const made: LineMove & { judged?: Judged } = { uci, san };
    if (this.way !== "rules") {
      this.moves.push(made);
      const valued = before?.groups.flatMap((group) => group.moves.map((move) => ({ move, group }))).find(({ move }) => move.uci === uci);
      const lost = before && valued && rank(valued.group.outcome) < rank(before.outcome);
      this.said = [lost ? h("p", { class: "bad" }, `${san}: that gives the ${before.outcome === "win" ? "win" : "draw"} away.`) : h("p", {}, `${san}.`)];
      this.room.play(uci, "replace");
      return this.turn();
    }
    const signal = this.ask();
    const body = { ...this.body(), move: uci };
    this.wait("reply");
    try {
      const judged = await askFor<Judged>("/api/train", body, signal);
      made.judged = judged;
      if (judged.rule && judged.by_rules) made.rule = judged.rule;
      this.moves.push(made);
      this.said = [judgement(judged)];
      this.room.play(uci, "replace");
      say(judged.words);
      if (judged.by_rules && !isGivenAway(judged)) await this.turn();
      else this.wait("choice");
    } catch (error) {
      this.fail(error);
    }
  }

  private takeBack(): void {
    if (this.start === null) return;
    const ours = this.waitsFor === "choice" || this.waitsFor === "nobody" ? 1 : 2;
    this.moves = this.moves.slice(0, Math.max(0, this.moves.length - ours));
    this.said = [h("p", {}, "Taken back. Your move.")];
    this.room.goTo(this.start, "none");
    for (const move of this.moves) this.room.play(move.uci, "replace");
    this.wait("you");
  }

  private over(how: string): void {
    this.said.push(h("p", { class: "over" }, h("strong", {}, `${how}.`)));
    say(how);
    this.wait("nobody");
  }

  private fail(error: unknown): void {
    if (isAbort(error)) return;
    this.said = [refused(error instanceof Refusal ? error : new Refusal(0, String(error)))];
    this.wait("you");
  }

  private wait(who: TrainPanel["waitsFor"]): void {
    this.waitsFor = who;
    this.allow(this.mayMove);
    this.draw();
  }

  // What is shown

  private draw(): void {
    this.coach.hidden = !this.active;
    replace(this.coach, ...(this.active ? this.spoken() : []));
    replace(this.element, ...(this.active ? this.game() : this.choices()), this.exerciseList());
  }

  private choices(): Child[] {
    const ways = (Object.keys(WAYS) as Way[]).map((way) =>
      h("label", { class: "way" },
        h("input", { type: "radio", name: "way", value: way, checked: this.way === way, on: { change: () => { this.way = way; } } }),
        h("span", {}, h("strong", {}, WAYS[way].title), h("span", { class: "quiet" }, ` ${WAYS[way].what}`))));
    return [
      h("fieldset", {}, h("legend", {}, "From the position on the board"), ...ways),
      button("Begin", () => this.begin(), { class: "primary", disabled: !this.room.understood }),
    ];
  }

  private spoken(): Child[] {
    const isChoice = this.waitsFor === "choice";
    return [
      h("div", { class: "said", role: "status" }, ...this.said),
      h("div", { class: "controls" },
        isChoice && button("Take it back", () => this.takeBack(), { class: "primary" }),
        isChoice && button("Play on", () => void this.turn()),
        !isChoice && button("Take back", () => this.takeBack(), { disabled: this.moves.length === 0 || this.waitsFor === "reply" }),
        button("From the start", () => { const from = this.start; if (from) { this.room.goTo(from, "none"); this.begin(); } }),
        button("Stop", () => this.stop(), { class: "cancel" })),
    ];
  }

  private game(): Child[] {
    return [
      h("h3", {}, WAYS[this.way].title),
      h("p", { class: "quiet" }, WAYS[this.way].what),
      h("ol", { class: "steps game" }, ...this.moves.map((move, index) =>
        h("li", { class: judgedTone(move.judged) },
          h("span", { class: "san" }, `${moveNumber(this.start ?? "", index)} ${move.san}`.trim()),
          move.rule && h("span", { class: "rule-name" }, move.rule)))),
    ];
  }

  // Exercises

  private exerciseList(): Child {
    if (!this.exercises) {
      return h("p", { class: "exercises" }, button("Exercises of this text", () => void this.findExercises(), { class: "small", disabled: !this.room.understood }));
    }
    const sets = this.exercises.sets.filter((set) => set.positions.length > 0);
    if (sets.length === 0) return h("p", { class: "quiet" }, "This text gives no exercises.");
    return h("div", { class: "exercises" }, h("h4", {}, "Exercises"),
      ...sets.map((set) => h("details", {}, h("summary", {}, words(set.title), ` (${count(set.positions.length, "position")})`),
        h("ol", {}, ...set.positions.map((position, index) =>
          h("li", {}, button(words(position.words || `position ${index + 1}`), () => this.exercise(position.fen), { class: "link" })))))));
  }

  private async findExercises(): Promise<void> {
    const { strategy, text } = this.room;
    try {
      this.exercises = await askFor<Exercises>("/api/exercises", { text, ...(strategy ? { strategy } : {}) });
      this.draw();
    } catch (error) {
      replace(this.element, ...this.choices(), refused(error instanceof Refusal ? error : new Refusal(0, String(error))));
    }
  }

  private exercise(fen: string): void {
    this.stop();
    this.room.goTo(fen);
    this.begin("rules");
    this.coach.scrollIntoView({ block: "nearest" });
  }
}

/** The server's words to the learner: they name the rule, what it allows, and how many moves the strategy needs before and after. */
function judgement(judged: Judged): HTMLElement {
  return h("p", { class: `judgement ${judgedTone(judged)}` }, words(judged.words));
}

const isGivenAway = (judged: Judged): boolean => judged.value !== null && judged.value !== "kept";

function judgedTone(judged: Judged | undefined): string {
  if (!judged) return "";
  if (isGivenAway(judged)) return "bad";
  if (!judged.by_rules || judged.progress === "no progress") return "warn";
  return "good";
}

const rank = (outcome: string): number => ["loss", "draw", "win"].indexOf(outcome);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    window.setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
  });
}
