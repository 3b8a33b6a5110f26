//! The words of the language.

use crate::Span;

/// What a token is. The text of names, numbers and strings is found through the span.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Token {
    /// A name, a man's letter, or a word with a meaning only in its place.
    Name,
    /// A reserved word.
    Word(Word),
    /// A whole number.
    Number,
    /// A square from `a1` to `h8`.
    Square,
    /// A name in double quotes.
    Text,
    /// A sign.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lexeme {
    /// What it is.
    pub token: Token,
    /// Where it stands.
    pub span: Span,
}

macro_rules! words {
    ($($word:ident = $text:literal),* $(,)?) => {
        /// The reserved words.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Word {
            $(#[doc = concat!("`", $text, "`")] $word,)*
        }

        impl Word {
            /// All of them.
            pub const ALL: &[Word] = &[$(Word::$word),*];

            /// As it is written.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Word::$word => $text,)* }
            }

            /// The word that is written so.
            #[must_use]
            pub fn from_text(text: &str) -> Option<Word> {
                match text { $($text => Some(Word::$word),)* _ => None }
            }
        }
    };
}

words! {
    Advice = "advice", After = "after", Always = "always", And = "and", At = "at", Case = "case",
    Change = "change", Count = "count", Def = "def", Div = "div", Else = "else", Endgame = "endgame",
    Every = "every", Expect = "expect", False = "false", For = "for", From = "from", Given = "given",
    If = "if", Iff = "iff", Implies = "implies", Impossible = "impossible", In = "in", Is = "is",
    Least = "least", Lemma = "lemma", Let = "let", Mod = "mod", Most = "most", Move = "move",
    Moves = "moves", Not = "not", Of = "of", Option = "option", Or = "or", Otherwise = "otherwise",
    Query = "query", Recogniser = "recogniser", Show = "show", Some = "some", Step = "step",
    Strategy = "strategy", Subset = "subset", Sum = "sum", Then = "then", Theorem = "theorem",
    Throughout = "throughout", To = "to", True = "true", Try = "try", Under = "under", Up = "up",
    Use = "use", When = "when", Where = "where", With = "with", Within = "within",
}

impl Word {
    /// Whether a declaration begins with this word, so that reading can start afresh there.
    #[must_use]
    pub const fn declares(self) -> bool {
        use Word::{
            Advice, Change, Def, Endgame, Lemma, Moves, Option, Query, Recogniser, Strategy, Theorem, Use,
        };
        matches!(
            self,
            Advice
                | Change
                | Def
                | Endgame
                | Lemma
                | Moves
                | Option
                | Query
                | Recogniser
                | Strategy
                | Theorem
                | Use
        )
    }
}
