// Positions as the page needs them: who stands where and who is to move. Which moves are legal is the server's to say; what a
// legal move does to the board is done here, so that the board answers at once.

/** A man by his letter in a FEN: capital for White. */
export type Man = string;
export type Colour = "w" | "b";

export interface Placement {
  /** Men by the names of their squares. */
  men: Map<string, Man>;
  turn: Colour;
  /** The square behind a pawn that has just moved two squares, or `-`. */
  passing: string;
  halfmoves: number;
  move: number;
}

const FILES = "abcdefgh";
export const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const MEN = /^[kqrbnpKQRBNP]$/;

export const isWhite = (man: Man): boolean => man === man.toUpperCase();
export const colourOf = (man: Man): Colour => (isWhite(man) ? "w" : "b");
export const other = (colour: Colour): Colour => (colour === "w" ? "b" : "w");

export function square(file: number, rank: number): string {
  return `${FILES[file] ?? ""}${rank + 1}`;
}

/** File and rank from 0. */
export function coordinates(name: string): [number, number] {
  return [FILES.indexOf(name[0] ?? ""), Number(name[1]) - 1];
}

/** Reads a FEN; fields at its end may be missing. Nothing if it is none. */
export function readFen(text: string): Placement | null {
  const [board = "", turn = "w", , passing = "-", halfmoves = "0", move = "1"] = text.trim().split(/[\s_]+/);
  const rows = board.split("/");
  if (rows.length !== 8 || (turn !== "w" && turn !== "b")) return null;
  const men = new Map<string, Man>();
  for (const [row, letters] of rows.entries()) {
    let file = 0;
    for (const letter of letters) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (MEN.test(letter)) men.set(square(file++, 7 - row), letter);
      else return null;
    }
    if (file !== 8) return null;
  }
  return { men, turn, passing, halfmoves: Number(halfmoves) || 0, move: Number(move) || 1 };
}

export function writeFen(placement: Placement): string {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = placement.men.get(square(file, rank));
      if (man) {
        row += (empty || "") + man;
        empty = 0;
      } else empty++;
    }
    rows.push(row + (empty || ""));
  }
  const { turn, passing, halfmoves, move } = placement;
  return `${rows.join("/")} ${turn} - ${passing} ${halfmoves} ${move}`;
}

/** The position after a legal move. */
export function play(fen: string, uci: string): string {
  const before = readFen(fen);
  if (!before) return fen;
  const [from, to, promoted] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]];
  const man = before.men.get(from);
  if (!man) return fen;
  const men = new Map(before.men);
  const isPawn = man.toLowerCase() === "p";
  const takes = men.has(to) || (isPawn && to === before.passing);
  const [fromFile, fromRank] = coordinates(from);
  const [toFile, toRank] = coordinates(to);
  if (isPawn && to === before.passing) men.delete(square(toFile, fromRank));
  men.delete(from);
  men.set(to, promoted ? (isWhite(man) ? promoted.toUpperCase() : promoted.toLowerCase()) : man);
  // The square is written only if a pawn stands ready to take, as the laws count positions.
  const ready = [-1, 1].some((side) => {
    const beside = men.get(square(toFile + side, toRank));
    return beside !== undefined && beside.toLowerCase() === "p" && colourOf(beside) !== before.turn;
  });
  const passing =
    isPawn && Math.abs(toRank - fromRank) === 2 && ready ? square(fromFile, (fromRank + toRank) / 2) : "-";
  return writeFen({
    men,
    turn: other(before.turn),
    passing,
    halfmoves: isPawn || takes ? 0 : before.halfmoves + 1,
    move: before.move + (before.turn === "b" ? 1 : 0),
  });
}

function changed(fen: string, change: (square: string, man: Man) => [string, Man] | null, turn?: Colour): string {
  const before = readFen(fen);
  if (!before) return fen;
  const men = new Map<string, Man>();
  for (const [at, man] of before.men) {
    const now = change(at, man);
    if (now) men.set(...now);
  }
  return writeFen({ men, turn: turn ?? before.turn, passing: "-", halfmoves: 0, move: 1 });
}

/** Left and right exchanged. */
export function mirrored(fen: string): string {
  return changed(fen, (at, man) => {
    const [file, rank] = coordinates(at);
    return [square(7 - file, rank), man];
  });
}

/** The same position for the other side: colours exchanged, the board turned upside down. */
export function exchanged(fen: string): string {
  const turn = readFen(fen)?.turn ?? "w";
  return changed(
    fen,
    (at, man) => {
      const [file, rank] = coordinates(at);
      return [square(file, 7 - rank), isWhite(man) ? man.toLowerCase() : man.toUpperCase()];
    },
    other(turn),
  );
}

/** The other side to move. */
export function passed(fen: string): string {
  return changed(fen, (at, man) => [at, man], other(readFen(fen)?.turn ?? "w"));
}

/** A man put on a square, or taken off it. */
export function put(fen: string, at: string, man: Man | null): string {
  const without = readFen(changed(fen, (where, who) => (where === at ? null : [where, who])));
  if (!without) return fen;
  if (man) without.men.set(at, man);
  return writeFen(without);
}

/** A man carried from one square to another while the board is set up. */
export function carry(fen: string, from: string, to: string): string {
  const man = readFen(fen)?.men.get(from);
  return man ? put(put(fen, from, null), to, man) : fen;
}

const NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** `white king`. */
export function nameOf(man: Man): string {
  return `${isWhite(man) ? "white" : "black"} ${NAMES[man.toLowerCase()] ?? man}`;
}

/** `1. Rb5 Kc6 2. ..`: the number before each move of a line that begins here, or nothing. */
export function moveNumber(fen: string, index: number): string {
  const start = readFen(fen);
  const isBlack = start?.turn === "b";
  const ply = index + (isBlack ? 1 : 0);
  const turn = Math.floor(ply / 2) + 1;
  if (ply % 2 === 0) return `${turn}.`;
  return index === 0 ? `${turn}. ..` : "";
}
