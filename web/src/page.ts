// The page with the board: everything on it, and what leads to what.

import { Board, type Arrow } from "./board.ts";
import { NO_CASTLING, NO_COUNTERS, pastedFen } from "./address.ts";
import type { Diagnostic, RuleText } from "./api.ts";
import { post, type Completion, type Hover } from "./api.ts";
import { back, lost } from "./connection.ts";
import { button, debounce, h, number, plain, replace, say, words } from "./dom.ts";
import { Editor, told, type Lit } from "./editor.ts";
import { FailuresPanel } from "./failures.ts";
import { carry, nameOf, put } from "./fen.ts";
import { isWriting, type KeyName } from "./keys.ts";
import { LineView } from "./line.ts";
import { plotsPanel } from "./plots.ts";
import { promotion } from "./promotion.ts";
import { Room } from "./room.ts";
import { RulesPanel } from "./rules.ts";
import { Tabs } from "./tabs.ts";
import { textBar } from "./textbar.ts";
import { Tools } from "./tools.ts";
import { TrainPanel } from "./train.ts";
import { valuePanel, type Pointing } from "./value.ts";
import { VerdictsPanel } from "./verdicts.ts";

export async function boardPage(main: HTMLElement): Promise<void> {
  const room = new Room();
  let line: LineView | null = null;
  let ruleSquares: string[] = [];
  let ruleArrows: Arrow[] = [];

  // The board

  const board = new Board({
    moved: (from, to) => void moved(from, to),
    forbidden: (man, to) => {
      const told = `${man.toLowerCase() === "p" ? "" : man.toUpperCase()}${to} is not legal here`;
      if (train.active) train.remark(`${told}.`);
      else replace(fieldNote, told);
    },
    carried: (from, to) => room.goTo(to ? carry(room.fen, from, to) : put(room.fen, from, null)),
    placed: (at, man) => {
      room.goTo(put(room.fen, at, man));
      say(man ? `${nameOf(man)} on ${at}` : `${at} is empty`);
    },
    letGo: () => tools.draw(),
  });
  const tools = new Tools(room, board);
  const pointOut = (): void => board.point(train.active ? [] : ruleSquares, train.active ? [] : ruleArrows);
  const legal = (): string[] => room.value?.groups.flatMap((group) => group.moves.map((move) => move.uci)) ?? [];
  const allow = (): void => {
    board.allow(train.mayMove ? legal() : []);
    pointOut();
    // Who trains is not told the answer.
    value.hidden = train.active;
    tools.draw();
    const isBegun = train.active && !main.classList.contains("training");
    main.classList.toggle("training", train.active);
    if (isBegun) board.element.scrollIntoView({ block: "nearest" });
  };

  const moved = async (from: string, to: string): Promise<void> => {
    const moves = room.value?.groups.flatMap((group) => group.moves) ?? [];
    const meant = moves.filter((move) => move.uci.startsWith(from + to));
    const chosen = meant.length > 1 ? await promotion(meant.map((move) => move.uci), board.placeOf(to)) : meant[0]?.uci;
    if (chosen) make(chosen);
  };
  const make = (uci: string): void => {
    const san = room.value?.groups.flatMap((group) => group.moves).find((move) => move.uci === uci)?.san ?? uci;
    if (train.active) {
      if (train.mayMove) void train.move(uci, san);
      return;
    }
    showLine(null);
    room.play(uci);
    say(san);
  };
  // Lines and values

  const linePlace = h("div", { class: "line-place" });
  const showLine = (next: LineView | null, title = ""): void => {
    line?.stop();
    line = next;
    replace(linePlace, next && h("section", { class: "own-line", "aria-label": title },
      h("h3", {}, title, " ", button("close", () => showLine(null), { class: "link" })), next.element));
  };
  const pointing: Pointing = {
    lookAt: (uci) => {
      if (uci) board.point(ruleSquares, [{ from: uci.slice(0, 2), to: uci.slice(2, 4), tone: "move" }]);
      else pointOut();
    },
    follow: (followed, title) => {
      room.left.tell();
      showLine(new LineView(room, followed), title);
    },
    play: (uci) => make(uci),
  };
  const value = valuePanel(room, pointing);

  // The text

  const editorPlace = h("div", { class: "editor" });
  const mistakes = h("div", { class: "mistakes", role: "status" });
  const select = debounce(120, (from: number, to: number) => void room.evaluate(from, to));
  // A click may be the first of two, which select a word.
  const askRule = debounce(300, (from: number, to: number) => {
    const rule = room.checked?.rules.find((each) => each.from <= from && from <= each.to);
    const isTraining = train.active || tabs.shown === "train";
    if (from === to && rule?.name && rules.ask(rule.name) && !isTraining) tabs.show("position");
  });
  const ask = async <T>(path: string, body: Record<string, unknown>): Promise<T | null> => {
    try {
      return await post<T | null>(path, { text: { name: "mine", words: room.words }, ...body });
    } catch {
      return null; // a text that cannot be read yet has nothing to offer
    }
  };
  const rules = new RulesPanel(room, pointing, (rule) => reveal(rule));
  const editor = new Editor(editorPlace, {
    edited: (words) => room.type(words),
    selected: (from, to) => {
      select(from, to);
      askRule(from, to);
    },
    complete: (at) => ask<Completion>("/api/complete", { at }),
    hover: async (at) => {
      const after = room.ruleMove;
      const told = await ask<Hover>("/api/hover", { at, fen: room.fen, ...(after ? { move: after.uci } : {}) });
      return told?.primed && after ? { ...told, after: after.san } : told;
    },
  });
  const reveal = (rule: RuleText): void => {
    if (rule.from !== undefined && rule.to !== undefined) editor.reveal(rule.from, rule.to);
  };
  room.texted.on((why) => editor.show(room.words, why));
  const tell = (found: Diagnostic[]): void => {
    editor.underline(found);
    replace(mistakes, summary(found));
  };
  room.checkedText.on((checked) => {
    if ("answer" in checked) return tell(checked.answer.diagnostics);
    editor.underline([]);
    replace(mistakes, told({ severity: "error", message: checked.refused.message, help: checked.refused.help ?? null, from: 0, to: 0 }));
  });
  room.warned.on((warnings) => warnings.length > 0 && tell([...(room.checked?.diagnostics ?? []), ...warnings]));
  const summary = (found: Diagnostic[]): HTMLElement | null => {
    const [first] = found.toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
    if (!first) return null;
    const line = editor.view.state.doc.lineAt(Math.min(first.from, editor.view.state.doc.length)).number;
    const more = found.length > 1 ? ` (and ${found.length - 1} more)` : "";
    return h("div", { class: `mistake ${first.severity}` }, button(`line ${line}${more}`, () => {
      editor.view.dispatch({ selection: { anchor: Math.min(first.from, editor.view.state.doc.length) }, scrollIntoView: true });
      editor.view.focus();
    }, { class: "link" }), told(first));
  };

  // Verdicts, failures, training

  const failures = new FailuresPanel(room);
  const verdicts = new VerdictsPanel(room, (claim) => {
    tabs.show("failures");
    room.left.tell();
    failures.open(claim);
  });
  const train = new TrainPanel(room, () => allow(), () => verdicts.current);
  tools.train = train;
  const tabs = new Tabs("What Adli says", [
    { name: "position", title: "This position", panel: rules.element },
    { name: "verdicts", title: "Verdicts", panel: verdicts.element },
    { name: "failures", title: "Failures", panel: failures.element },
    { name: "train", title: "Play and train", panel: train.element },
    { name: "plots", title: "Plots", panel: plotsPanel(room) },
  ]);
  verdicts.decided.on((claims) => {
    failures.take(claims);
    tabs.badge("failures", failures.count ? number(failures.count) : "");
  });
  verdicts.summed.on(({ text, tone }) => {
    tabs.badge("verdicts", text, tone);
    train.refresh();
  });

  // What changes with the position

  const field = h("input", { type: "text", id: "fen", spellcheck: "false", autocomplete: "off", "aria-describedby": "fen-note" });
  const fieldNote = h("span", { id: "fen-note", class: "quiet", role: "status" });
  const enter = (): void => {
    const pasted = pastedFen(field.value);
    if (!pasted) return replace(fieldNote, "there is no position in this: a FEN or an address with one is wanted");
    room.left.tell();
    room.goTo(pasted.fen);
    replace(fieldNote, [pasted.castling && NO_CASTLING, pasted.counters && NO_COUNTERS].filter(Boolean).join("; "));
    board.focus();
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && enter());
  field.addEventListener("paste", () => window.setTimeout(enter));
  field.addEventListener("focus", () => field.select());
  room.moved.on((move) => {
    ruleSquares = [];
    ruleArrows = [];
    board.show(room.fen, move);
    pointOut();
    field.value = room.fen;
    replace(fieldNote);
  });
  room.valued.on((told) => {
    allow();
    if (train.active) return;
    if ("answer" in told) say(told.answer.value);
    // While men are put up, one hears of the men.
    else if ("refused" in told && !board.settingUp) say(plain(`no value: ${told.refused.message}`));
  });
  room.explained.on((told) => {
    const answer = told && "answer" in told ? told.answer : null;
    const rule = answer?.applies?.rule ?? answer?.recognised?.rule ?? null;
    const moves = answer?.applies?.rule?.moves ?? [];
    ruleSquares = answer?.squares ?? [];
    ruleArrows = moves.slice(0, 8).map(({ uci }) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), tone: "rule" }));
    pointOut();
    const lit: Lit[] = rule?.from !== undefined && rule.to !== undefined && !train.active ? [{ from: rule.from, to: rule.to, tone: "applies" }] : [];
    editor.light(lit);
    const [place] = lit;
    if (place && !editor.view.hasFocus) editor.reveal(place.from, place.to);
  });
  room.evaluated.on((told) => {
    const squares = told && "answer" in told ? told.answer.squares : undefined;
    if (squares) board.point(squares, []);
    else pointOut();
  });

  // Keys

  const best = (index: number): void => {
    const move = room.value?.groups.flatMap((group) => group.moves)[index];
    if (move && !train.active) make(move.uci);
  };
  const current = (): LineView | null => line ?? failures.line;
  const act: Partial<Record<KeyName, () => void>> = {
    e: () => tools.setUp(), c: () => tools.clear(), t: () => tools.pass(), m: () => tools.mirror(), x: () => tools.exchange(),
    f: () => tools.flip(), u: () => tools.undo(),
    l: () => room.value?.longest && !tools.isHeld() && room.goTo(room.value.longest.fen),
    v: () => say(train.active ? "the value is hidden while you train" : (room.value?.value ?? "the value is not known")),
    ",": () => current()?.back(), ".": () => current()?.forward(),
    "[": () => failures.previous(), "]": () => failures.next(),
    g: () => field.focus(), b: () => board.focus(), d: () => editor.view.focus(),
    "?": () => location.assign("/help"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || event.defaultPrevented) return;
    if (/^[1-9]$/.test(event.key)) best(Number(event.key) - 1);
    else if (event.key in act) act[event.key as KeyName]?.();
    else return;
    event.preventDefault();
  });

  const silence = h("p", { class: "lost", role: "alert", hidden: true },
    words("Adli does not answer. When `adli serve` runs again, this page goes on by itself."));
  lost.on(() => { silence.hidden = false; });
  back.on(() => { silence.hidden = true; });
  const bar = textBar(room, () => editor.view.focus());
  replace(
    main,
    h("h1", { class: "unseen" }, "A position and its rules"),
    silence,
    h(
      "div",
      { class: "room" },
      h("section", { class: "left", "aria-label": "Board" },
        board.element, tools.spare, tools.element, train.coach,
        h("div", { class: "fen-row" }, h("label", { for: "fen" }, "Position"), field, fieldNote),
        value, linePlace),
      h("section", { class: "right", "aria-label": "Rules" },
        bar.element, bar.alarm, editorPlace, mistakes, rules.selected, tabs.element),
    ),
  );
  window.addEventListener("popstate", () => {
    room.left.tell();
    void room.readAddress();
  });
  const { train: toTrain, castling, damaged, isNewText } = await room.readAddress(true);
  if (castling) replace(fieldNote, NO_CASTLING);
  if (isNewText) {
    bar.note("this text came with the address; it is kept in the list, and becomes yours when you change it");
  }
  if (damaged) bar.note("the text in this address is damaged or too long, so another one is shown");
  if (toTrain) {
    tabs.show("train");
    train.begin("rules");
  }
}
