//! Words that every text knows without a declaration: one table, from which names are looked up, suggestions are made,
//! and the table on the language page is printed.
//!
//! A word has one meaning. Whoever gives one of these another meaning, by a definition, an option, a variable or the name of
//! a side, would be read in two ways: the checker would go by the table, the author by his text. So it is refused.

use crate::syntax::ast::Header;
use crate::{Code, Diagnostic, Span};

/// A word with a meaning of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The word.
    pub word: &'static str,
    /// How it is written, with what it is given: `men(g)`.
    pub form: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn known(word: &'static str, form: &'static str, meaning: &'static str) -> Known {
    Known { word, form, meaning }
}

/// The table, in the order of the language page.
pub const KNOWN: &[Known] = &[
    known("size", "size", "how many files and ranks the board has, 8"),
    known("board", "board", "the set of all squares"),
    known("nowhere", "nowhere", "(0, 0), a point off the board"),
    known("men", "men, men(g)", "all men on the board, or those of a side"),
    known("to_move", "to_move", "the side to move"),
    known("passing", "passing", "the square on which a pawn can be taken in passing, or `nowhere`"),
    known("home", "home", "no man has been captured or has promoted"),
    known("king", "king(g)", "the square of a side's king"),
    known("side", "side(x)", "whose man he is"),
    known("kind", "kind(x)", "what kind of man he is now"),
    known("alive", "alive(x)", "he is on the board"),
    known("captured", "captured(x)", "he is not"),
    known("promoted", "promoted(x)", "he was a pawn and is one no more"),
    known("other", "other(g)", "the other side"),
    known("abs", "abs(n)", "the number without its sign"),
    known("min", "min(m, n)", "the lesser of two numbers"),
    known("max", "max(m, n)", "the greater of two numbers"),
    known("file", "file b, s.file", "the squares of a file; the number of a square's file"),
    known("rank", "rank 7, s.rank", "the squares of a rank; the number of a square's rank"),
    known(
        "can",
        "can A, can A against C",
        "there is a forcing tree of a piece of advice, while the other side plays C",
    ),
    known(
        "plies",
        "plies(A)",
        "in how many plies the quickest tree of a piece of advice ends; one more than its bound where there is none",
    ),
    known("value", "value(g)", "in claims, what the position is worth to a side"),
    known("moves_to_mate", "moves_to_mate", "in claims, in how many moves the side to move mates"),
    known("none", "s.step = none", "no step of the strategy has a move"),
    known("all", "from all", "every legal position, whoever is on the board"),
    known("any", "else any", "every move that is left"),
    known("again", "then again", "the table of advice itself"),
    known(
        "pass",
        "after pass, against pass",
        "with the other side to move; while the other side does not move",
    ),
    known("ply", "ply", "in advice, how many plies the tree has so far"),
    known("left", "left", "in advice, how many plies it may still have"),
    known("root", "at root", "in advice, where the tree began"),
    known("before", "at before", "in advice, before the last move"),
    known("p0", "at p0, at p1, ..", "in lemmas, the positions of a play"),
    known("fifty", "under fifty", "with the fifty-move rule"),
    known("White", "White", "the side that plays up the board, unless the header calls it otherwise"),
    known("Black", "Black", "the other one"),
    known("K", "kind(x) = K", "a kind of man"),
    known("Q", "kind(x) = Q", "likewise"),
    known("R", "kind(x) = R", "likewise"),
    known("B", "kind(x) = B", "likewise"),
    known("N", "kind(x) = N", "likewise"),
    known("P", "kind(x) = P", "likewise"),
    known("Int", "x: Int", "a type of what a definition is given"),
    known("Bool", "x: Bool", "likewise"),
    known("Square", "x: Square", "likewise"),
    known("Set", "x: Set", "likewise"),
    known("Man", "x: Man", "likewise"),
    known("Side", "x: Side", "likewise"),
    known("Kind", "x: Kind", "likewise"),
];

/// The complaint that a name is that of a man or a side of the header, if it is.
pub(crate) fn in_header(name: &str, span: Span, header: Option<&Header>, choose: &str) -> Option<Diagnostic> {
    let header = header?;
    if let Some(man) = header.man(name) {
        return Some(Diagnostic::error(Code::NameTaken, span, format!("`{name}` is {man}")).help(choose));
    }
    let side = header.sides.iter().find(|side| side.name.text == name)?;
    let message = format!("`{name}` is a side of this endgame");
    Some(Diagnostic::error(Code::NameTaken, span, message).note(side.name.span, "the side").help(choose))
}

/// The complaint that a name has a meaning already, if it has one: in the header, or built in.
pub(crate) fn taken(name: &str, span: Span, header: Option<&Header>, choose: &str) -> Option<Diagnostic> {
    in_header(name, span, header, choose).or_else(|| {
        let known = known_word(name)?;
        let message = format!("`{name}` already has a meaning: {}", known.meaning);
        Some(
            Diagnostic::error(Code::NameTaken, span, message)
                .help(format!("`{}` is built in; {choose}", known.form)),
        )
    })
}

/// Words that stand where the name of a piece of advice may stand. Nothing else is taken for one: it is named only after `can`,
/// `try` and `then`.
pub(crate) const INSTEAD_OF_ADVICE: [&str; 4] = ["again", "any", "none", "pass"];

/// The entry of a word, if it has a meaning of its own.
#[must_use]
pub fn known_word(word: &str) -> Option<&'static Known> {
    let is_play =
        word.strip_prefix('p').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let word = if is_play { "p0" } else { word };
    KNOWN.iter().find(|known| known.word == word)
}
