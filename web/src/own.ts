// Texts of one's own: what they are called in a list, and what a new one begins with: a strategy for the men
// on the board, which can be proved or refuted at once.

import { isWhite, readFen, type Man } from "./fen.ts";

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
