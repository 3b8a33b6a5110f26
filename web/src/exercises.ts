// Exercises: positions of a text, each with a diagram, in sets to open. On the page of exercises they lead to the board, where the training begins.

import { get, refusal, type Exercises, type LibraryEntry } from "./api.ts";
import { diagram } from "./diagram.ts";
import { button, count, h, replace, words, type Child } from "./dom.ts";
import { askFor } from "./jobs.ts";
import type { Room } from "./room.ts";
import { refused } from "./value.ts";

const FIRST = "krk";

type Set = Exercises["sets"][number];

/** Sets of positions; each position is something to click on, with what is in it. */
export function exerciseSets(sets: Set[], choice: (fen: string, inside: HTMLElement) => HTMLElement): Child[] {
  const filled = sets.filter((set) => set.positions.length > 0);
  if (filled.length === 0) return [h("p", { class: "quiet" }, "This text gives no exercises.")];
  return filled.map((set) => h("details", {},
    h("summary", {}, words(set.title), " ", h("span", { class: "quiet" }, count(set.positions.length, "position"))),
    h("ol", { class: "exercise-list" }, ...set.positions.map(({ fen, words: said }, index) => {
      const inside = h("span", {}, h("span", { class: "exercise-words" }, words(said || `position ${index + 1}`)));
      inside.prepend(diagram(fen));
      return h("li", {}, choice(fen, inside));
    }))));
}

/** The exercises of the text beside the board, on demand. They stay as they are until the text is another. */
export function exercisePanel(room: Room, begin: (fen: string) => void): HTMLElement {
  const element = h("div", { class: "exercises" });
  const find = async (): Promise<void> => {
    replace(element, h("p", { class: "quiet", role: "status" }, "choosing positions …"));
    try {
      const { sets } = await askFor<Exercises>("/api/exercises", { text: room.text, ...room.playing });
      replace(element, h("h4", {}, "Exercises"), ...exerciseSets(sets, (fen, inside) => button(inside, () => begin(fen), { class: "exercise" })));
    } catch (error) {
      replace(element, ask, refused(refusal(error)));
    }
  };
  const ask = button("Exercises of this text", () => void find(), { class: "small" });
  const anew = (): void => replace(element, ask);
  room.texted.on(anew);
  room.typed.on(anew);
  room.checkedText.on(() => { ask.disabled = !room.understood; });
  anew();
  return element;
}

export async function exercisesPage(main: HTMLElement): Promise<void> {
  const name = new URL(location.href).searchParams.get("text") ?? FIRST;
  const select = h("select", { id: "which-text", name: "text", on: { change: () => location.assign(`/exercises?text=${select.value}`) } });
  const list = h("div", { class: "exercises" }, h("p", { class: "quiet", role: "status" }, "choosing positions …"));
  replace(
    main,
    h("h1", {}, "Exercises"),
    h("p", {}, "You play the strategy's side against the best defence. Every move is judged: by the rules or not, and nearer to the end or not by the strategy's own measure."),
    h("p", {}, h("label", { for: "which-text" }, "text "), select),
    list,
  );
  try {
    const { texts } = await get<{ texts: LibraryEntry[] }>("/api/library");
    const withRules = texts.filter((entry) => entry.strategies.length > 0 || entry.name === name);
    const isMeant = (entry: LibraryEntry): boolean => entry.name === name || entry.short === name;
    replace(select, ...withRules.map((entry) => h("option", { value: entry.name, selected: isMeant(entry) }, labelOf(entry))));
    const { sets } = await askFor<Exercises>("/api/exercises", { text: { library: name } });
    const link = (fen: string, inside: HTMLElement): HTMLElement =>
      h("a", { class: "exercise", href: `/?fen=${fen.replaceAll(" ", "_")}&text=${name}#train` }, inside);
    replace(list, ...exerciseSets(sets, link));
    list.querySelector("details")?.setAttribute("open", "");
  } catch (error) {
    replace(list, refused(refusal(error)));
  }
}

const LONGEST = 72;

/** A text in a list: its name, and as much of its title as is read at a glance. */
export function labelOf({ name, title }: { name: string; title: string }): string {
  const plain = title.replaceAll("`", "");
  const label = plain ? `${name}: ${plain}` : name;
  return label.length > LONGEST ? `${label.slice(0, LONGEST).trimEnd()} …` : label;
}
