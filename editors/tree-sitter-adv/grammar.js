/**
 * The language of Adli, rule by rule as `docs/grammar.md` has it.
 *
 * Some words mean something only in their place (`reach`, `v`, `by`, ..) and are names elsewhere: that is what `word` does. It does so for reserved words
 * and squares too, which is the price: `def when = 3` has no ERROR (but its name is highlighted as one). That, and what needs more than the order of words (a man has one letter, a play ends at `p31`,
 * a blank stands between a number and a word), is left to the language server. Everything else that Adli cannot read has an ERROR or a MISSING
 * node, and nothing that it reads has one: `editors/checks/mistakes.mjs` compares.
 *
 * Considered and rejected: names by a pattern that leaves reserved words out (then `attacked` is read as `at` and `tacked` where no name can stand),
 * words by a scanner in C (three times the states, because states that differ in words of a scanner are never merged).
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** How tightly things bind, loosest first. What is open to the right takes all it can get. */
const BINDS = {
  open: -1, implies: 1, or: 2, and: 3, not: 4, compare: 5, sum: 6, product: 7, placed: 8, minus: 9, suffix: 10, asked: 11,
};

/** @param {RuleOrLiteral} rule */
const commaSeparated = (rule) => seq(rule, repeat(seq(",", rule)));

module.exports = grammar({
  name: "adv",

  word: ($) => $.name,

  // What Rust calls white space, as the lexer does.
  extras: ($) => [/[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/, $.comment],

  conflicts: ($) => [
    // `moves x in men to s ..`, `White to move`
    [$._primary, $.side_to_move],
    // `least x then most y`, `least x then queen`
    [$.preferences],
    // `by queen.wins`, `by K.file falls ..`
    [$._primary, $.theorem_name],
    // `case .. otherwise: x`, and a strategy or recogniser that goes on with `otherwise`
    [$.case_of],
  ],

  supertypes: ($) => [$.declaration, $.expression],

  rules: {
    text: ($) => repeat($.declaration),

    declaration: ($) =>
      choice(
        $.endgame, $.use, $.option, $.definition, $.moves,
        $.strategy, $.advice, $.recogniser,
        $.lemma, $.theorem, $.query,
      ),

    // Words

    comment: () => token(seq("--", /[^\n]*/)),
    // Before names, because of two patterns for the same word the first counts.
    square: () => /[a-h][1-8]/,
    name: () => /[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*/,
    number: () => /[0-9]+/,
    string: () => /"[^"\n]*"/,

    _names: ($) => commaSeparated($.name),

    // Header, other texts, options, definitions

    endgame: ($) =>
      seq(
        "endgame",
        field("name", $.name),
        field("first", $.side),
        "v",
        field("second", $.side),
        optional(seq("where", $.kinds, repeat(seq("and", $.kinds)))),
      ),
    side: ($) => seq(field("name", $.name), repeat1(field("man", alias($.name, $.man)))),
    kinds: ($) => seq(field("man", $.name), "is", field("kind", $.name), repeat(seq("or", field("kind", $.name)))),

    use: ($) =>
      seq(
        "use",
        field("text", choice($.name, $.string)),
        optional(seq("(", $._names, ")")),
        optional(seq("where", $.plays, repeat(seq("and", $.plays)))),
        optional(seq("with", $._settings)),
      ),
    plays: ($) => seq(field("there", $.name), "is", field("here", $.name)),
    _settings: ($) => commaSeparated($.setting),
    setting: ($) => seq(field("option", $.name), "=", field("value", $._sum)),

    option: ($) =>
      seq(
        "option",
        field("name", $.name),
        ":",
        field("values", choice(alias($.name, $.type), $.values)),
        "=",
        field("default", $._sum),
      ),
    values: ($) => seq("{", $._names, "}"),

    definition: ($) =>
      seq(choice("def", "change"), field("name", $.name), optional($.parameters), "=", field("body", $.expression)),
    parameters: ($) => seq("(", commaSeparated($.parameter), ")"),
    parameter: ($) => seq(commaSeparated(field("name", $.name)), ":", field("type", alias($.name, $.type))),

    moves: ($) =>
      seq(
        "moves",
        field("mover", $.name), "in", $._sum,
        "to", field("target", $.name), "in", $._sum,
        "when", $.expression,
        repeat($._part),
      ),
    _part: ($) => choice($.captures, $.promotes, $.passing, $.provided),
    captures: ($) => seq("captures", field("name", $.name), "where", $.expression),
    promotes: ($) => seq("promotes", "to", $._names, "where", $.expression),
    passing: ($) => seq("passing", "'", "=", $.expression),
    provided: ($) => seq("provided", $.expression),

    // Strategies, advice, recognisers

    strategy: ($) =>
      seq(
        "strategy",
        field("name", $.name),
        $._aim,
        repeat($._rule),
        optional(seq("then", commaSeparated(field("then", $.name)))),
      ),
    _aim: ($) => seq("for", field("side", $.name), "to", field("aim", choice("win", "draw"))),
    _rule: ($) => choice($.always, $.step, $.try),
    always: ($) => seq("always", $.expression),
    step: ($) => seq("step", field("name", $.name), ":", "move", optional($.class), optional($.preferences)),
    try: ($) =>
      prec.right(
        seq(
          optional(choice(seq("when", field("when", $.expression)), "otherwise")),
          "try",
          commaSeparated($.asked),
          optional(seq("then", commaSeparated($.asked))),
        ),
      ),
    asked: ($) => prec.right(BINDS.asked, seq(field("name", $.name), optional($.arguments))),
    class: ($) => choice(seq($._movers, optional($._condition)), $._condition),
    _movers: ($) => choice("any", commaSeparated(field("man", alias($.name, $.man)))),
    _condition: ($) => seq("where", field("where", $.expression)),
    preferences: ($) => seq($._preference, repeat(seq("then", $._preference))),
    _preference: ($) => seq(choice("least", "most"), $._sum),

    advice: ($) =>
      seq("advice", field("name", $.name), optional(alias($.given, $.parameters)), $._aim, repeat($._clause)),
    given: ($) => seq("(", commaSeparated(alias($._given, $.parameter)), ")"),
    _given: ($) =>
      seq(commaSeparated(field("name", $.name)), ":", field("type", choice(alias($.name, $.type), $.range))),
    range: ($) => seq($.number, "..", $.number),
    _clause: ($) =>
      choice($.when, $.first_move, $.each_move, $.replies, $.reach, $.hold, $.within, "quickest", $.preferences, $.one_move),
    when: ($) => seq("when", $.expression),
    first_move: ($) => seq("move", optional($._classes)),
    each_move: ($) => seq("each", "move", optional($._classes), optional(seq("by", $.preferences))),
    replies: ($) => seq("replies", optional($._classes), optional(seq("by", $.preferences))),
    _classes: ($) => choice($.class, seq(optional($.class), repeat1(seq("else", optional($.class))))),
    reach: ($) => seq("reach", optional($._turn), ":", $.expression),
    hold: ($) => seq("hold", optional($._turn), ":", $.expression),
    _turn: () => seq("after", choice("us", "them")),
    within: ($) => seq("within", choice($.number, $.name), choice("plies", "ply"), optional(",")),
    one_move: () => seq("one", "move"),

    recogniser: ($) => seq("recogniser", field("name", $.name), repeat($.verdict)),
    verdict: ($) =>
      seq(
        choice(seq("when", field("when", $.expression)), "otherwise"),
        choice(
          seq("=>", field("answer", $.name), optional(seq("for", field("side", $.name)))),
          seq("{", repeat($.verdict), "}"),
        ),
      ),

    // Claims

    lemma: ($) =>
      seq(
        "lemma",
        field("name", $.name),
        ":",
        choice($.along_play, $.everywhere),
        repeat(choice($._remark, seq("by", $._lemmas))),
      ),
    along_play: ($) =>
      seq(
        "for", "play", alias("p0", $.position), "..", field("last", alias($.name, $.position)),
        "of", field("strategy", $.name),
        optional(seq("given", field("given", $.expression))),
        choice(seq("show", field("show", $.expression)), "impossible"),
      ),
    everywhere: ($) => seq("in", "every", "position", optional($._condition), ":", field("show", $.expression)),

    theorem: ($) =>
      seq(
        "theorem",
        field("name", $.name),
        ":",
        field("about", $.name),
        choice(seq($.reaches, repeat(choice($._remark, $.proof))), seq($.promise, repeat($._remark))),
      ),
    reaches: ($) =>
      seq("reaches", "mate", optional(seq("or", $._sum)), optional(seq("within", $._moves)), optional($._from)),
    promise: ($) =>
      seq(
        choice(
          seq("keeps", choice("draw", "value")),
          seq("is", choice("optimal", "symmetric")),
          "sound",
          "complete",
          "exact",
          seq("uses", "every", "rule"),
        ),
        optional($._from),
      ),
    _from: ($) => seq("from", field("from", $.expression)),
    proof: ($) =>
      seq(
        "by",
        choice(
          seq(
            commaSeparated(field("measure", $._sum)), "falls", "in", $._moves, optional($._lemmas),
            repeat($.exception),
            optional(seq("safe", optional($._lemmas))),
          ),
          commaSeparated($.theorem_name),
        ),
      ),
    theorem_name: ($) => seq(field("strategy", $.name), ".", field("theorem", $.name)),
    exception: ($) =>
      seq(
        "except",
        choice(seq(choice("step", "steps"), $.name, repeat(seq(",", $.name))), $.expression),
        ",",
        choice(seq("over", "in"), seq("in", "the", "first")),
        $._moves,
        optional($._lemmas),
      ),

    query: ($) =>
      seq(
        "query",
        field("name", $.name),
        ":",
        $.question,
        optional(seq(choice("where", "from"), field("where", $.expression))),
        repeat($._remark),
      ),
    question: ($) =>
      choice(
        seq("count", choice("positions", "classes")),
        seq("list", $.number, optional("positions")),
        seq("longest", field("strategy", $.name)),
        seq(choice("share", "tally"), $.expression),
      ),

    _remark: ($) => choice($.under, $.every_size, $.expect, $.reported),
    under: ($) => seq("under", choice("fifty", $._settings)),
    every_size: ($) => seq("for", "every", "size", ">=", $.number),
    expect: ($) => seq("expect", choice($.number, alias($.name, $.verdict_name), $.tally)),
    tally: ($) => seq("{", optional(seq(commaSeparated($.tallied), optional(","))), "}"),
    tallied: ($) =>
      seq(
        field("value", choice(seq(optional("-"), $.number), $.truth, seq($.name, repeat(seq(".", $.name))))),
        ":",
        field("positions", $.number),
      ),
    reported: ($) => seq("reported", commaSeparated(seq($.number, alias($.name, $.unit)))),
    _lemmas: ($) => seq("(", commaSeparated(field("lemma", $.name)), ")"),
    _moves: ($) => seq($.number, choice("moves", "move")),

    // Expressions

    expression: ($) => choice($.implication, $.disjunction, $.conjunction, $.negation, $.comparison, $._sum),

    implication: ($) => prec.left(BINDS.implies, seq($.expression, choice("implies", "iff"), $.expression)),
    disjunction: ($) => prec.left(BINDS.or, seq($.expression, "or", $.expression)),
    conjunction: ($) => prec.left(BINDS.and, seq($.expression, "and", $.expression)),
    negation: ($) => prec(BINDS.not, seq("not", $.expression)),
    comparison: ($) => prec.left(BINDS.compare, seq($._sum, repeat1(seq($._relation, $._sum)))),
    _relation: () =>
      choice("=", "/=", "<", "<=", ">", ">=", "in", seq("not", "in"), "subset", "is", seq("is", "not")),

    _sum: ($) => choice($.sum, $.product, $._placed),
    sum: ($) => prec.left(BINDS.sum, seq($._sum, choice("|", "+", "-"), $._sum)),
    product: ($) => prec.left(BINDS.product, seq($._sum, choice("&", "*", "div", "mod"), $._sum)),

    _placed: ($) => choice($.placed, $.minus, $._suffixed),
    placed: ($) =>
      prec(
        BINDS.placed,
        seq(
          $._placed,
          choice(
            seq("at", field("place", choice(alias($.name, $.place), seq("{", commaSeparated(alias($.name, $.place)), "}")))),
            seq("after", "pass"),
            "throughout",
          ),
        ),
      ),
    minus: ($) => prec(BINDS.minus, seq("-", choice($.minus, $._suffixed))),

    _suffixed: ($) => choice($.primed, $.part, $._primary),
    primed: ($) => prec(BINDS.suffix, seq($._suffixed, "'")),
    part: ($) => prec(BINDS.suffix, seq($._suffixed, ".", field("part", choice($.name, alias("step", $.name))))),

    _primary: ($) =>
      choice(
        $.number,
        $.square,
        $.name,
        // Words that may begin something else here.
        prec(-1, alias(choice("can", "file", "rank"), $.name)),
        $.truth,
        $.call,
        $.brackets,
        $.set,
        $.such_that,
        $.line,
        $.side_to_move,
        $.up_to_symmetry,
        $.can,
        $.leads_to,
        $.if,
        $.let,
        $.case_when,
        $.case_of,
        $.quantified,
      ),
    truth: () => choice("true", "false"),
    call: ($) => prec(BINDS.asked, seq(field("name", choice($.name, alias(choice("can", "count", "file", "rank"), $.name))), $.arguments)),
    arguments: ($) => seq("(", commaSeparated($.expression), ")"),
    brackets: ($) => seq("(", commaSeparated($.expression), ")"),
    set: ($) => seq("{", optional(commaSeparated($._sum)), "}"),
    such_that: ($) => seq("{", field("name", $.name), optional(seq("in", $._sum)), ":", $.expression, "}"),
    line: ($) => choice(seq("file", alias(choice(..."abcdefgh"), $.file)), seq("rank", $.number)),
    side_to_move: ($) => seq(field("side", $.name), "to", "move"),
    up_to_symmetry: ($) => seq("up", "to", "symmetry", "(", $.expression, ")"),
    can: ($) => prec.right(seq("can", $.asked, optional(seq("against", $.asked)))),
    leads_to: ($) => seq(field("strategy", $.name), "leads", "to", $._sum, "within", $._moves),

    if: ($) => prec.right(BINDS.open, seq("if", $.expression, "then", $.expression, "else", $.expression)),
    let: ($) => prec.right(BINDS.open, seq("let", field("name", $.name), "=", $._sum, "in", $.expression)),
    case_when: ($) =>
      prec.right(
        BINDS.open,
        seq("case", repeat1(seq("when", $.expression, ":", $.expression)), "otherwise", ":", $.expression),
      ),
    case_of: ($) =>
      prec(
        BINDS.open,
        seq("case", $._sum, repeat1($.arm), optional(seq("otherwise", ":", $.expression))),
      ),
    arm: ($) => prec.right(BINDS.open, seq(field("label", $.name), ":", $.expression)),
    quantified: ($) =>
      prec.right(
        BINDS.open,
        seq(
          choice("some", "every", "count", "sum"),
          choice(seq("move", optional(seq("of", $._names))), seq(field("name", $.name), "in", $._sum)),
          ":",
          $.expression,
        ),
      ),
  },
});
