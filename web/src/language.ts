// The words of the language in their colours. Only what can be seen in a single word is coloured here; what a word means, the server
// says (`hover`). The words are those of docs/grammar.md.

import { LanguageSupport, StreamLanguage, type StringStream } from "@codemirror/language";

const list = (words: string): Set<string> => new Set(words.split(/\s+/));

/** Words that begin something. */
const DECLARE = list("endgame use option def change strategy advice recogniser lemma theorem query moves");
const RESERVED = list(`after always and at case count div else every expect false for from given if iff implies impossible in is
  least let mod most move not of or otherwise show some step subset sum then throughout to true try under up when where with within`);
/** Words with a meaning in their place. */
const IN_PLACE = list(`v win draw any each replies reach hold us them plies ply quickest by one reaches mate keeps value optimal
  symmetric sound complete exact uses rule falls except over safe positions classes list longest share tally fifty size reported
  refuted proved play position can against leads pass symmetry file rank captures promotes passing provided none`);

interface State {
  /** The word before was one that names what follows. */
  naming: boolean;
}

function token(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match("--")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^"[^"\n]*"?/)) return "string";
  if (stream.match(/^[a-h][1-8](?![\w])/)) return "atom";
  if (stream.match(/^\d+/)) return "number";
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (Array.isArray(word)) {
    const name = word[0];
    const named = state.naming;
    state.naming = DECLARE.has(name) || name === "step";
    if (DECLARE.has(name)) return "definitionKeyword";
    if (RESERVED.has(name)) return "keyword";
    if (named) return "variableName.definition";
    if (name.length === 1) return "typeName";
    if (name === "White" || name === "Black") return "typeName";
    if (IN_PLACE.has(name)) return "modifier";
    return "variableName";
  }
  state.naming = false;
  if (stream.match(/^'/)) return "meta";
  if (stream.match(/^(?:<=|>=|\/=|=>|\.\.|[-+*=<>|&])/)) return "operator";
  stream.next();
  return "punctuation";
}

const adli = StreamLanguage.define<State>({
  name: "adli",
  startState: () => ({ naming: false }),
  token,
  // A prime belongs to its word: a double click takes both.
  languageData: { wordChars: "'", commentTokens: { line: "--" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

export function language(): LanguageSupport {
  return new LanguageSupport(adli);
}
