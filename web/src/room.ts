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
import { blank } from "./own.ts";
import { browserStore, concernsFiles, Shelf, type Mark, type Own } from "./shelf.ts";
import { Signal } from "./signal.ts";

export type Answer<T> = { answer: T } | { refused: Refusal };
export type Value = Answer<PositionAnswer> | { waiting: Progress | null };
/** How the address changes with the position: a new entry for the back button, the same entry, or not at all. */
export type How = "push" | "replace" | "none";
/** Why other words are shown: another text, a form of the same that can be undone, or what another tab made
    of it. */
export type Shown = "other" | "form" | "followed";
/** What another tab did with the file on show. */
export type News = "deleted" | "parted";

/** Remembered with an entry of the back button, beside the address: the file, and whether its words are in
    the address alone. */
interface Entry {
  own?: Mark;
  isUnkept?: boolean;
}

/** A file that an address means; whether it is one that came with it just now. */
interface Meant {
  own: Own | null;
  isNewText: boolean;
}

/** The pace at which versions of files that are not needed any more are removed. */
const TIDYING = 60_000;

const FIRST = "krk";

export class Room {
  fen = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";
  words = "";
  /** The library text whose words these are, unchanged. */
  library: string | null = FIRST;
  /** Otherwise, the version of the user's file that is on show. */
  own: Own | null = null;
  readonly shelf = new Shelf(browserStore());
  strategy: string | undefined;
  checked: Checked | null = null;
  value: PositionAnswer | null = null;

  /** The position changed; with the move that was made, if one was. */
  readonly moved = new Signal<string | null>();
  readonly valued = new Signal<Value>();
  /** Other words are to be shown: not told to who has typed them. */
  readonly texted = new Signal<Shown>();
  /** The user's files have changed, in this tab or another. */
  readonly shelved = new Signal<void>();
  readonly news = new Signal<News>();
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
  /** The file on show was deleted in another tab. */
  private isDeleted = false;
  private isParted = false;
  private readonly askText = latest();
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
    window.addEventListener("storage", (event) => concernsFiles(event) && this.follow());
    window.addEventListener("pageshow", () => this.follow());
    window.addEventListener("beforeunload", (event) => {
      this.shelf.flush();
      if (this.shelf.lacking.length > 0) event.preventDefault();
    });
    this.shelf.tidy();
    window.setInterval(() => this.shelf.tidy(), TIDYING);
  }

  /** The text as the server is told of it. */
  get text(): TextRef {
    return this.library === null ? { name: "mine", words: this.words } : { library: this.library };
  }

  /** Tells this text from all others. */
  get textKey(): string {
    return this.library ?? `own ${this.own?.file ?? ""}`;
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
    this.writeAddress(how);
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
    const signal = this.askText();
    const words = await libraryWords(name, signal);
    if (words === null) return;
    this.library = name;
    this.strategy = undefined;
    this.changeWords(words, "other");
    await this.check(fen === undefined);
    if (fen) this.goTo(fen);
  }

  /** Keeps what the user has typed. What was a text of the library becomes a file of the user's. */
  type(words: string): void {
    this.askText();
    this.own = this.shelf.type(this.library === null ? this.own : null, words);
    this.isDeleted = false;
    this.library = null;
    this.words = words;
    this.noteEntry();
    this.typed.tell();
    this.checkSoon();
    this.addressSoon();
  }

  /** Puts words in the place of those that are there. */
  private changeWords(words: string, why: Shown): void {
    this.words = words;
    this.texted.tell(why);
  }

  /** Lays the text out, as if the user had typed it. */
  layOut(words: string): void {
    this.type(words);
    this.changeWords(words, "form");
  }

  /** Goes on with one of the user's files. */
  openOwn(mark: Mark): void {
    const own = this.shelf.find(mark);
    if (own) this.showOwn(own);
  }

  private showOwn(own: Own): void {
    this.askText();
    this.take(own);
    this.library = null;
    this.strategy = undefined;
    this.changeWords(own.words, "other");
    void this.check();
    this.writeAddress("push");
  }

  /** Begins a file about the men on the board, unless there is one as it begins. */
  begin(): void {
    const words = blank(this.fen);
    const known = this.shelf.withWords(words);
    this.showOwn(known && !known.link ? known : this.shelf.type(null, words));
  }

  /** Deletes the user's file that is shown, and shows another one. Answers with what was deleted. */
  async delete(): Promise<Own | null> {
    const gone = this.own;
    if (this.library !== null || !gone) return null;
    this.shelf.delete(gone);
    const [next] = this.shelf.files();
    if (next) this.showOwn(next);
    else await this.open(FIRST, this.fen);
    return gone;
  }

  /** Takes a deletion back. */
  bringBack(gone: Own): void {
    this.showOwn(this.shelf.type(gone, gone.words));
  }

  /** The version of a file that is on show from now on. */
  private take(own: Own | null): void {
    this.own = own;
    this.isDeleted = false;
    this.isParted = own !== null && this.shelf.fateOf(own).rivals.length > 0;
  }

  /** Goes on with what another tab made of the file on show. Nothing that was typed here is replaced: what
      did not come from it stands beside it. */
  private follow(): void {
    this.shelf.flush();
    const { own } = this;
    if (own && this.library === null) {
      const { newer, isDeleted, isMissing, rivals } = this.shelf.fateOf(own);
      if (newer) {
        this.take(newer);
        this.noteEntry();
        if (newer.words !== this.words) {
          this.changeWords(newer.words, "followed");
          this.checkLater();
          this.addressSoon();
        }
      } else if (isDeleted) {
        if (!this.isDeleted) this.news.tell("deleted");
        this.isDeleted = true;
      } else if (isMissing && !this.isDeleted && !own.link) this.shelf.keep(own);
      if (rivals.length > 0 && !this.isParted && !isDeleted) this.news.tell("parted");
      this.isParted = rivals.length > 0;
    }
    this.shelved.tell();
  }

  choose(strategy: string): void {
    this.strategy = strategy;
    this.writeAddress("replace");
    void this.explain();
    this.typed.tell();
    if (this.checked) this.checkedText.tell({ answer: this.checked });
  }

  private readonly checkSoon = debounce(30, () => void this.check());
  /** What is typed in another tab is checked there; here a pause will do. */
  private readonly checkLater = debounce(600, () => void this.check());
  private readonly addressSoon = debounce(400, () => this.writeAddress("replace"));

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
      if (withExample) this.goTo(answer.example ?? this.fen);
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

  private addressed = Promise.resolve();

  /** Writes the address of what is shown now; addresses are written one after the other, since packing takes
      a moment. */
  private writeAddress(how: How): void {
    if (how === "none") return;
    const own = this.library === null ? { words: this.words } : { text: this.library };
    const meant = { fen: this.fen, ...own, ...(this.strategy ? { strategy: this.strategy } : {}) };
    const { entry } = this;
    const write = async (): Promise<void> => {
      const address = await writeAddress(meant);
      const isNew = address !== location.pathname + location.search + location.hash;
      if (how === "push" && isNew) history.pushState(entry, "", address);
      else history.replaceState(entry, "", address);
    };
    // A browser refuses too many at once; the next one is written again.
    this.addressed = this.addressed.then(write).catch(() => undefined);
  }

  private get entry(): Entry {
    if (this.library !== null || !this.own) return {};
    const { file, writer, n } = this.own;
    return { own: { file, writer, n }, isUnkept: !this.shelf.isKept(this.own) };
  }

  /** Notes the file at once, for the address takes a moment, in which the page may be loaded again. */
  private noteEntry(): void {
    const noted = history.state as Entry | null;
    const { entry } = this;
    const isNoted = noted?.own?.writer === entry.own?.writer && noted?.isUnkept === entry.isUnkept;
    if (!isNoted) history.replaceState(entry, "");
  }

  /** Shows what the address says: at the beginning, and when the user goes back. */
  async readAddress(isFirst = false): Promise<Address & { isNewText: boolean }> {
    const signal = this.askText();
    const entry = history.state as Entry | null;
    const address = await readAddress(new URL(location.href));
    // Who types meanwhile goes on with that.
    const told = signal.aborted
      ? { isOther: false, isNewText: false }
      : await this.showText(address, this.meant(address.words, entry, isFirst), signal);
    if (address.fen) this.goTo(address.fen, "none");
    else if (!told.isOther) void this.explain();
    return { ...address, isNewText: told.isNewText };
  }

  private async showText(
    address: Address,
    { own, isNewText }: Meant,
    signal: AbortSignal,
  ): Promise<{ isOther: boolean; isNewText: boolean }> {
    const words = own?.words ?? address.words;
    this.strategy = address.strategy;
    const name = words === undefined ? (address.text ?? FIRST) : null;
    const hasWords = words === undefined ? this.words !== "" : words === this.words;
    const isOther = name !== this.library || own?.file !== this.own?.file || !hasWords;
    this.take(own);
    if (!isOther) return { isOther, isNewText };
    try {
      const shown = words ?? (await libraryWords(name ?? FIRST, signal));
      if (shown === null) return { isOther, isNewText };
      this.library = name;
      this.changeWords(shown, "other");
    } catch (error) {
      this.library = name;
      this.checkedText.tell({ refused: refusal(error) });
    }
    await this.check(address.fen === undefined);
    return { isOther, isNewText };
  }

  /** The file that an address means: the one that was noted with it, or one with the same words. Words from
      elsewhere are kept, apart from what was typed. */
  private meant(words: string | undefined, entry: Entry | null, isFirst: boolean): Meant {
    const noted = entry?.own ? this.shelf.find(entry.own) : null;
    if (isFirst && entry?.isUnkept && words !== undefined && words !== noted?.words) {
      return { own: this.shelf.type(noted, words), isNewText: false };
    }
    const known = noted ?? (words === undefined ? null : this.shelf.withWords(words));
    const isNewText = !known && words !== undefined && (isFirst || entry === null);
    return { own: isNewText ? this.shelf.keepLink(words) : known, isNewText };
  }
}

/** The words of a library text; `null` if another text was chosen meanwhile. */
async function libraryWords(name: string, signal: AbortSignal): Promise<string | null> {
  try {
    const path = name.split("/").map(encodeURIComponent).join("/");
    return (await get<{ words: string }>(`/api/library/${path}`, { signal })).words;
  } catch (error) {
    if (isAbort(error)) return null;
    throw error;
  }
}
