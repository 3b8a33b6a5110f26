// The line above the text: which text it is, which of its strategies, a new one, layout, sharing.

import { get, post, refusal, type LibraryEntry } from "./api.ts";
import { back } from "./connection.ts";
import { button, debounce, download, h, replace, say, words, type Child } from "./dom.ts";
import { labelOf } from "./exercises.ts";
import { titleOf } from "./own.ts";
import type { News, Room } from "./room.ts";
import type { Mark, Own } from "./shelf.ts";

export interface TextBar {
  element: HTMLElement;
  /** Says that files are not kept, and what to do. */
  alarm: HTMLElement;
  note(text: string): void;
}

export function textBar(room: Room, write: () => void): TextBar {
  const texts = h("select", { id: "which-text" });
  const strategies = h("select", { id: "which-strategy" });
  const strategyLabel = h("label", { for: "which-strategy", hidden: true }, "strategy ", strategies);
  const note = h("span", { class: "quiet note", role: "status" });
  /** What another tab did: it stays while the user types on. */
  const news = h("span", { class: "news note", role: "status" });
  const remove = button("Delete", () => void forget(), { class: "small", title: "delete this text of yours" });
  let library: LibraryEntry[] = [];
  /** What the list shows: it is made anew only if something in it has changed, since it may be open. */
  let shown = "";

  /** The files of the list, by what stands for them there; no text of the library is called so. */
  const marks = new Map<string, Mark>();
  const nameOf = ({ file, writer }: Mark): string => `own ${file} ${writer}`;

  const drawTexts = (): void => {
    remove.hidden = room.library !== null || !room.own;
    const files = room.shelf.files();
    const own = files.map((each) => ({ name: nameOf(each), title: listed(each, files), link: !!each.link }));
    const now = JSON.stringify([room.textKey, room.own && nameOf(room.own), own, library.length]);
    if (now === shown) return;
    shown = now;
    marks.clear();
    for (const each of files) marks.set(nameOf(each), each);
    const ofLibrary = library.find((each) => each.short === room.library)?.name ?? room.library;
    const current = ofLibrary ?? (room.own ? nameOf(room.own) : "own");
    const option = (value: string, label: string): Child => h("option", { value, selected: value === current }, label);
    const entry = (each: LibraryEntry): Child => option(each.name, labelOf(each));
    const group = (label: string, isLink: boolean): Child => {
      const some = own.filter(({ link }) => link === isLink);
      const options = some.map(({ name, title }) => option(name, title));
      return some.length > 0 && h("optgroup", { label }, ...options);
    };
    const materials = [...new Set(library.map((each) => each.material))].filter(Boolean);
    replace(
      texts,
      group("your own texts", false),
      group("from addresses, unchanged", true),
      ...materials.map((material) => h("optgroup", { label: material }, ...library.filter((each) => each.material === material).map(entry))),
      h("optgroup", { label: "for other texts to use" }, ...library.filter((each) => !each.material).map(entry)),
    );
    // The list is not there yet, or these are words of an address whose file was deleted.
    if (texts.value !== current) {
      texts.append(h("option", { value: current, selected: true }, room.library ?? titleOf(room.words)));
    }
  };
  const tell = (...told: Child[]): void => {
    replace(note, ...told);
    say(note.textContent ?? "");
  };
  const fail = (error: unknown): void => tell(words(refusal(error).message));
  texts.addEventListener("change", () => {
    replace(note);
    const mark = marks.get(texts.value);
    if (mark) room.openOwn(mark);
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
  room.texted.on((why) => {
    if (why === "other") replace(news);
    drawTexts();
  });
  const drawSoon = debounce(300, drawTexts);
  room.typed.on(() => {
    replace(note);
    drawSoon();
    drawAlarm();
  });
  room.shelved.on(() => {
    drawSoon();
    drawAlarm();
  });
  room.news.on((happened) => {
    const keep = (): void => { if (room.own) room.bringBack(room.own); };
    replace(news, NEWS[happened], happened === "deleted" && button("Keep it", keep, { class: "link" }));
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
    const gone = await room.delete().catch(fail);
    drawAlarm();
    if (gone) tell("deleted. ", button("Bring it back", () => room.bringBack(gone), { class: "link" }));
  };
  const layOut = async (): Promise<void> => {
    try {
      const before = { key: room.textKey, words: room.words };
      const text = { name: "mine", words: before.words };
      const { words: laidOut } = await post<{ words: string }>("/api/format", { text });
      if (room.textKey !== before.key || room.words !== before.words) {
        return tell("not laid out, since the text has changed meanwhile");
      }
      if (laidOut === room.words) return tell("laid out already");
      room.layOut(laidOut);
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
  const alert = h("p", { role: "alert" });
  const saving = h("span", {});
  const alarm = h("div", { class: "alarm", hidden: true }, alert, saving);
  let lacked = "";
  const drawAlarm = (): void => {
    const lacking = room.shelf.lacking.map((own) => ({ own, title: listed(own, []) }));
    const now = JSON.stringify(lacking.map(({ own, title }) => [own.file, title]));
    if (now === lacked) return;
    lacked = now;
    // It is heard once, not at every key.
    if (alarm.hidden && lacking.length > 0) alert.textContent = NO_ROOM;
    alarm.hidden = lacking.length === 0;
    const save = (own: Own): void => download("mine.adv", room.shelf.find(own)?.words ?? own.words);
    const saveButton = (own: Own, title: string): Child =>
      button(`Save ${title}`, () => save(own), { class: "small" });
    replace(saving, ...lacking.map(({ own, title }) => saveButton(own, title)));
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
    news,
  );
  return { element, alarm, note: tell };
}

const LONGEST = 60;

const NO_ROOM =
  "This browser has no room left for what you typed: it is in this page alone, and gone when you close it. " +
  "Save it as a file, or delete texts that you do not need.";

const NEWS: Record<News, string> = {
  deleted: "deleted in another tab; it is kept again as soon as you change it. ",
  parted:
    "another tab changed this text at the same time: both forms are kept, and listed with their times",
};

/** A file in the list. Two forms of one file are told apart by their times. */
function listed(own: Own, files: Own[]): string {
  const hasForms = files.some((other) => other !== own && other.file === own.file);
  const time = hasForms ? `${new Date(own.at).toLocaleTimeString("en-GB")}: ` : "";
  return `${time}${titleOf(own.words).slice(0, LONGEST)}`;
}
