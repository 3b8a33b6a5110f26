// The text of rules: CodeMirror, with everything that needs to know the language asked of the server.

import { autocompletion, closeBrackets, completionKeymap, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Mistake } from "@codemirror/lint";
import {
  Annotation, EditorSelection, EditorState, StateEffect, StateField, Transaction, type Extension,
} from "@codemirror/state";
import {
  Decoration, drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap,
  lineNumbers, type DecorationSet,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Completion, Diagnostic, Hover } from "./api.ts";
import { h, words } from "./dom.ts";
import { language } from "./language.ts";
import type { Shown } from "./room.ts";

export interface Asked {
  /** The words were changed by somebody who types. */
  edited(words: string): void;
  /** The cursor went somewhere, or something was selected; with the mouse, only once its button is up. */
  selected(from: number, to: number): void;
  complete(at: number): Promise<Completion | null>;
  /** With the move after which a word with a prime has its value. */
  hover(at: number): Promise<(Hover & { after?: string }) | null>;
}

/** A stretch of the text that is lit up: the rule that applies, or one that was asked about. */
export interface Lit {
  from: number;
  to: number;
  tone: "applies" | "asked";
}

/** Characters that the language refuses because nobody sees them, as `letters.rs` has them, without those of Latin-1. */
const HIDDEN = new RegExp(
  "[\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f" +
    "\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  "u",
);

const setLit = StateEffect.define<Lit[]>();
const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let now = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLit)) continue;
      const length = transaction.newDoc.length;
      const lines = new Map<number, string>();
      for (const { from, to, tone } of effect.value) {
        if (from >= to || to > length) continue;
        const last = transaction.newDoc.lineAt(to).number;
        for (let line = transaction.newDoc.lineAt(from).number; line <= last; line++) {
          lines.set(transaction.newDoc.line(line).from, `lit ${tone}`);
        }
      }
      const marks = [...lines].map(([at, name]) => Decoration.line({ class: name }).range(at));
      now = Decoration.set(marks, true);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks changes that the page makes, so that they do not count as typing. */
const byPage = Annotation.define<boolean>();

export class Editor {
  readonly view: EditorView;
  private readonly extensions: Extension[];

  constructor(parent: Element, asked: Asked) {
    const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute("content") ?? "";
    const changed = EditorView.updateListener.of((update) => {
      const typed = update.docChanged && !update.transactions.some((transaction) => transaction.annotation(byPage));
      if (typed) asked.edited(this.words);
      const pointed = update.transactions.some((transaction) => transaction.isUserEvent("select"));
      if (!pointed && !(typed && update.selectionSet)) return;
      if (mouse === "up") tellSelected();
      else mouse = "selecting";
    });
    // Whoever drags aims at a place on the screen: until he lets go nothing is told, since what is told may move it.
    let mouse: "up" | "down" | "selecting" = "up";
    const tellSelected = (): void => {
      const { from, to } = this.view.state.selection.main;
      asked.selected(from, to);
    };
    const released = (): void => {
      const hasSelected = mouse === "selecting";
      mouse = "up";
      if (hasSelected) tellSelected();
    };
    window.addEventListener("pointerup", released);
    window.addEventListener("pointercancel", released);
    this.extensions = [
      EditorView.cspNonce.of(nonce),
      lineNumbers(),
      // Letters that cannot be seen, or that turn the direction of a line, are shown as dots.
      highlightSpecialChars({ addSpecialChars: HIDDEN }),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      EditorView.lineWrapping,
      indentUnit.of("  "),
      language(),
      syntaxHighlighting(classHighlighter),
      lintGutter(),
      lit,
      autocompletion({
        override: [(context) => {
          const isWanted = context.explicit || context.matchBefore(/\w+/) !== null;
          return completions(context.pos, isWanted, asked);
        }],
      }),
      hoverTooltip((_, at) => hover(at, asked), { hoverTime: 350 }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Text of rules", tabindex: "0", spellcheck: "false" }),
      changed,
      EditorView.domEventHandlers({ pointerdown: ({ button }) => { if (button === 0) mouse = "down"; } }),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.extensions }) });
  }

  get words(): string {
    return this.view.state.doc.toString();
  }

  /** Shows words. Another text has a history of its own, so that undoing never brings one text into another.
      In the same text what stays the same is not touched, so that the cursor keeps its place, and undoing
      takes back what was done here, not what another tab did. */
  show(text: string, why: Shown): void {
    if (why === "other") {
      this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
      return;
    }
    const before = this.words;
    if (text === before) return;
    const shorter = Math.min(text.length, before.length);
    let from = 0;
    while (from < shorter && text[from] === before[from]) from++;
    let same = 0;
    while (same < shorter - from && text[text.length - 1 - same] === before[before.length - 1 - same]) same++;
    this.view.dispatch({
      changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) },
      annotations: [byPage.of(true), Transaction.addToHistory.of(why === "form")],
    });
  }

  light(places: Lit[]): void {
    this.view.dispatch({ effects: setLit.of(places) });
  }

  /** Brings a place into view. */
  reveal(from: number, to: number): void {
    if (to > this.view.state.doc.length) return;
    const range = EditorSelection.range(from, to);
    this.view.dispatch({ effects: EditorView.scrollIntoView(range, { y: "center" }) });
  }

  underline(found: Diagnostic[]): void {
    const length = this.view.state.doc.length;
    const clamp = (at: number): number => Math.min(Math.max(at, 0), length);
    const mistakes = found.map(
      (mistake): Mistake => ({
        // Where something is missing there is nothing to underline but the letter before.
        from: clamp(mistake.from === mistake.to && mistake.to >= length ? mistake.from - 1 : mistake.from),
        to: clamp(mistake.from === mistake.to ? mistake.to + 1 : mistake.to),
        severity: mistake.severity,
        message: mistake.message,
        renderMessage: () => told(mistake),
        actions: (mistake.fixes ?? []).map((fix) => ({
          name: fix.title,
          apply: (view) => view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.insert } }),
        })),
      }),
    );
    this.view.dispatch(setDiagnostics(this.view.state, mistakes));
  }
}

/** A mistake in words, with what to do. */
export function told(mistake: Diagnostic): HTMLElement {
  const notes = mistake.notes?.map((note) => h("div", { class: "note" }, words(note.message))) ?? [];
  return h(
    "div",
    { class: "told" },
    h("div", {}, words(mistake.message)),
    ...notes,
    mistake.help && h("div", { class: "help" }, "help: ", words(mistake.help)),
    mistake.code && h("a", { class: "code", href: `/messages#${mistake.code}`, target: "_blank" }, mistake.code),
  );
}

async function completions(at: number, wanted: boolean, asked: Asked): Promise<CompletionResult | null> {
  if (!wanted) return null;
  const answer = await asked.complete(at);
  if (!answer || answer.items.length === 0) return null;
  const types: Record<string, string> = { man: "type", definition: "function", word: "keyword", library: "namespace" };
  const options = answer.items.map((item) => ({
    label: item.label,
    detail: item.what,
    type: types[item.what] ?? "variable",
    ...(item.detail ? { info: item.detail } : {}),
  }));
  return { from: answer.from, to: answer.to, options, validFor: /^\w*$/ };
}

/** A declaration as it stands in its text, rather than a sentence about a word. */
const isSource = /^(?:def|change|option|strategy|step|advice|recogniser)\b/;

async function hover(at: number, asked: Asked) {
  const answer = await asked.hover(at);
  if (!answer) return null;
  const { from, to, title, detail, value, after } = answer;
  const dom = h(
    "div",
    { class: "hover" },
    h("div", { class: "hover-title" }, words(title)),
    detail && h("div", {}, isSource.test(detail) ? h("code", {}, detail) : words(detail)),
    value && h("div", { class: "hover-value" }, after ? `after ${after}: ` : "here: ", h("code", {}, value)),
  );
  return { pos: from, end: to, above: true, create: () => ({ dom }) };
}
