// Whether the server answers. Once it does not, it is asked until it does again; then everybody who wants to go on is told, so that nobody has to
// load the page anew after a restart.

import { Signal } from "./signal.ts";

export const lost = new Signal<void>();
export const back = new Signal<void>();

const PACE = 1000;
let isAsking = false;

/** A question had no answer. */
export function noAnswer(): void {
  if (isAsking) return;
  isAsking = true;
  lost.tell();
  window.setTimeout(() => void askAgain(), PACE);
}

async function askAgain(): Promise<void> {
  const isThere = await fetch("/icon.svg", { cache: "no-store" }).then((answer) => answer.ok, () => false);
  if (!isThere) return void window.setTimeout(() => void askAgain(), PACE);
  isAsking = false;
  back.tell();
}
