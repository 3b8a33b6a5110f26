// The line above the text: which text it is, which of its strategies, layout, sharing.

import { get, post, Refusal, type LibraryEntry } from "./api.ts";
import { button, download, h, replace, say, words } from "./dom.ts";
import { kept, type Room } from "./room.ts";

export function textBar(room: Room): HTMLElement {
  const texts = h("select", { id: "which-text" });
  const strategies = h("select", { id: "which-strategy" });
  const strategyLabel = h("label", { for: "which-strategy", hidden: true }, "strategy ", strategies);
  const note = h("span", { class: "quiet note", role: "status" });
  let library: LibraryEntry[] = [];

  const drawTexts = (): void => {
    const own = room.library === null || kept() !== null;
    replace(
      texts,
      own && h("option", { value: "", selected: room.library === null }, "my own text"),
      h("optgroup", { label: "library" }, ...library.map((entry) => h("option", { value: entry.name, selected: room.library === entry.name }, entry.name))),
    );
    if (room.library !== null && !library.some((entry) => room.library === entry.name)) {
      texts.append(h("option", { value: room.library, selected: true }, room.library));
    }
  };
  texts.addEventListener("change", () => {
    if (texts.value === "") room.ownText();
    else void room.open(texts.value).catch((error: unknown) => fail(error));
  });
  strategies.addEventListener("change", () => room.choose(strategies.value));
  const fail = (error: unknown): void => {
    replace(note, words(error instanceof Refusal ? error.message : String(error)));
  };
  void get<{ texts: LibraryEntry[] }>("/api/library").then((answer) => {
    library = answer.texts;
    drawTexts();
  }, fail);
  room.texted.on(drawTexts);
  room.typed.on(() => {
    replace(note);
    if (texts.value !== "") drawTexts();
  });
  room.checkedText.on((told) => {
    if (!("answer" in told)) return;
    const names = told.answer.strategies;
    strategyLabel.hidden = names.length < 2;
    replace(strategies, ...names.map((name) => h("option", { value: name, selected: name === room.strategy }, name)));
  });
  const layOut = async (): Promise<void> => {
    try {
      const { words: laidOut } = await post<{ words: string }>("/api/format", { text: { name: "mine", words: room.words } });
      if (laidOut === room.words) replace(note, "laid out already");
      else {
        room.type(laidOut);
        room.changeWords(laidOut);
        replace(note, "laid out");
      }
    } catch (error) {
      fail(error);
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      replace(note, "the address is copied: it has the position and the text in it");
    } catch {
      replace(note, "copy the address of this page: it has the position and the text in it");
    }
    say(note.textContent ?? "");
  };
  return h(
    "div",
    { class: "text-bar" },
    h("label", { for: "which-text" }, "text "),
    texts,
    strategyLabel,
    button("Lay out", () => void layOut(), { class: "small", title: "indent and break the lines as adli fmt does" }),
    button("Save", () => download(`${room.fileName}.adv`, room.words), { class: "small", title: "save the text as a file" }),
    button("Copy address", () => void share(), { class: "small" }),
    note,
  );
}

