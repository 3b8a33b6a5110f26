// The board: a grid of sixty-four squares that mouse, touch, keyboard and screen readers use alike.
//
// It knows chess only as far as it is told: which men stand where, and which moves may be made. A move is two squares, lifted from and
// dropped on; a drag, two clicks and two times Enter come to the same. While a position is set up every man may be put anywhere, and letters
// put men on the square that has the focus. What is to be seen besides the men (squares that a rule speaks of, arrows) lies in drawings
// above the squares and takes no clicks.

import { h, replace, say, svg } from "./dom.ts";
import { coordinates, nameOf, readFen, square, type Colour, type Man } from "./fen.ts";
import { drawing } from "./pieces.ts";

export type Tone = "rule" | "move" | "own";
export interface Arrow {
  from: string;
  to: string;
  tone: Tone;
}

export interface Handlers {
  /** A legal move was made, in UCI notation without a promotion. */
  moved(from: string, to: string): void;
  /** A man was lifted, and dropped where he may not go. */
  forbidden(man: Man, to: string): void;
  /** While setting up: a man carried, put or taken off. */
  carried(from: string, to: string | null): void;
  placed(at: string, man: Man | null): void;
  /** A spare man is no longer in the hand. */
  letGo(): void;
}

const DRAG = 5;
const LETTER = /^[kqrbnpKQRBNP]$/;

export class Board {
  readonly element = h("div", { class: "board-frame" });
  /** Whether men are set up rather than moves made. */
  settingUp = false;
  /** A spare man in the hand: the next squares that are chosen get him. */
  hand: Man | "none" | null = null;

  private readonly grid = h("div", { class: "board", role: "grid", "aria-label": "Chess board" });
  private readonly under = svg("svg", { viewBox: "0 0 800 800", class: "overlay", "aria-hidden": "true" });
  private readonly ranks = h("div", { class: "ranks", "aria-hidden": "true" });
  private readonly files = h("div", { class: "files", "aria-hidden": "true" });
  private readonly cells = new Map<string, HTMLElement>();
  private men = new Map<string, Man>();
  private below: Colour = "w";
  private focused = "e4";
  private lifted: string | null = null;
  private legal = new Map<string, Set<string>>();
  private tints = new Set<string>();
  private marks = new Set<string>();
  private arrows: Arrow[] = [];
  private ownArrows: Arrow[] = [];
  private arrowFrom: string | null = null;
  private last: string | null = null;

  constructor(private readonly handlers: Handlers) {
    const layers = h("div", { class: "layers" }, this.grid);
    layers.append(this.under);
    this.element.append(this.ranks, layers, this.files);
    this.build();
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Shows a position; `lastMove` in UCI notation is shown as made. */
  show(fen: string, lastMove: string | null = null): void {
    const before = this.men;
    this.men = readFen(fen)?.men ?? new Map<string, Man>();
    this.last = lastMove;
    this.lifted = null;
    this.marks.clear();
    this.ownArrows = [];
    this.legal = new Map();
    this.draw();
    if (lastMove && before.get(lastMove.slice(0, 2))) this.slide(lastMove.slice(0, 2), lastMove.slice(2, 4));
  }

  /** The moves that may be made, in UCI notation. */
  allow(moves: string[]): void {
    this.legal = new Map();
    for (const uci of moves) {
      const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
      this.legal.set(from, (this.legal.get(from) ?? new Set()).add(to));
    }
    this.draw();
  }

  /** Squares and moves to point out. */
  point(squares: Iterable<string>, arrows: Arrow[]): void {
    this.tints = new Set(squares);
    this.arrows = arrows;
    this.draw();
  }

  flip(): void {
    this.below = this.below === "w" ? "b" : "w";
    const hadFocus = this.grid.contains(document.activeElement);
    this.build();
    this.draw();
    if (hadFocus) this.focus();
  }

  /** The colour that plays up the board. */
  get orientation(): Colour {
    return this.below;
  }

  focus(): void {
    this.cells.get(this.focused)?.focus();
  }

  /** Where a square is on the screen. */
  placeOf(name: string): DOMRect {
    return (this.cells.get(name) ?? this.grid).getBoundingClientRect();
  }

  private build(): void {
    const order = [0, 1, 2, 3, 4, 5, 6, 7];
    const files = this.below === "w" ? order : order.toReversed();
    const ranks = files.toReversed();
    this.cells.clear();
    replace(this.grid);
    for (const rank of ranks) {
      const row = h("div", { role: "row" });
      for (const file of files) {
        const name = square(file, rank);
        const shade = (file + rank) % 2 ? "light" : "dark";
        const cell = h("div", { role: "gridcell", class: `cell ${shade}`, "data-square": name, tabindex: -1 });
        cell.addEventListener("focus", () => this.focusOn(name));
        this.cells.set(name, cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    replace(this.ranks, ...ranks.map((rank) => h("span", {}, String(rank + 1))));
    replace(this.files, ...files.map((file) => h("span", {}, square(file, 0)[0])));
    this.focusOn(this.focused);
  }

  private focusOn(name: string): void {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    this.cells.get(name)?.setAttribute("tabindex", "0");
  }

  private draw(): void {
    const targets = this.lifted ? this.legal.get(this.lifted) : undefined;
    const tints = this.settingUp ? new Set<string>() : this.tints;
    const arrows = this.settingUp ? [] : this.arrows;
    for (const [name, cell] of this.cells) {
      const man = this.men.get(name);
      if ((cell.dataset["man"] ?? "") !== (man ?? "")) {
        replace(cell, man && drawing(man));
        cell.dataset["man"] = man ?? "";
      }
      const isTarget = targets?.has(name) ?? false;
      const isMarked = this.marks.has(name);
      const said = [name, man && nameOf(man), isTarget && "may move here", isMarked && "marked", tints.has(name) && "of the rule"];
      cell.setAttribute("aria-label", said.filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", String(this.lifted === name));
      cell.classList.toggle("occupied", Boolean(man));
      cell.classList.toggle("lifted", this.lifted === name);
      cell.classList.toggle("target", isTarget);
      cell.classList.toggle("marked", isMarked);
      cell.classList.toggle("tinted", tints.has(name));
      cell.classList.toggle("last", this.last?.includes(name) ?? false);
      cell.classList.toggle("movable", this.settingUp ? Boolean(man) : this.legal.has(name));
    }
    this.grid.classList.toggle("setting-up", this.settingUp);
    // Short arrows lie above long ones, so that both can be seen where they point the same way.
    const drawn = [...arrows, ...this.ownArrows].toSorted((a, b) => this.length(b) - this.length(a));
    replace(this.under, ...drawn.map((arrow) => this.arrow(arrow)));
  }

  private centre(name: string): [number, number] {
    const [file, rank] = coordinates(name);
    const [x, y] = this.below === "w" ? [file, 7 - rank] : [7 - file, rank];
    return [x * 100 + 50, y * 100 + 50];
  }

  private length({ from, to }: Arrow): number {
    const [[x, y], [toX, toY]] = [this.centre(from), this.centre(to)];
    return Math.hypot(toX - x, toY - y);
  }

  /** An arrow from the centre of a square to that of another one, kept off the men that stand there. */
  private arrow({ from, to, tone }: Arrow): SVGElement {
    const [[x, y], [tipX, tipY]] = [this.centre(from), this.centre(to)];
    const length = this.length({ from, to, tone });
    const angle = (Math.atan2(tipY - y, tipX - x) * 180) / Math.PI;
    const keptOff = (name: string): number => (this.men.has(name) ? 36 : 8);
    const [start, tip] = [keptOff(from), length - keptOff(to)];
    const neck = Math.max(tip - 34, start);
    const d = `M${start} -6H${neck}V-20L${tip} 0L${neck} 20V6H${start}Z`;
    return svg("path", { d, class: `arrow ${tone}`, transform: `translate(${x} ${y}) rotate(${angle.toFixed(2)})` });
  }

  /** The man who has just moved slides to his square, unless somebody asked for no motion. */
  private slide(from: string, to: string): void {
    const man = this.cells.get(to)?.querySelector(".man");
    if (!man || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [[x, y], [toX, toY]] = [this.centre(from), this.centre(to)];
    const at = `translate(${x - toX}%, ${y - toY}%)`;
    man.animate([{ transform: at }, { transform: "none" }], { duration: 140, easing: "ease-out" });
  }

  // Lifting and dropping

  private mayLift(name: string): boolean {
    return this.settingUp ? this.men.has(name) : this.legal.has(name);
  }

  /** A square was chosen, by click or Enter: a man in the hand is put there, a lifted one dropped, or one lifted. */
  private choose(name: string): void {
    if (this.settingUp && this.hand) return this.handlers.placed(name, this.hand === "none" ? null : this.hand);
    const from = this.lifted;
    if (from === name) this.lift(null);
    else if (from && this.drop(from, name)) return;
    else if (this.mayLift(name)) this.lift(name);
    else if (from) this.forbid(from, name);
  }

  private forbid(from: string, to: string): void {
    const man = this.men.get(from);
    this.lift(null);
    if (man) this.handlers.forbidden(man, to);
  }

  private lift(name: string | null): void {
    this.lifted = name;
    this.draw();
    const man = name && this.men.get(name);
    if (man) say(`${nameOf(man)} lifted from ${name}`);
  }

  private drop(from: string, to: string): boolean {
    const isAllowed = this.settingUp || this.legal.get(from)?.has(to);
    if (!isAllowed) return false;
    this.lift(null);
    if (this.settingUp) this.handlers.carried(from, to);
    else this.handlers.moved(from, to);
    return true;
  }

  // Mouse and touch

  private at(x: number, y: number): string | null {
    const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-square]");
    return cell && this.grid.contains(cell) ? (cell.dataset["square"] ?? null) : null;
  }

  private press(event: PointerEvent): void {
    const name = this.at(event.clientX, event.clientY);
    if (!name) return;
    this.focusOn(name);
    if (event.button === 2) return this.annotate(event, name);
    if (event.button !== 0) return;
    const man = this.hand && this.settingUp ? undefined : this.men.get(name);
    this.follow(event, man && this.mayLift(name) ? man : null, (target, dragged) => {
      if (!dragged) this.choose(target ?? name);
      else if (target && target !== name) {
        if (!this.drop(name, target)) this.forbid(name, target);
      } else if (!target && this.settingUp) this.handlers.carried(name, null);
      else this.lift(null);
    }, () => this.lift(name));
  }

  /** A spare man is dragged onto the board, or taken into the hand by a click. */
  dragSpare(event: PointerEvent, man: Man, clicked: () => void): void {
    this.follow(event, man, (target, dragged) => {
      if (!dragged) clicked();
      else if (target) this.handlers.placed(target, man);
    });
  }

  /** Follows the pointer until it is let go; a man that is dragged goes with it. */
  private follow(event: PointerEvent, man: Man | null, done: (target: string | null, dragged: boolean) => void, begun?: () => void): void {
    const [startX, startY] = [event.clientX, event.clientY];
    let ghost: HTMLElement | null = null;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== event.pointerId || !man) return;
      if (!ghost && Math.hypot(now.clientX - startX, now.clientY - startY) > DRAG) {
        ghost = h("div", { class: "ghost" }, drawing(man));
        const size = this.grid.getBoundingClientRect().width / 8;
        ghost.style.width = ghost.style.height = `${size}px`;
        document.body.append(ghost);
        begun?.();
      }
      if (ghost) ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
    };
    const end = (now: PointerEvent): void => {
      if (now.pointerId !== event.pointerId) return;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      ghost?.remove();
      if (now.type === "pointercancel") this.lift(null);
      else done(this.at(now.clientX, now.clientY), ghost !== null);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  /** The right button marks a square, or draws an arrow from one to another. */
  private annotate(event: PointerEvent, from: string): void {
    this.follow(event, null, (to) => this.note(from, to ?? from));
  }

  private note(from: string, to: string): void {
    if (from === to) {
      if (!this.marks.delete(from)) this.marks.add(from);
      say(`${from} ${this.marks.has(from) ? "marked" : "no longer marked"}`);
    } else {
      const same = (arrow: Arrow): boolean => arrow.from === from && arrow.to === to;
      const had = this.ownArrows.some(same);
      this.ownArrows = this.ownArrows.filter((arrow) => !same(arrow));
      if (!had) this.ownArrows.push({ from, to, tone: "own" });
      say(had ? `no arrow from ${from} to ${to}` : `arrow from ${from} to ${to}`);
    }
    this.draw();
  }

  // Keyboard

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = this.focused;
    const steps: Record<string, [number, number]> = {
      ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
    };
    const step = steps[event.key];
    if (step) this.walk(step);
    else if (event.key === "Enter" || event.key === " ") this.choose(name);
    else if (event.key === "Escape" && (this.lifted || this.hand)) {
      this.hand = null;
      this.lift(null);
      this.handlers.letGo();
    } else if (this.settingUp && LETTER.test(event.key)) this.handlers.placed(name, event.key);
    else if (this.settingUp && ["Delete", "Backspace", "."].includes(event.key)) this.handlers.placed(name, null);
    else if (event.key === "o") this.note(name, name);
    else if (event.key === "w") this.markArrow(name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private walk([across, up]: [number, number]): void {
    const [file, rank] = coordinates(this.focused);
    const way = this.below === "w" ? 1 : -1;
    const clamp = (at: number): number => Math.min(7, Math.max(0, at));
    this.focusOn(square(clamp(file + way * across), clamp(rank + way * up)));
    this.focus();
  }

  private markArrow(name: string): void {
    if (this.arrowFrom && this.arrowFrom !== name) {
      this.note(this.arrowFrom, name);
      this.arrowFrom = null;
    } else {
      this.arrowFrom = name;
      say(`an arrow from ${name}; press w on the square it points to`);
    }
  }
}
