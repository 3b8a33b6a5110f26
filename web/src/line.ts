// A line to go through, move by move, on the board: of a failure, of best play, of a game. Each own move says which rule made it. A line
// that goes round is shown as a round: forward from its last move leads back to where it began.

import type { LineMove } from "./api.ts";
import { button, h, replace } from "./dom.ts";
import { moveNumber, play } from "./fen.ts";
import type { Room } from "./room.ts";

export interface Line {
  fen: string;
  moves: LineMove[];
  cycle_from?: number | undefined;
}

const PACE = 900;

export class LineView {
  readonly element = h("div", { class: "line" });
  /** How many moves have been made. */
  private at = 0;
  private readonly fens: string[];
  private readonly steps: HTMLButtonElement[] = [];
  private timer: number | undefined;
  private readonly runner: HTMLButtonElement;

  constructor(private readonly room: Room, private readonly line: Line) {
    this.fens = [line.fen];
    for (const move of line.moves) this.fens.push(play(this.fens.at(-1) ?? line.fen, move.uci));
    this.runner = button("Play", () => this.toggle(), { class: "small run" });
    const controls = h(
      "div",
      { class: "controls", role: "group", "aria-label": "Go through the line" },
      button("«", () => this.go(0), { "aria-label": "to the beginning", title: "to the beginning" }),
      button("‹", () => this.back(), { "aria-label": "one move back", title: "one move back (key ,)" }),
      button("›", () => this.forward(), { "aria-label": "one move forward", title: "one move forward (key .)" }),
      button("»", () => this.go(line.moves.length), { "aria-label": "to the end", title: "to the end" }),
      this.runner,
    );
    const list = h("ol", { class: "steps" });
    line.moves.forEach((move, index) => {
      const step = button(h("span", { class: "san" }, `${moveNumber(line.fen, index)} ${move.san}`.trim()), () => this.go(index + 1), {
        class: "step",
      });
      if (move.rule) step.append(h("span", { class: "rule-name" }, move.rule));
      this.steps.push(step);
      const isRound = line.cycle_from !== undefined && index >= line.cycle_from;
      list.append(h("li", { class: isRound ? "round" : "" }, step));
    });
    const round =
      line.cycle_from !== undefined &&
      h(
        "p",
        { class: "round-note" },
        "↻ ",
        button(`the position before ${this.named(line.cycle_from)} is back: so it goes round for ever`, () => this.go(line.cycle_from ?? 0), {
          class: "link",
        }),
      );
    replace(this.element, controls, line.moves.length > 0 && list, round);
  }

  private named(index: number): string {
    const number = moveNumber(this.line.fen, index) || `${moveNumber(this.line.fen, index - 1)} ..`;
    return `${number} ${this.line.moves[index]?.san ?? ""}`;
  }

  /** Shows the position after so many moves. */
  go(to: number, how: "push" | "replace" = "replace"): void {
    this.at = Math.max(0, Math.min(to, this.line.moves.length));
    this.steps.forEach((step, index) => {
      if (index === this.at - 1) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    const move = this.line.moves[this.at - 1];
    this.room.goTo(this.fens[this.at] ?? this.line.fen, how, move?.uci ?? null);
  }

  forward(): boolean {
    const isEnd = this.at === this.line.moves.length;
    if (isEnd && this.line.cycle_from === undefined) return false;
    // The last position is the one before the move with which the round began.
    this.go(isEnd ? (this.line.cycle_from ?? 0) + 1 : this.at + 1);
    return true;
  }

  back(): void {
    this.go(this.at - 1);
  }

  private toggle(): void {
    if (this.timer !== undefined) return this.stop();
    if (this.at === this.line.moves.length && this.line.cycle_from === undefined) this.go(0);
    this.runner.textContent = "Stop";
    this.timer = window.setInterval(() => {
      if (!this.element.isConnected || !this.forward()) this.stop();
    }, PACE);
  }

  stop(): void {
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.runner.textContent = "Play";
  }
}
