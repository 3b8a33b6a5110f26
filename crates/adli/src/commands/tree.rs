//! `adli tree`: a forcing tree of a piece of advice.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters};
use adli_claims::Unwatched;
use adli_workbench::{Branch, End, FoldedMove, Refused, Shown, Trouble, show_tree};

use super::tree_boards::boards;
use super::tree_shapes::{pgn, svg};
use crate::args::TreeArgs;
use crate::failure::{Failure, Verdict};
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::Text;
use crate::words::{counted_plies, seen_as, tree_count};

pub fn run(args: &TreeArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let is_drawn = args.pgn || args.svg;
    if is_drawn {
        let option = if args.pgn { "`--pgn`" } else { "`--svg`" };
        settings.output.refuse_json(option, &format!("{option} or "))?;
    }
    let text = Text::find(&args.text.file)?;
    let typed = args.position.check()?;
    // That the game is over is told before what is to be said of the text.
    if let Some(end) = End::of(&typed).filter(|end| *end != End::Dead) {
        return Err(Trouble::Over(end).into());
    }
    let programs = text.programs(&args.text.set)?;
    let shown = show_tree(&text, &programs, &typed, args.advice.as_deref(), args.fold, &Unwatched)?;
    if args.pgn && shown.passes {
        let help = "leave out `--pgn`, or say `--svg`";
        return Err(Failure::input("the other side passes, and a pass is no move of a game").help(help));
    }
    let verdict = if shown.has_tree() { Verdict::Holds } else { Verdict::Refuted };
    let drawn = match (&shown.tree, &shown.folded) {
        (Some(tree), _) if args.pgn => Some(pgn(&shown, tree)?),
        (Some(tree), _) if args.svg => Some(svg(&shown, tree)),
        (_, Some(folded)) if args.pgn => Some(pgn(&shown, &folded.lines)?),
        (_, Some(folded)) if args.svg => Some(boards(&shown, &folded.first)),
        _ => None,
    };
    if is_drawn && shown.too_large {
        note(&"the tree is too large to be written out, so it is folded");
    }
    match drawn {
        Some(drawn) => settings.output.bytes(drawn.as_bytes())?,
        // A file of pictures or games is no place for words.
        None if is_drawn => {
            note(&format!(
                "`{}` has no tree here; without `--pgn` or `--svg` the reasons are told",
                shown.advice
            ));
        }
        None => settings.output.report(&shown)?,
    }
    Ok(verdict)
}

/// What is wrong with all moves alike, if something is.
fn all_refused(moves: &[Refused]) -> Option<String> {
    let first = moves.first()?;
    let alike = |refused: &Refused| refused.why == first.why && refused.reply.is_none();
    (moves.len() > 1 && moves.iter().all(alike)).then(|| format!("every move: {}", first.why))
}

/// What is taken for granted of the other side.
pub fn assumed(replies: bool) -> &'static str {
    if replies { ", as long as the other side plays the replies that it speaks of" } else { "" }
}

impl Report for Shown {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        if let Some(fen) = &self.seen_as {
            writeln!(out, "\n{}", seen_as(fen))?;
        }
        let plies = counted_plies(self.plies.into());
        if !self.has_tree() {
            writeln!(out, "\n`{}` has no tree of at most {} here", self.advice, plies)?;
            if let Some(why) = all_refused(&self.refused) {
                return writeln!(out, "  {why}");
            }
            for refused in &self.refused {
                match &refused.reply {
                    Some(reply) => writeln!(out, "  {:<7} {}: {reply}", refused.san, refused.why)?,
                    None => writeln!(out, "  {:<7} {}", refused.san, refused.why)?,
                }
            }
            return Ok(());
        }
        let assumed =
            if self.passes { ", while the other side passes (--)" } else { assumed(self.assumes_replies) };
        writeln!(out, "\n`{}`, at most {}{}", self.advice, plies, assumed)?;
        if let Some(folded) = &self.folded {
            let [branches, moves] =
                [(folded.branches as u64, "branch", "branches"), (folded.unfolded, "move", "moves")].map(
                    |(count, one, many)| {
                        format!("{} {}", tree_count(count), if count == 1 { one } else { many })
                    },
                );
            let why = if self.too_large { "too large to be written out, so " } else { "" };
            writeln!(out, "{why}folded: {branches} for a tree of {moves}")?;
            folded_text(&folded.first, "", out, 1)?;
        }
        self.tree.iter().try_for_each(|tree| branch_text(tree, out, 1))
    }
}

fn branch_text(branch: &Branch, out: &mut dyn Write, depth: usize) -> io::Result<()> {
    let blank = "  ".repeat(depth);
    match branch.ends {
        Some(ends) => writeln!(out, "{blank}{:<7} {ends}", branch.san)?,
        None => writeln!(out, "{blank}{}", branch.san)?,
    }
    branch.then.iter().try_for_each(|branch| branch_text(branch, out, depth + 1))
}

/// More replies than these are not listed where all others are.
const FEW_REPLIES: usize = 5;

/// An own move after some replies, which are written before it; the largest group comes last, as what is left.
fn folded_text(answer: &FoldedMove, replies: &str, out: &mut dyn Write, depth: usize) -> io::Result<()> {
    let blank = "  ".repeat(depth);
    let said = format!("{replies}{}", answer.san);
    match answer.ends {
        Some(ends) => writeln!(out, "{blank}{said:<7} {ends}")?,
        None => writeln!(out, "{blank}{said}")?,
    }
    for (number, group) in answer.groups.iter().enumerate().rev() {
        let replies = match (answer.groups.len(), group.replies.len()) {
            (1, 2..) => "whatever he does".to_owned(),
            (_, many) if number == 0 && many > FEW_REPLIES => "anything else".to_owned(),
            _ => group.replies.join(", "),
        };
        match (&group.answer, group.ends) {
            (Some(answer), _) => folded_text(answer, &format!("{replies}: "), out, depth + 1)?,
            (None, ends) => writeln!(out, "{blank}  {replies:<7} {}", ends.unwrap_or_default())?,
        }
    }
    Ok(())
}
