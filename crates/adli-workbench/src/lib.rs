//! The workbench: texts, and questions about them and about positions.
//!
//! What the command line answers, and what a page, an engine, an editor or a library for another language would: all of it goes through
//! here, so that all of them get the same answers. Everything is plain data, in and out.
//!
//! ```
//! use adli_claims::Unwatched;
//! use adli_workbench::{Chosen, Consultation, Text, explain};
//!
//! let text = Text::of_library("krk").ok_or("no such text")?;
//! let programs = text.check(&[]).programs;
//! let position = "8/8/8/3k4/8/8/8/K6R w - - 0 1".parse()?;
//! let chosen = Chosen::new(text, &programs, &position, None)?;
//! let asking = Consultation::new(&chosen, &Unwatched);
//! let explained = explain(&asking, &position, None)?;
//! assert!(explained.rule.is_some_and(|rule| !rule.moves.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here prints, reads a file, a clock or the environment, or starts a thread. Errors are enums; what somebody who sees them can do
//! is said by whoever knows how he asked.

#![forbid(unsafe_code)]

mod annotate;
mod assist;
mod changes;
mod checked;
mod chosen;
mod consult;
mod end;
mod evaluate;
mod example;
mod exercises;
mod explain;
mod extent;
mod facts;
mod index;
mod kept;
mod library;
mod line;
mod moves;
mod play;
mod probe;
mod select;
mod squares;
mod stats;
mod text;
mod train;
mod tree;
mod trouble;
mod verdicts;
mod view;
mod words;

pub use adli_claims::list;
pub use annotate::{AnnotatedGame, AnnotatedGames, AnnotatedMove, Rulebook, annotate};
pub use assist::{
    Completion, Edit, Hover, Offered, Symbol, Target, complete, definition, hover, laid_out, references,
    rename, symbols,
};
pub use changes::{ClaimChange, FailedAt, FailingChange, RuleChange, changes};
pub use checked::{
    CheckedFile, ClaimPlace, Fix, Note, Place, PlacedDiagnostic, PlacedNote, RulePlace, TextReport, Told,
    idle_warnings,
};
pub use chosen::{Chosen, choose_strategy, strategy_names};
pub use consult::{Consultation, Does, Held};
pub use end::End;
pub use evaluate::{Evaluated, evaluate, evaluate_words};
pub use example::example;
pub use exercises::{Exercise, ExerciseSet, Exercises, exercises};
pub use explain::{
    Applying, AskedMove, AtRule, Explained, Failing, Grown, Judged, Named, Nearest, NotAsked, Passed,
    Preferred, Reason, Recognised, RuleText, Worse, explain, is_about_recognisers, read_move, reason,
    recognise,
};
pub use extent::{Extent, InText, Offsets};
pub use facts::Fact;
pub use index::{Declaration, Index, Meaning, Reference, What};
pub use kept::{
    KEPT_ENDING, KeptFailure, KeptReport, KeptTest, KeptVerdict, NotKept, Untried, WhyNotKept, narrowed,
    read_kept, write_kept,
};
pub use library::{Endgame, Entry, Library, Printed};
pub use line::{Line, LineMove, LineRequest};
pub use moves::{ValuedMove, Worth, valued, valued_moves};
pub use play::{
    Ended, Halt, NextMove, Played, PlayedMove, Player, Plays, Request, Session, Standing, next_move,
};
pub use probe::{GroupedMove, MainlineMove, MoveGroup, PositionReport, Probed, ProbedMove, mutual_zugzwang};
pub use select::{Offer, Sort, Unchosen, select};
pub use squares::{BySquare, Counting, Uncounted, by_square};
pub use stats::{Both, Longest, Outcomes, Side, StatsReport, Zugzwangs};
pub use text::{Beside, FOUNDATIONS, Found, MAX_BESIDE, Text, Untaken, short_name, short_names};
pub use train::{Kept, Progress, Trained, train};
pub use tree::{Alike, Branch, FoldedMove, FoldedReplies, FoldedTree, LookedAt, Refused, Shown, show_tree};
pub use trouble::Trouble;
pub use verdicts::Verdicts;
pub use view::View;
pub use words::{counted_moves, counted_plies, deed, distance, verdict};
