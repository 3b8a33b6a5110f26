// The page of exercises: a text is chosen, and its positions lead to the board, where the training begins.

import { get, Refusal, type Exercises, type LibraryEntry } from "./api.ts";
import { count, h, replace, words, type Child } from "./dom.ts";
import { askFor } from "./jobs.ts";
import { refused } from "./value.ts";

const FIRST = "krk";

export async function exercisesPage(main: HTMLElement): Promise<void> {
  const name = new URL(location.href).searchParams.get("text") ?? FIRST;
  const select = h("select", { id: "which-text", name: "text", on: { change: () => location.assign(`/exercises?text=${select.value}`) } });
  const list = h("div", {}, h("p", { class: "quiet", role: "status" }, "choosing positions …"));
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
    const options = withRules.some((entry) => entry.name === name) ? withRules : [{ name }, ...withRules];
    replace(select, ...options.map((entry) => h("option", { value: entry.name, selected: entry.name === name }, entry.name)));
    const { sets } = await askFor<Exercises>("/api/exercises", { text: { library: name } });
    const filled = sets.filter((set) => set.positions.length > 0);
    replace(list, ...(filled.length ? filled.map((set) => shown(set, name)) : [h("p", {}, "This text gives no exercises.")]));
  } catch (error) {
    replace(list, refused(error instanceof Refusal ? error : new Refusal(0, String(error))));
  }
}

function shown(set: Exercises["sets"][number], text: string): Child {
  return h(
    "section",
    {},
    h("h2", {}, words(set.title), " ", h("span", { class: "quiet" }, count(set.positions.length, "position"))),
    h("ol", { class: "exercise-list" }, ...set.positions.map(({ fen, words: said }, index) =>
      h("li", {}, h("a", { href: `/?fen=${fen.replaceAll(" ", "_")}&text=${text}#train` }, words(said || `position ${index + 1}`))))),
  );
}
