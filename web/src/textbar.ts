// The line above the text: which text it is, which of its strategies, a new one, layout, sharing.

import { get, post, refusal, type LibraryEntry } from "./api.ts";
import { back } from "./connection.ts";
import { button, debounce, download, h, replace, say, words, type Child } from "./dom.ts";
import { labelOf } from "./exercises.ts";
import { keepOwn, ownTexts, titleOf } from "./own.ts";
import type { Room } from "./room.ts";

/** Before the name of a text of one's own, in the list; no text of the library has it. */
const OWN = "own ";

export interface TextBar {
  element: HTMLElement;
  note(text: string): void;
}

export function textBar(room: Room, write: () => void): TextBar {
  const texts = h("select", { id: "which-text" });
  const strategies = h("select", { id: "which-strategy" });
  const strategyLabel = h("label", { for: "which-strategy", hidden: true }, "strategy ", strategies);
  const note = h("span", { class: "quiet note", role: "status" });
  const remove = button("Delete", () => void forget(), { class: "small", title: "delete this text of yours" });
  let library: LibraryEntry[] = [];
  /** What the list shows: it is made anew only if something in it has changed, since it may be open. */
  let shown = "";

  const drawTexts = (): void => {
    remove.hidden = room.library !== null;
    const own = ownTexts().map(({ id, words: said }) => ({ id, title: titleOf(said).slice(0, 60) }));
    const now = JSON.stringify([room.textKey, own, library.length]);
    if (now === shown) return;
    shown = now;
    const current = library.find((each) => each.short === room.library)?.name ?? room.textKey;
    const option = (value: string, label: string): Child => h("option", { value, selected: value === current }, label);
    const entry = (each: LibraryEntry): Child => option(each.name, labelOf(each));
    const materials = [...new Set(library.map((each) => each.material))].filter(Boolean);
    replace(
      texts,
      own.length > 0 && h("optgroup", { label: "your own texts" }, ...own.map(({ id, title }) => option(OWN + id, title))),
      ...materials.map((material) => h("optgroup", { label: material }, ...library.filter((each) => each.material === material).map(entry))),
      h("optgroup", { label: "for other texts to use" }, ...library.filter((each) => !each.material).map(entry)),
    );
    // The list is not there yet, or these are one's own words in a browser that keeps nothing.
    if (texts.value !== current) texts.append(h("option", { value: current, selected: true }, room.library ?? "your own text"));
  };
  const tell = (...told: Child[]): void => {
    replace(note, ...told);
    say(note.textContent ?? "");
  };
  const fail = (error: unknown): void => tell(words(refusal(error).message));
  texts.addEventListener("change", () => {
    replace(note);
    if (texts.value.startsWith(OWN)) room.openOwn(texts.value.slice(OWN.length));
    else void room.open(texts.value).catch(fail);
  });
  strategies.addEventListener("change", () => room.choose(strategies.value));
  const readLibrary = (): void => void get<{ texts: LibraryEntry[] }>("/api/library").then((answer) => {
    library = answer.texts;
    drawTexts();
  }, fail);
  readLibrary();
  back.on(() => {
    if (library.length === 0) readLibrary();
  });
  room.texted.on(drawTexts);
  const drawSoon = debounce(300, drawTexts);
  room.typed.on(() => {
    replace(note);
    drawSoon();
  });
  room.checkedText.on((told) => {
    if (!("answer" in told)) return;
    const names = told.answer.strategies;
    strategyLabel.hidden = names.length < 2;
    replace(strategies, ...names.map((name) => h("option", { value: name, selected: name === room.strategy }, name)));
  });
  const begin = (): void => {
    room.begin();
    tell("a text of your own, about the men on the board; it is kept by this browser");
    write();
  };
  const forget = async (): Promise<void> => {
    const gone = room.words;
    await room.forget().catch(fail);
    tell("deleted. ", button("Bring it back", () => room.openOwn(keepOwn(null, gone)), { class: "link" }));
  };
  const layOut = async (): Promise<void> => {
    try {
      const { words: laidOut } = await post<{ words: string }>("/api/format", { text: { name: "mine", words: room.words } });
      if (laidOut === room.words) return tell("laid out already");
      room.type(laidOut);
      room.changeWords(laidOut);
      tell("laid out");
    } catch (error) {
      fail(error);
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      tell("the address is copied: it has the position and the text in it");
    } catch {
      tell("copy the address of this page: it has the position and the text in it");
    }
  };
  const element = h(
    "div",
    { class: "text-bar" },
    h("label", { for: "which-text" }, "text "),
    texts,
    strategyLabel,
    button("New", begin, { class: "small", title: "begin a text of your own, about the men on the board" }),
    button("Lay out", () => void layOut(), { class: "small", title: "indent and break the lines as adli fmt does" }),
    button("Save", () => download(`${room.fileName}.adv`, room.words), { class: "small", title: "save the text as a file" }),
    remove,
    button("Copy address", () => void share(), { class: "small" }),
    note,
  );
  return { element, note: tell };
}
