// Every key of the page, in one list: the board obeys it, the help page prints it, and a test compares the two.

export interface Key {
  /** As `KeyboardEvent.key` has it. */
  key: string;
  /** As it is printed, if that is something else. */
  shown?: string;
  what: string;
  /** Where it is pressed. */
  where: "board" | "page" | "setting up";
}

export const KEYS = [
  { key: "Arrow", shown: "← ↑ → ↓", what: "go from square to square", where: "board" },
  { key: "Enter", shown: "Enter or space", what: "lift a man, or drop him", where: "board" },
  { key: "Escape", shown: "Esc", what: "put a lifted man back", where: "board" },
  { key: "o", what: "mark the square, or unmark it", where: "board" },
  { key: "w", what: "begin an arrow on this square; press it again where it ends", where: "board" },
  { key: "e", what: "set up a position, and be done with it", where: "page" },
  { key: "K", shown: "K Q R B N P", what: "put a white man on the square", where: "setting up" },
  { key: "k", shown: "k q r b n p", what: "put a black man on the square", where: "setting up" },
  { key: "Delete", shown: "Delete, Backspace or .", what: "take the man off the square", where: "setting up" },
  { key: "c", what: "clear the board", where: "page" },
  { key: "t", what: "the other side is to move", where: "page" },
  { key: "m", what: "mirror: exchange left and right", where: "page" },
  { key: "x", what: "exchange the colours", where: "page" },
  { key: "f", what: "flip the board: look from the other side", where: "page" },
  { key: "u", what: "undo the last move or change", where: "page" },
  { key: "1", shown: "1 to 9", what: "play the first, second, .. best move of the list", where: "page" },
  { key: "l", what: "show the longest win of these men", where: "page" },
  { key: "v", what: "say the value of the position", where: "page" },
  { key: ",", what: "one move back in a line", where: "page" },
  { key: ".", what: "one move forward in a line", where: "page" },
  { key: "[", what: "the failure before", where: "page" },
  { key: "]", what: "the next failure", where: "page" },
  { key: "g", what: "go to the field for a FEN or an address", where: "page" },
  { key: "b", what: "go to the board", where: "page" },
  { key: "d", what: "go to the text", where: "page" },
  { key: "?", what: "this help", where: "page" },
] as const satisfies readonly Key[];

export type KeyName = (typeof KEYS)[number]["key"];

/** Whether somebody is writing, so that a letter is a letter. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && !(target instanceof HTMLInputElement && target.type === "radio");
}
