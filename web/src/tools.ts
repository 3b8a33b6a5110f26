// What can be done with the board: undo, flip, set up with spare men, clear, mirror, exchange colours, the side to move.

import type { Board } from "./board.ts";
import { button, h, replace, say } from "./dom.ts";
import { EMPTY, exchanged, mirrored, nameOf, passed, readFen, type Man } from "./fen.ts";
import { drawing } from "./pieces.ts";
import type { Room } from "./room.ts";
import type { TrainPanel } from "./train.ts";

const SPARE: Man[] = [..."KQRBNP", ..."kqrbnp"];

export class Tools {
  readonly element = h("div", { class: "tools", role: "toolbar", "aria-label": "Board" });
  readonly spare = h("div", { class: "spare", role: "group", "aria-label": "Spare men" });
  private readonly turn = h("span", { class: "turn" });
  /** The game that is trained, if there is one. Its position is changed by its moves alone. */
  train: TrainPanel | null = null;

  constructor(private readonly room: Room, private readonly board: Board) {
    room.moved.on(() => this.draw());
    this.draw();
  }

  /** Whether somebody trains; he is told that this is not the time to change the position. */
  isHeld(): boolean {
    if (!this.train?.active) return false;
    this.train.remark("Stop the training first: it would end if the position were changed.");
    return true;
  }

  undo(): void {
    if (this.train?.active) this.train.undo();
    else if (!this.room.undo()) say("there is nothing to undo");
  }

  flip(): void {
    this.board.flip();
    say(`${this.board.orientation === "w" ? "White" : "Black"} plays up the board`);
  }

  setUp(on = !this.board.settingUp): void {
    if (this.isHeld()) return;
    this.board.settingUp = on;
    this.board.hand = null;
    this.room.left.tell();
    this.board.show(this.room.fen);
    this.draw();
    say(on ? "setting up: letters put men on squares" : "the position is set up");
    if (!on) this.room.goTo(this.room.fen, "replace");
  }

  clear(): void {
    if (this.isHeld()) return;
    if (!this.board.settingUp) this.setUp(true);
    const turn = readFen(this.room.fen)?.turn ?? "w";
    this.change(turn === "w" ? EMPTY : passed(EMPTY), "the board is clear");
  }

  mirror(): void {
    this.change(mirrored(this.room.fen), "left and right exchanged");
  }

  exchange(): void {
    this.change(exchanged(this.room.fen), "colours exchanged");
  }

  pass(): void {
    const fen = passed(this.room.fen);
    this.change(fen, `${readFen(fen)?.turn === "w" ? "White" : "Black"} to move`);
  }

  private change(fen: string, what: string): void {
    if (this.isHeld()) return;
    this.room.left.tell();
    this.room.goTo(fen);
    say(what);
  }

  draw(): void {
    const on = this.board.settingUp;
    const turn = readFen(this.room.fen)?.turn ?? "w";
    const side = turn === "w" ? "White" : "Black";
    this.turn.className = `turn ${turn === "w" ? "white" : "black"}`;
    const held = this.train?.active ?? false;
    const tool = (label: string, act: () => void, key: string, disabled = false): HTMLButtonElement =>
      button(label, act, { title: disabled ? "not while you train" : `key ${key}`, "aria-keyshortcuts": key, disabled });
    replace(
      this.element,
      h("button", { type: "button", class: "turn-button", title: "the other side is to move (key t)", "aria-keyshortcuts": "t", disabled: held, on: { click: () => this.pass() } },
        this.turn, `${side} to move`),
      button(on ? "Done" : "Set up", () => this.setUp(), { class: on ? "primary" : "", "aria-pressed": String(on), title: "key e", "aria-keyshortcuts": "e", disabled: held }),
      on && tool("Clear", () => this.clear(), "c"),
      tool("Undo", () => this.undo(), "u"),
      tool("Flip", () => this.flip(), "f"),
      tool("Mirror", () => this.mirror(), "m", held),
      tool("Swap colours", () => this.exchange(), "x", held),
    );
    this.spare.hidden = !on;
    replace(this.spare, ...(on ? SPARE.map((man) => this.spareMan(man)) : []), on && this.eraser());
  }

  private hold(man: Man | "none"): void {
    this.board.hand = this.board.hand === man ? null : man;
    this.draw();
    this.spare.querySelector<HTMLElement>(`[data-man="${man}"]`)?.focus();
  }

  private spareMan(man: Man): HTMLElement {
    const element = h("button", { type: "button", "aria-label": nameOf(man), "data-man": man, title: `${nameOf(man)} (key ${man})`, "aria-pressed": String(this.board.hand === man) });
    element.append(drawing(man));
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.board.dragSpare(event, man, () => this.hold(man));
    });
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.hold(man);
    });
    return element;
  }

  private eraser(): HTMLElement {
    return button("✕", () => this.hold("none"), { "aria-label": "take men off", title: "take men off (key Delete)", "data-man": "none", "aria-pressed": String(this.board.hand === "none") });
  }
}
