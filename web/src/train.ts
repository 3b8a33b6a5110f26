// Play and train. Three ways: be the strategy's player against the best defence, and be told of every move whether it is by the rules, keeps the win and makes
// progress by the strategy's own measure; defend against the strategy; or play freely against the best defence. The judgements and the replies
// are the server's; here they are only asked for in turn.

import { isAbort, latest, Refusal, refusal, type ClaimReport, type Judged, type LineMove, type Played } from "./api.ts";
import { back } from "./connection.ts";
import { doubtOf, type Doubt } from "./doubt.ts";
import { button, h, plain, replace, say, words, type Child } from "./dom.ts";
import { exercisePanel } from "./exercises.ts";
import { moveNumber } from "./fen.ts";
import { askFor, pause, valueOf } from "./jobs.ts";
import { isGivenAway, judgedTone, judgement, ofValue } from "./judged.ts";
import type { Room } from "./room.ts";
import { refused } from "./value.ts";

export type Way = "rules" | "defend" | "free";
const WAYS: Record<Way, { title: string; what: string }> = {
  rules: { title: "Follow the rules", what: "You play the strategy's side against the best defence; every move is judged." },
  defend: { title: "Defend against the rules", what: "The strategy plays; you try to escape." },
  free: { title: "Play on freely", what: "You move; the best defence answers." },
};

const REPLY = 450;

interface GameMove extends LineMove {
  judged?: Judged;
  /** The other side has made it. */
  isReply?: boolean;
}

export class TrainPanel {
  readonly element = h("div", { class: "train-panel" });
  /** What is said to the learner, to stand beside the board. */
  readonly coach = h("section", { class: "coach", "aria-label": "Training", hidden: true });
  private way: Way = "rules";
  private start: string | null = null;
  private moves: GameMove[] = [];
  private said: Child[] = [];
  private waitsFor: "you" | "reply" | "choice" | "nobody" = "nobody";
  private readonly exercises: HTMLElement;
  /** Why the rules themselves do not win from here. */
  private doubt: string | null = null;
  /** Why the last training has ended, or could not begin. */
  private ended: string | null = null;
  private trouble: Refusal | null = null;
  /** The question that had no answer, to be put again. */
  private again: (() => void) | null = null;
  /** A move of the learner had no answer. */
  private hasFailed = false;
  /** What was said of the rules when they were last shown. */
  private ruleDoubt: Doubt | null = null;
  /** The position is changed by the game itself. */
  private isMoving = false;
  private readonly ask = latest();

  /** `decided` says what is known of the claims of the text, so that nobody trains on wrong rules without being told. */
  constructor(private readonly room: Room, private readonly allow: (may: boolean) => void, private readonly decided: () => ClaimReport[]) {
    this.exercises = exercisePanel(room, (fen) => this.exercise(fen));
    const otherText = (): void => {
      this.trouble = null;
      this.stop("the text was changed");
    };
    room.left.on(() => this.stop("the position was changed"));
    room.texted.on(otherText);
    room.typed.on(otherText);
    room.moved.on(() => {
      if (this.isMoving) return;
      this.trouble = null;
      if (this.active) this.stop("the position was changed");
      else this.draw();
    });
    room.checkedText.on(() => this.draw());
    back.on(() => this.resume());
    this.draw();
  }

  /** Something may have been decided. */
  refresh(): void {
    if (this.findDoubt()?.text !== this.ruleDoubt?.text) this.draw();
  }

  private findDoubt(): Doubt | null {
    return this.way === "free" ? null : doubtOf(this.room, this.decided());
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
    this.ended = this.trouble = this.doubt = null;
    void this.turn(true);
  }

  /** Ends it; if that was not what the learner asked for, he is told why. */
  private stop(why: string | null = null): void {
    if (!this.active) return;
    this.ask();
    this.start = this.again = null;
    this.waitsFor = "nobody";
    this.ended = why;
    if (why) say(`the training has ended: ${why}`);
    this.allow(true);
    this.draw();
  }

  /** Something to say beside the game, until the next move. */
  remark(words: string): void {
    this.said = [...this.said.filter((each) => !(each instanceof HTMLElement && each.className === "remark")), h("p", { class: "remark" }, words)];
    say(words);
    this.draw();
  }

  /** The same as the button that takes a move back. */
  undo(): void {
    if (this.mayTakeBack) this.takeBack();
    else if (this.waitsFor === "reply") this.remark("Wait for the reply.");
    else this.remark("There is no move to take back.");
  }

  /** Makes moves of the game on the board. */
  private show(change: () => void): void {
    this.isMoving = true;
    change();
    this.isMoving = false;
  }

  /** The server is there again. */
  private resume(): void {
    this.trouble = null;
    if (!this.active) return this.draw();
    const again = this.again;
    this.again = null;
    if (again) return again();
    if (this.hasFailed) this.said = [h("p", {}, "Your move.")];
    this.draw();
  }

  private body(): Record<string, unknown> {
    const { playing, text } = this.room;
    return { text, fen: this.start, moves: this.moves.map((move) => move.uci), ...playing };
  }

  /** Whose move is it? If it is not the learner's, the reply is asked for and made. */
  private async turn(isFirst = false): Promise<void> {
    const signal = this.ask();
    this.wait("reply");
    try {
      // The question after a reply is put again.
      if (this.moves.at(-1)?.isReply) return await this.turnAfterReply(signal);
      const played = this.way === "free" ? await this.freeReply(isFirst, signal) : await askFor<Played>("/api/play", this.body(), signal);
      if (played.over && isFirst) throw noGame(played.over);
      if (played.over) return this.over(played.over);
      this.doubt = played.doubt ?? null;
      const isYours = this.way === "rules" ? played.by === "strategy" : this.way === "defend" ? played.by === "defence" : played.by === undefined;
      if (isYours) {
        this.said = [h("p", {}, "Your move.")];
        return this.wait("you");
      }
      const move = played.move;
      if (!move && isFirst) throw noGame("no rule has a move here");
      if (!move) return this.over("no rule has a move here");
      await pause(isFirst ? 0 : REPLY, signal);
      this.moves.push({ ...move, isReply: true, ...(played.rule ? { rule: played.rule } : {}) });
      this.show(() => this.room.play(move.uci, "replace"));
      if (this.way === "defend") this.said = [h("p", {}, `${move.san}, by the rule `, h("code", {}, played.rule ?? "?"), ".")];
      else this.said.push(h("p", {}, `The reply is ${move.san}.`));
      say(`${move.san}${played.rule ? `, by the rule ${played.rule}` : ""}`);
      await this.turnAfterReply(signal);
    } catch (error) {
      if (isFirst) this.failToBegin(error);
      else this.fail(error, () => void this.turn());
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
      this.doubt = next.doubt ?? null;
    }
    // Where something is to be said of the learner's own move, it is clear that he goes on.
    if (this.said.length < 2) this.said.push(h("p", {}, "Your move."));
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
    const made: GameMove = { uci, san };
    if (this.way !== "rules") {
      this.moves.push(made);
      const valued = before?.groups.flatMap((group) => group.moves.map((move) => ({ move, group }))).find(({ move }) => move.uci === uci);
      this.said = [before && valued ? ofValue(san, before.outcome, valued.group.outcome) : h("p", {}, `${san}.`)];
      this.show(() => this.room.play(uci, "replace"));
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
      this.show(() => this.room.play(uci, "replace"));
      say(judged.words);
      if (judged.by_rules && !isGivenAway(judged)) await this.turn();
      else this.wait("choice");
    } catch (error) {
      this.fail(error);
    }
  }

  private get mayTakeBack(): boolean {
    return this.active && this.waitsFor !== "reply" && this.moves.length > this.firstOwn;
  }

  /** How many moves were made before the learner's first: one, if the other side began. */
  private get firstOwn(): number {
    return this.moves[0]?.isReply ? 1 : 0;
  }

  /** Goes back to before the learner's last move. */
  private takeBack(): void {
    const { start } = this;
    if (start === null) return;
    const last = this.moves.findLastIndex((move) => !move.isReply);
    this.moves = this.moves.slice(0, Math.max(this.firstOwn, last));
    this.said = [h("p", {}, "Taken back. Your move.")];
    this.doubt = null;
    this.show(() => {
      this.room.goTo(start, "none");
      for (const move of this.moves) this.room.play(move.uci, "replace");
    });
    this.wait("you");
  }

  private over(how: string): void {
    this.said.push(h("p", { class: "over" }, h("strong", {}, words(`${how}.`))));
    say(plain(how));
    this.wait("nobody");
  }

  /** What could not be answered; the learner tries again, or the question is put again. */
  private fail(error: unknown, again: (() => void) | null = null): void {
    if (isAbort(error)) return;
    this.said = [refused(refusal(error))];
    this.again = again;
    this.wait(again ? "reply" : "you");
    this.hasFailed = true;
  }

  /** There is no game: the text is about other men or has no rule for the position, the game is over, or nobody knows the position. */
  private failToBegin(error: unknown): void {
    if (isAbort(error)) return;
    this.stop();
    this.trouble = refusal(error);
    say(plain(`the training does not begin: ${this.trouble.message}`));
    this.draw();
  }

  private wait(who: TrainPanel["waitsFor"]): void {
    this.waitsFor = who;
    this.hasFailed = false;
    this.allow(this.mayMove);
    this.draw();
  }

  // What is shown

  private draw(): void {
    this.coach.hidden = !this.active && this.ended === null;
    replace(this.coach, ...(this.active ? this.spoken() : this.farewell()));
    replace(this.element, ...(this.active ? this.game() : this.choices()), this.exercises);
  }

  private farewell(): Child[] {
    if (this.ended === null) return [];
    const close = (): void => {
      this.ended = null;
      this.draw();
    };
    return [h("p", {}, `The training has ended: ${this.ended}. `, button("close", close, { class: "link" }))];
  }

  /** Whether the rules are proved, refuted or nobody knows, to whoever is about to learn them. */
  private ofRules(): Child {
    const told = (this.ruleDoubt = this.findDoubt());
    return told && h("p", { class: `doubt ${told.tone}` }, words(told.text));
  }

  private choices(): Child[] {
    const ways = (Object.keys(WAYS) as Way[]).map((way) =>
      h("label", { class: "way" },
        h("input", { type: "radio", name: "way", value: way, checked: this.way === way, on: { change: () => this.choose(way) } }),
        h("span", {}, h("strong", {}, WAYS[way].title), h("span", { class: "quiet" }, ` ${WAYS[way].what}`))));
    return [
      h("fieldset", {}, h("legend", {}, "From the position on the board"), ...ways),
      this.ofRules(),
      button("Begin", () => this.begin(), { class: "primary", disabled: !this.room.understood }),
      this.trouble && refused(this.trouble),
      this.trouble && this.elsewhere(),
    ];
  }

  private choose(way: Way): void {
    this.way = way;
    this.draw();
    this.element.querySelector<HTMLElement>(`input[value="${way}"]`)?.focus();
  }

  /** A position of the text, where the one on the board is none. */
  private elsewhere(): Child {
    const example = this.room.checked?.example;
    if (!example || example === this.room.fen) return null;
    return button("Begin from a position of this text", () => {
      this.room.goTo(example);
      this.begin();
    });
  }

  private spoken(): Child[] {
    const isChoice = this.waitsFor === "choice";
    return [
      h("div", { class: "said", role: "status" }, ...this.said, this.doubt && h("p", { class: "doubt warn" }, words(`Beware: ${this.doubt}.`))),
      h("div", { class: "controls" },
        this.again && button("Try again", () => this.resume(), { class: "primary" }),
        isChoice && button("Take it back", () => this.takeBack(), { class: "primary" }),
        isChoice && button("Play on", () => this.playOn()),
        !isChoice && button("Take back", () => this.takeBack(), { disabled: !this.mayTakeBack }),
        button("From the start", () => this.fromStart()),
        button("Stop", () => this.stop(), { class: "cancel" })),
    ];
  }

  /** What was said of the move is about a position that is left now. */
  private playOn(): void {
    this.said = [];
    void this.turn();
  }

  private fromStart(): void {
    const from = this.start;
    if (from === null) return;
    this.show(() => this.room.goTo(from, "none"));
    this.begin();
  }

  private game(): Child[] {
    return [
      h("h3", {}, WAYS[this.way].title),
      h("p", { class: "quiet" }, WAYS[this.way].what),
      this.ofRules(),
      h("ol", { class: "steps game" }, ...this.moves.map((move, index) =>
        h("li", { class: judgedTone(move.judged) },
          h("span", { class: "san" }, `${moveNumber(this.start ?? "", index)} ${move.san}`.trim()),
          move.rule && h("span", { class: "rule-name" }, move.rule)))),
    ];
  }

  /** A position to practise is played at once. */
  private exercise(fen: string): void {
    this.stop();
    this.room.goTo(fen);
    this.begin("rules");
    this.coach.scrollIntoView({ block: "nearest" });
  }
}

/** Where the training would be over as soon as it begins. */
function noGame(why: string): Refusal {
  return new Refusal(422, `There is nothing to train in this position: ${why}.`, "Set up another one, or choose one of the exercises.");
}
