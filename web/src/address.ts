// The address is the position and the text. Positions and names of library texts stand in the query, with `_` for spaces, so that an
// address is readable and the server can answer it without script. Words that somebody has written travel in the fragment,
// packed, which never leaves the browser: a link shares them, a server's log does not have them.

import { readFen } from "./fen.ts";

export interface Address {
  fen?: string;
  /** The name of a library text. */
  text?: string;
  strategy?: string;
  /** The words of an own text. */
  words?: string;
  /** It has the words of a text that cannot be read. */
  damaged?: boolean;
  /** Somebody comes to train. */
  train?: boolean;
  /** The position came with castling rights, of which the endgame knows nothing. */
  castling?: boolean;
}

export async function readAddress(url: URL): Promise<Address> {
  const address: Address = {};
  const fen = url.searchParams.get("fen");
  if (fen) Object.assign(address, withoutCastling(fen.replaceAll("_", " ")));
  const text = url.searchParams.get("text");
  if (text) address.text = text;
  const strategy = url.searchParams.get("strategy");
  if (strategy) address.strategy = strategy;
  const packed = /(?:^#|&)text=([\w-]+)/.exec(url.hash)?.[1];
  if (packed) {
    const words = await unpack(packed);
    if (words === null) address.damaged = true;
    else address.words = words;
  }
  if (/(?:^#|&)train\b/.test(url.hash)) address.train = true;
  return address;
}

export async function writeAddress(address: Address): Promise<string> {
  const query = [];
  // A FEN has nothing that a query forbids, once spaces are gone; encoding it would only make it unreadable.
  if (address.fen) query.push(`fen=${address.fen.trim().replace(/\s+/g, "_")}`);
  if (address.text && address.words === undefined) query.push(`text=${address.text}`);
  if (address.strategy) query.push(`strategy=${encodeURIComponent(address.strategy)}`);
  const fragment = address.words === undefined ? "" : `#text=${await pack(address.words)}`;
  return `/${query.length ? "?" : ""}${query.join("&")}${fragment}`;
}

export interface Pasted {
  fen: string;
  /** It came with castling rights, which are left out. */
  castling?: boolean;
  /** It came with move counters that say something, which are left out too. */
  counters?: boolean;
}

/** What is said then. */
export const NO_COUNTERS = "its move counters are left out: Adli counts without the fifty-move rule";
export const NO_CASTLING = "the castling rights of this position are left out: Adli counts without castling";

/** A FEN without castling rights. Who copies a position from a game has them in it even where the rook is gone. */
function withoutCastling(fen: string): Pasted {
  const fields = fen.split(/\s+/);
  const castling = /^[KQkqA-Ha-h]{1,4}$/.test(fields[2] ?? "");
  if (!castling) return { fen };
  fields[2] = "-";
  return { fen: fields.join(" "), castling };
}

/** A position in what somebody pasted: a FEN, an EPD line, or an address that has one in it, Lichess' among them. */
export function pastedFen(pasted: string): Pasted | null {
  const text = safeDecode(pasted.trim());
  // The letters of an address may look like those of a row (`editor/8/8/..`), so every place is tried.
  const board =
    /(?<![1-8kqrbnp])(?=((?:[1-8kqrbnp]{1,8}\/){7}[1-8kqrbnp]{1,8})(?:[\s_]+([wb]))?(?:[\s_]+([-KQkq]+))?(?:[\s_]+(-|[a-h][36]))?(?:[\s_]+(\d+)[\s_]+(\d+))?)/gi;
  for (const [, men = "", turn, castling = "-", passing = "-", halfmoves = "0", move = "1"] of text.matchAll(board)) {
    // Lichess' board editor and analysis say the side in `color=` where it is not in the FEN.
    const side = turn ?? (/[?&]color=black/.test(text) ? "b" : "w");
    const fen = `${men} ${side.toLowerCase()} ${castling} ${passing} 0 1`;
    const counters = Number(halfmoves) > 0 || Number(move) > 1;
    if (readFen(fen)) return { ...withoutCastling(fen), ...(counters ? { counters } : {}) };
  }
  return null;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Deflated and in the letters that an address may have. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The longest text that a server takes; a packed one that is longer is nobody's text. */
const LONGEST = 128 * 1024;

/** What was packed; nothing if it is damaged or too long. */
export async function unpack(packed: string): Promise<string | null> {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(
      await through(bytes, new DecompressionStream("deflate-raw"), LONGEST),
    );
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
