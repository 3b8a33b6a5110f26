// The room in which a position and a text meet. It holds the state of the page, asks the server, and tells the panels what has
// changed; panels never talk to each other. Every question gives up the one before it, so that no late answer is ever shown for
// another position or another text.

import {
  get, isAbort, latest, post, refusal,
  type Checked, type Diagnostic, type Evaluated, type ExplainAnswer, type Named, type PositionAnswer, type Progress, type Refusal, type TextRef, type Warnings,
} from "./api.ts";
import { readAddress, writeAddress, type Address } from "./address.ts";
import { back } from "./connection.ts";
import { debounce } from "./dom.ts";
import { play } from "./fen.ts";
import { askFor, valueOf } from "./jobs.ts";
import { blank, forgetOwn, keepOwn, ownTexts } from "./own.ts";
import { Signal } from "./signal.ts";

export type Answer<T> = { answer: T } | { refused: Refusal };
export type Value = Answer<PositionAnswer> | { waiting: Progress | null };
/** How the address changes with the position: a new entry for the back button, the same entry, or not at all. */
export type How = "push" | "replace" | "none";

const FIRST = "krk";

export class Room {
  fen = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";
  words = "";
  /** The library text whose words these are, unchanged. */
  library: string | null = FIRST;
  /** Otherwise, which of one's own texts they are. */
  own: string | null = null;
  strategy: string | undefined;
  checked: Checked | null = null;
  value: PositionAnswer | null = null;

  /** The position changed; with the move that was made, if one was. */
  readonly moved = new Signal<string | null>();
  readonly valued = new Signal<Value>();
  /** Other words are to be shown: not told to who has typed them. */
  readonly texted = new Signal<void>();
  readonly typed = new Signal<void>();
  readonly checkedText = new Signal<Answer<Checked>>();
  readonly explained = new Signal<Answer<ExplainAnswer> | null>();
  /** What is to be said of a text without mistakes, a little later. */
  readonly warned = new Signal<Diagnostic[]>();
  /** With the move of which a prime speaks, if there is one in what was asked. */
  readonly evaluated = new Signal<Answer<Evaluated & { after?: string }> | null>();
  /** Something happened to the line that is played: a new one begins, or somebody leaves it. */
  readonly left = new Signal<void>();

  private past: string[] = [];
  /** The first move that the rule allows: a prime in what is selected speaks of it. */
  ruleMove: Named | undefined;
  private readonly askValue = latest();
  private readonly askCheck = latest();
  private readonly askWarnings = latest();
  private readonly askExplain = latest();
  private readonly askEvaluate = latest();

  constructor() {
    back.on(() => {
      void this.findValue();
      void this.check();
    });
  }

  /** The text as the server is told of it. */
  get text(): TextRef {
    return this.library === null ? { name: "mine", words: this.words } : { library: this.library };
  }

  /** Tells this text from all others. */
  get textKey(): string {
    return this.library ?? `own ${this.own ?? ""}`;
  }

  /** What a file of this text is called, without its ending. */
  get fileName(): string {
    return this.library?.split("/").at(-1) ?? "mine";
  }

  /** The strategy that is asked: the first, if a text has several and none was chosen. */
  get playing(): { strategy?: string } {
    const strategy = this.strategy ?? ((this.checked?.strategies.length ?? 0) > 1 ? this.checked?.strategies[0] : undefined);
    return strategy ? { strategy } : {};
  }

  /** Whether the text has no mistakes, as far as has been looked. */
  get understood(): boolean {
    return this.checked !== null && !this.checked.diagnostics.some((found) => found.severity === "error");
  }

  // Positions

  goTo(fen: string, how: How = "push", move: string | null = null): void {
    if (how === "push" && fen !== this.fen) this.past.push(this.fen);
    this.fen = fen;
    this.value = null;
    void this.writeAddress(how);
    this.moved.tell(move);
    void this.findValue();
    void this.explain();
    this.evaluated.tell(null);
  }

  play(uci: string, how: How = "push"): void {
    this.goTo(play(this.fen, uci), how, uci);
  }

  undo(): boolean {
    const before = this.past.pop();
    if (before === undefined) return false;
    this.left.tell();
    this.goTo(before, "replace");
    return true;
  }

  private async findValue(): Promise<void> {
    const signal = this.askValue();
    const waiting = window.setTimeout(() => this.valued.tell({ waiting: null }), 250);
    try {
      const answer = await valueOf(this.fen, { progress: (progress) => this.valued.tell({ waiting: progress }) }, signal);
      this.value = answer;
      this.valued.tell({ answer });
    } catch (error) {
      if (!isAbort(error)) this.valued.tell({ refused: refusal(error) });
    } finally {
      window.clearTimeout(waiting);
    }
  }

  // Texts

  /** Shows a library text; with its own example position unless there is one that is wanted. */
  async open(name: string, fen?: string): Promise<void> {
    const { words } = await get<{ words: string }>(`/api/library/${name}`);
    this.library = name;
    this.strategy = undefined;
    this.changeWords(words);
    await this.check(fen === undefined);
    if (fen) this.goTo(fen);
  }

  /** Somebody typed. What was a text of the library becomes one of his own. */
  type(words: string): void {
    if (this.library !== null || this.own === null) this.own = keepOwn(null, words);
    else this.keepSoon(this.own, words);
    this.library = null;
    this.words = words;
    this.typed.tell();
    this.checkSoon();
    this.addressSoon();
  }

  /** Puts words in the place of those that are there: layout, or another text. */
  changeWords(words: string): void {
    this.words = words;
    this.texted.tell();
  }

  /** Goes on with one of one's own texts. */
  openOwn(id: string): void {
    const text = ownTexts().find((own) => own.id === id);
    if (!text) return;
    this.library = null;
    this.own = keepOwn(id, text.words);
    this.strategy = undefined;
    this.changeWords(text.words);
    void this.check();
    void this.writeAddress("push");
  }

  /** Begins a text of one's own, about the men on the board. */
  begin(): void {
    this.openOwn(keepOwn(null, blank(this.fen)));
  }

  /** Forgets the text of one's own that is shown, and shows another one; its words may be kept again. */
  async forget(): Promise<void> {
    if (this.library !== null || this.own === null) return;
    forgetOwn(this.own);
    const [next] = ownTexts();
    if (next) this.openOwn(next.id);
    else await this.open(FIRST, this.fen);
  }

  choose(strategy: string): void {
    this.strategy = strategy;
    void this.writeAddress("replace");
    void this.explain();
    this.typed.tell();
    if (this.checked) this.checkedText.tell({ answer: this.checked });
  }

  private readonly keepSoon = debounce(200, (id: string, words: string) => {
    if (ownTexts().some((own) => own.id === id)) keepOwn(id, words);
  });
  private readonly checkSoon = debounce(30, () => void this.check());
  private readonly addressSoon = debounce(400, () => void this.writeAddress("replace"));

  /** Reads the text; shows its example position if that is wanted. */
  async check(withExample = false): Promise<void> {
    const signal = this.askCheck();
    this.askWarnings();
    try {
      const answer = await post<Checked>("/api/check", { text: this.text }, { signal });
      this.checked = answer;
      if (this.strategy && !answer.strategies.includes(this.strategy)) this.strategy = undefined;
      this.checkedText.tell({ answer });
      if (this.understood) this.warnSoon();
      if (withExample && answer.example) this.goTo(answer.example);
      else void this.explain();
    } catch (error) {
      if (isAbort(error)) return;
      this.checked = null;
      this.checkedText.tell({ refused: refusal(error) });
    }
  }

  private readonly warnSoon = debounce(800, () => void this.warn());

  /** Looks for rules that never apply. Nobody waits for it, and what fails here fails elsewhere too. */
  private async warn(): Promise<void> {
    const signal = this.askWarnings();
    if (!this.understood) return;
    try {
      this.warned.tell((await post<Warnings>("/api/warnings", { text: this.text }, { signal })).diagnostics);
    } catch {
      // Too many ask at once, or the text has changed.
    }
  }

  private async explain(): Promise<void> {
    const signal = this.askExplain();
    this.ruleMove = undefined;
    if (!this.understood) return this.explained.tell(null);
    const body = { text: this.text, fen: this.fen, ...this.playing };
    try {
      const answer = await askFor<ExplainAnswer>("/api/explain", body, signal);
      this.ruleMove = answer.applies?.rule?.moves[0];
      this.explained.tell({ answer });
    } catch (error) {
      if (!isAbort(error)) this.explained.tell({ refused: refusal(error) });
    }
  }

  /** The value of what is selected, in the position on the board. */
  async evaluate(from: number, to: number): Promise<void> {
    const signal = this.askEvaluate();
    if (from === to || !this.understood) return this.evaluated.tell(null);
    try {
      const after = this.words.slice(from, to).includes("'") ? this.ruleMove : undefined;
      const move = after ? { move: after.uci } : {};
      const answer = await askFor<Evaluated>("/api/evaluate", { text: this.text, fen: this.fen, from, to, ...move }, signal);
      this.evaluated.tell({ answer: after ? { ...answer, after: after.san } : answer });
    } catch (error) {
      if (!isAbort(error)) this.evaluated.tell({ refused: refusal(error) });
    }
  }

  // Addresses

  private async writeAddress(how: How): Promise<void> {
    if (how === "none") return;
    const own = this.library === null ? { words: this.words } : { text: this.library };
    const address = await writeAddress({ fen: this.fen, ...own, ...(this.strategy ? { strategy: this.strategy } : {}) });
    if (how === "push" && address !== location.pathname + location.search + location.hash) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Shows what the address says: at the beginning, and when somebody goes back. A text that somebody else has sent is kept. */
  async readAddress(isFirst = false): Promise<Address & { isNewText: boolean }> {
    const address = await readAddress(new URL(location.href));
    const known = ownTexts().find((own) => own.words === address.words);
    const isNewText = isFirst && address.words !== undefined && !known;
    this.strategy = address.strategy;
    const isOwn = address.words !== undefined;
    const name = isOwn ? null : (address.text ?? FIRST);
    const hasChanged = isOwn ? address.words !== this.words || this.library !== null : name !== this.library || !this.words;
    if (hasChanged) {
      this.library = name;
      // Words of an earlier time, to which somebody goes back, are not written over those of now.
      this.own = known?.id ?? (isNewText && address.words ? keepOwn(null, address.words) : null);
      try {
        this.changeWords(address.words ?? (await get<{ words: string }>(`/api/library/${name ?? FIRST}`)).words);
      } catch (error) {
        this.checkedText.tell({ refused: refusal(error) });
      }
      await this.check(address.fen === undefined);
    }
    if (address.fen) this.goTo(address.fen, "none");
    else if (!hasChanged) void this.explain();
    return { ...address, isNewText };
  }
}
