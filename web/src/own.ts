// Texts of one's own, kept by this browser, the newest first. Each has a name of its own that nobody sees; what people see is its first comment, or
// whatever else tells it from others. A new text begins with a strategy for the men on the board, which can be proved or refuted at once.

import { isWhite, readFen, type Man } from "./fen.ts";

export interface Own {
  id: string;
  words: string;
}

const KEPT = "adli.texts";
/** Of more, the one that was not touched for the longest time goes. */
const MOST = 40;

export function ownTexts(): Own[] {
  const isOwn = (each: unknown): each is Own =>
    typeof each === "object" && each !== null && ["id", "words"].every((name) => typeof (each as Record<string, unknown>)[name] === "string");
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOwn) : [];
  } catch {
    return [];
  }
}

/** Keeps words: those of the text of that name, or else a text that is new unless it is there word by word. Answers with its name. */
export function keepOwn(id: string | null, words: string): string {
  const texts = ownTexts();
  const known = texts.find((text) => (id === null ? text.words === words : text.id === id));
  const own = { id: known?.id ?? id ?? `${Date.now().toString(36)}${texts.length}`, words };
  write([own, ...texts.filter((text) => text !== known)].slice(0, MOST));
  return own.id;
}

export function forgetOwn(id: string): void {
  write(ownTexts().filter((text) => text.id !== id));
}

function write(texts: Own[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(texts));
  } catch {
    // There is no more room: the oldest goes. A browser that keeps nothing at all: the address still has the text.
    if (texts.length > 1) write(texts.slice(0, -1));
  }
}

/** What a text is called in a list. */
export function titleOf(words: string): string {
  const comment = /^\s*--\s*(.*\S)/.exec(words)?.[1];
  const endgame = /^\s*endgame\s+(\w+)/m.exec(words)?.[1];
  const strategy = /^\s*strategy\s+(\w+)/m.exec(words)?.[1];
  return comment ?? ([endgame, strategy].filter(Boolean).join(": ") || "an empty text");
}

const ORDER = "KQRBNP";
const NAMES: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
const WORTH: Record<string, number> = { Q: 9, R: 5, B: 3, N: 3, P: 1 };

/** The men of a position, the stronger side first; king and rook against king if there is no endgame on the board. */
function sides(fen: string): [string[], string[]] {
  const men = [...(readFen(fen)?.men.values() ?? [])];
  const of = (white: boolean): string[] =>
    men.filter((man: Man) => isWhite(man) === white).map((man) => man.toUpperCase()).toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const [white, black] = [of(true), of(false)];
  const hasKing = (side: string[]): boolean => side.filter((man) => man === "K").length === 1;
  if (!hasKing(white) || !hasKing(black) || men.length < 3 || men.length > 5) return [["K", "R"], ["K"]];
  const worth = (side: string[]): number => side.reduce((sum, man) => sum + (WORTH[man] ?? 0), 0);
  return worth(black) > worth(white) ? [black, white] : [white, black];
}

/** A text to begin with. */
export function blank(fen: string): string {
  const [strong, weak] = sides(fen);
  const said = (side: string[]): string => side.map((man) => NAMES[man] ?? man).join(" and ");
  return `-- My rules: ${said(strong)} against ${said(weak)}.
endgame ${[...strong, ...weak].join("")} White ${strong.join(" ")} v Black ${weak.join(" ").toLowerCase()}
use geometry

-- The first rule that has a move is played. A prime speaks of the position after the move.
strategy mine for White to win
  step mate_now: move where mate'
  step approach: move K least steps(K', k')

theorem wins: mine reaches mate from White to move
`;
}
