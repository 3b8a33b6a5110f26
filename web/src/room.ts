// The room in which a position and a text meet. It holds the state of the page, asks the server, and tells the panels what has
// changed; panels never talk to each other. Every question gives up the one before it, so that no late answer is ever shown for
// another position or another text.

import {
  get, isAbort, latest, post, Refusal,
  type Checked, type Evaluated, type ExplainAnswer, type PositionAnswer, type Progress, type TextRef,
} from "./api.ts";
import { readAddress, writeAddress, type Address } from "./address.ts";
import { debounce } from "./dom.ts";
import { play } from "./fen.ts";
import { askFor, valueOf } from "./jobs.ts";

/** Something that happens, and who wants to know. */
export class Signal<T> {
  private readonly listeners: ((value: T) => void)[] = [];
  on(listener: (value: T) => void): void {
    this.listeners.push(listener);
  }
  tell(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
}

export type Answer<T> = { answer: T } | { refused: Refusal };
export type Value = Answer<PositionAnswer> | { waiting: Progress | null };
/** How the address changes with the position: a new entry for the back button, the same entry, or not at all. */
export type How = "push" | "replace" | "none";

const FIRST = "krk";
const KEPT = "adli.text";

export class Room {
  fen = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";
  words = "";
  /** The library text whose words these are, unchanged. */
  library: string | null = FIRST;
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
  readonly evaluated = new Signal<Answer<Evaluated> | null>();
  /** Something happened to the line that is played: a new one begins, or somebody leaves it. */
  readonly left = new Signal<void>();

  private past: string[] = [];
  /** The first move that the rule allows: a prime in what is selected speaks of it. */
  private ruleMove: string | undefined;
  private readonly askValue = latest();
  private readonly askCheck = latest();
  private readonly askExplain = latest();
  private readonly askEvaluate = latest();

  /** The text as the server is told of it. */
  get text(): TextRef {
    return this.library === null ? { name: "mine", words: this.words } : { library: this.library };
  }

  /** What a file of this text is called, without its ending. */
  get fileName(): string {
    return this.library?.split("/").at(-1) ?? "mine";
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

  /** Somebody typed. */
  type(words: string): void {
    this.library = null;
    this.words = words;
    keep(words);
    this.typed.tell();
    this.checkSoon();
    this.addressSoon();
  }

  /** Puts words in the place of those that are there: layout, or a text of one's own. */
  changeWords(words: string): void {
    this.words = words;
    this.texted.tell();
  }

  /** Goes on with the words that were kept, if there are any. */
  ownText(): boolean {
    const words = kept();
    if (!words) return false;
    this.library = null;
    this.strategy = undefined;
    this.changeWords(words);
    void this.check();
    void this.writeAddress("push");
    return true;
  }

  choose(strategy: string): void {
    this.strategy = strategy;
    void this.writeAddress("replace");
    void this.explain();
    this.typed.tell();
    if (this.checked) this.checkedText.tell({ answer: this.checked });
  }

  private readonly checkSoon = debounce(30, () => void this.check());
  private readonly addressSoon = debounce(400, () => void this.writeAddress("replace"));

  /** Reads the text; shows its example position if that is wanted. */
  async check(withExample = false): Promise<void> {
    const signal = this.askCheck();
    try {
      const answer = await post<Checked>("/api/check", { text: this.text }, { signal });
      this.checked = answer;
      if (this.strategy && !answer.strategies.includes(this.strategy)) this.strategy = undefined;
      this.checkedText.tell({ answer });
      if (withExample && answer.example) this.goTo(answer.example);
      else void this.explain();
    } catch (error) {
      if (isAbort(error)) return;
      this.checked = null;
      this.checkedText.tell({ refused: refusal(error) });
    }
  }

  private async explain(): Promise<void> {
    const signal = this.askExplain();
    this.ruleMove = undefined;
    if (!this.understood) return this.explained.tell(null);
    const body = { text: this.text, fen: this.fen, ...(this.strategy ? { strategy: this.strategy } : {}) };
    try {
      const answer = await askFor<ExplainAnswer>("/api/explain", body, signal);
      this.ruleMove = answer.applies?.rule?.moves[0]?.uci;
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
      const move = this.words.slice(from, to).includes("'") && this.ruleMove ? { move: this.ruleMove } : {};
      const answer = await askFor<Evaluated>("/api/evaluate", { text: this.text, fen: this.fen, from, to, ...move }, signal);
      this.evaluated.tell({ answer });
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

  /** Shows what the address says: at the beginning, and when somebody goes back. */
  async readAddress(): Promise<Address> {
    const address = await readAddress(new URL(location.href));
    this.strategy = address.strategy;
    const isOwn = address.words !== undefined;
    const name = isOwn ? null : (address.text ?? FIRST);
    const hasChanged = isOwn ? address.words !== this.words || this.library !== null : name !== this.library || !this.words;
    if (hasChanged) {
      this.library = name;
      try {
        this.changeWords(address.words ?? (await get<{ words: string }>(`/api/library/${name ?? FIRST}`)).words);
      } catch (error) {
        this.checkedText.tell({ refused: refusal(error) });
      }
      await this.check(address.fen === undefined);
    }
    if (address.fen) this.goTo(address.fen, "none");
    else if (!hasChanged) void this.explain();
    return address;
  }
}

function refusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, error instanceof Error ? error.message : String(error));
}

function keep(words: string): void {
  try {
    localStorage.setItem(KEPT, words);
  } catch {
    // A browser that keeps nothing: the address still has the text.
  }
}

/** The own text that was kept, if any. */
export function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
