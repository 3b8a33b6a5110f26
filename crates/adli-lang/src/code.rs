//! Kinds of diagnostics: each has a code that never changes its meaning.
//!
//! A code is what an editor, a script or a search can hold on to while the words of a message get better. The
//! page `docs/messages.md` has a paragraph for each code, with a wrong and a right example; the tests check
//! that the wrong one gives the code and the right one gives no message at all.

use std::fmt;

/// The page with a section for each code.
pub const MESSAGES: &str = include_str!("../../../docs/messages.md");

macro_rules! codes {
    ($($variant:ident $name:literal,)*) => {
        /// The kind of a [`Diagnostic`](crate::Diagnostic).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(
                #[doc = concat!("`", $name, "`, a section of `docs/messages.md`.")]
                $variant,
            )*
        }

        impl Code {
            /// All codes, in the order of the page.
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// The name that messages, JSON and editors show.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)*
                }
            }
        }
    };
}

codes! {
    UnknownSign "unknown-sign",
    HiddenCharacter "hidden-character",
    LookAlike "look-alike",
    UnclosedQuotation "unclosed-quotation",
    Comment "comment",
    MalformedNumber "malformed-number",
    Unexpected "unexpected",
    Call "call",
    UnknownClause "unknown-clause",
    TooLarge "too-large",
    NoHeader "no-header",
    TwoHeaders "two-headers",
    HeaderName "header-name",
    HeaderMen "header-men",
    UnknownName "unknown-name",
    UnknownField "unknown-field",
    NameTaken "name-taken",
    DeclaredTwice "declared-twice",
    Circular "circular",
    UnknownText "unknown-text",
    NotInText "not-in-text",
    ImportClash "import-clash",
    ImportMen "import-men",
    ImportSymmetry "import-symmetry",
    OtherMen "other-men",
    OptionValue "option-value",
    WrongType "wrong-type",
    WrongArguments "wrong-arguments",
    SeveralMen "several-men",
    AmbiguousOperators "ambiguous-operators",
    UnfinishedCase "unfinished-case",
    NumberRange "number-range",
    Constant "constant",
    NoMove "no-move",
    WhichPosition "which-position",
    UnknownPosition "unknown-position",
    SaysNothing "says-nothing",
    SamePosition "same-position",
    MayBeCaptured "may-be-captured",
    TablesInRules "tables-in-rules",
    Incomplete "incomplete",
    NoEffect "no-effect",
    NotOwnMen "not-own-men",
    WinOrDraw "win-or-draw",
    GoesOn "goes-on",
    TreeDepth "tree-depth",
    Replies "replies",
    AdviceArguments "advice-arguments",
    Promotion "promotion",
    RecogniserMoves "recogniser-moves",
    RecogniserAnswer "recogniser-answer",
    CostlyRecogniser "costly-recogniser",
    IdleRule "idle-rule",
    Expectation "expectation",
    EverySize "every-size",
    RestsOn "rests-on",
    EmptyDomain "empty-domain",
    SameClaim "same-claim",
    LawsOnly "laws-only",
    Internal "internal",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Code {
    /// The code with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The section of the page, without its heading: Markdown.
    #[must_use]
    pub fn section(self) -> &'static str {
        let heading = format!("\n## {self}\n");
        let Some(start) = MESSAGES.find(&heading) else { return "" };
        let rest = &MESSAGES[start + heading.len()..];
        rest.find("\n## ").map_or(rest, |end| &rest[..end]).trim()
    }

    /// The examples of the section: the first gives a message with this code, the second none.
    pub fn examples(self) -> impl Iterator<Item = &'static str> {
        let blocks = self.section().split("```").skip(1).step_by(2);
        blocks.filter_map(|block| block.split_once('\n').map(|(_, example)| example))
    }
}
