//! `adli tree`: a forcing tree of a piece of advice.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters, Position};
use adli_lang::term::AdviceId;
use adli_lang::{Advice, Program, State, TreeNode};
use adli_prove::{NoTree, Refusal, Searched, Unwatched, search_tree};
use schemars::JsonSchema;
use serde::Serialize;

use super::explain_advice::leaf_words;
use super::tree_shapes::{pgn, svg};
use crate::args::TreeArgs;
use crate::failure::{Failure, Verdict};
use crate::output::{Report, note};
use crate::selection::{ADVICE, Offer, select};
use crate::settings::Settings;
use crate::strategy::fitting;
use crate::texts::Text;
use crate::view::View;
use crate::words::{End, counted_plies};

/// A tree, or why there is none.
#[derive(Serialize, JsonSchema)]
pub struct Shown {
    /// The position that was asked about.
    pub fen: String,
    /// The position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_as: Option<String>,
    pub advice: String,
    /// The most plies that the advice allows.
    pub plies: u8,
    /// Only the replies of which the advice speaks are looked at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumes_replies: bool,
    /// The first move and everything that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Branch>,
    /// What is wrong with each first move, if there is no tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    #[serde(skip)]
    pub position: Position,
}

/// A move of a tree, and what follows.
#[derive(Serialize, JsonSchema)]
pub struct Branch {
    pub uci: String,
    pub san: String,
    /// Why the tree ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Branch>,
}

#[derive(Serialize, JsonSchema)]
pub struct Refused {
    pub uci: String,
    pub san: String,
    pub why: &'static str,
    /// The reply after which no tree goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

pub fn run(args: &TreeArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let is_drawn = args.pgn || args.svg;
    if is_drawn {
        let option = if args.pgn { "`--pgn`" } else { "`--svg`" };
        settings.output.refuse_json(option, &format!("{option} or "))?;
    }
    let text = Text::find(&args.text.file)?;
    let typed = args.position.check()?;
    if let Some(end) = End::of(&typed).filter(|end| *end != End::Dead) {
        return Err(Failure::input(format!("the game is over: {}", end.how())));
    }
    let programs = text.programs(&args.text.set)?;
    // A text without advice is told so, whatever the position.
    if programs.iter().all(|program| program.advice.is_empty()) {
        select::<()>(&ADVICE, &text, Vec::new(), args.advice.as_deref())?;
    }
    let (program, view) = fitting(&text, &programs, &typed)?;
    let id = choose(&text, program, args.advice.as_deref())?;
    let position = view.seen(&typed);
    let advice = &program.advice[usize::from(id.0)];
    let side = &program.endgame.sides[usize::from(advice.side & 1)];
    if position.turn().index() != usize::from(advice.side) {
        let turned = if view.is_mirrored() { "with the colours exchanged, as the men stand, " } else { "" };
        let message = format!("`{}` is advice for {side}; {turned}the other side is to move", advice.name);
        return Err(Failure::input(message));
    }
    let state = State::from_position(&program.endgame, &position);
    let state = state.ok_or_else(|| Failure::internal("the men are not those of the text"))?;
    let searched = search_tree(program, id, &state, &Unwatched)?;
    let searched = searched.confirmed().map_err(|limit| match limit.is_fault() {
        true => limit.into(),
        false => Failure::limit(format!("there is a tree, but it is not shown: {limit}")),
    })?;
    let shown = Shown::new(advice, typed, &state, view, &searched)?;
    let verdict = if shown.tree.is_some() { Verdict::Holds } else { Verdict::Refuted };
    match &shown.tree {
        Some(tree) if args.pgn => {
            settings.output.bytes(pgn(&shown, tree).as_bytes())?;
        }
        Some(tree) if args.svg => {
            settings.output.bytes(svg(&shown, tree).as_bytes())?;
        }
        // A file of pictures or games is no place for words.
        None if is_drawn => {
            note(&format!(
                "`{}` has no tree here; without `--pgn` or `--svg` the reasons are told",
                advice.name
            ));
        }
        _ => settings.output.report(&shown)?,
    }
    Ok(verdict)
}

/// The advice of that name, or the only one.
fn choose(text: &Text, program: &Program, wanted: Option<&str>) -> Result<AdviceId, Failure> {
    let offers = program.advice.iter().enumerate().map(|(number, found)| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: AdviceId(number as u16),
    });
    select(&ADVICE, text, offers.collect(), wanted)
}

impl Shown {
    fn new(
        advice: &Advice,
        position: Position,
        root: &State,
        view: View,
        searched: &Searched,
    ) -> Result<Shown, Failure> {
        let mut shown = Shown {
            fen: position.to_string(),
            seen_as: view.seen_otherwise(&position),
            advice: advice.name.clone(),
            plies: advice.plies,
            assumes_replies: advice.replies.is_some(),
            tree: None,
            refused: Vec::new(),
            position,
        };
        match searched {
            Searched::Found(tree) => {
                let first = tree.branches.first();
                shown.tree =
                    first.map(|first| Branch::new(view, &position, &tree.root, first)).transpose()?;
            }
            Searched::None(refusals) => {
                let refused = refusals.iter().map(|refusal| Refused::new(view, &position, root, refusal));
                shown.refused = refused.collect::<Result<_, _>>()?;
            }
        }
        Ok(shown)
    }

    /// What is wrong with all moves alike, if something is.
    fn all_refused(&self) -> Option<String> {
        let first = self.refused.first()?;
        let alike = |refused: &Refused| refused.why == first.why && refused.reply.is_none();
        (self.refused.len() > 1 && self.refused.iter().all(alike))
            .then(|| format!("every move: {}", first.why))
    }
}

impl Branch {
    fn new(view: View, position: &Position, before: &State, node: &TreeNode) -> Result<Branch, Failure> {
        let mv = view.played(position, before, node.mv)?;
        let next = position.play(mv);
        let then = node.branches.iter().map(|branch| Branch::new(view, &next, &node.at, branch));
        let ends = node.leaf.map(leaf_words);
        Ok(Branch { uci: mv.to_string(), san: position.san(mv), ends, then: then.collect::<Result<_, _>>()? })
    }
}

impl Refused {
    /// On the user's board; the position is his.
    pub fn new(view: View, position: &Position, root: &State, refusal: &Refusal) -> Result<Refused, Failure> {
        let mv = view.played(position, root, refusal.mv)?;
        let (why, reply) = match refusal.why {
            NoTree::NotAsked => ("the `when` of the advice does not hold here", None),
            NoTree::NotAdvised => ("the advice does not make this move", None),
            NoTree::NotHeld => ("what is to hold does not hold", None),
            NoTree::NotReached => ("nothing is reached in time", None),
            NoTree::Reply(reply) => {
                let next = position.play(mv);
                ("no tree goes on after a reply", Some(next.san(view.played(&next, &refusal.after, reply)?)))
            }
        };
        Ok(Refused { uci: mv.to_string(), san: position.san(mv), why, reply })
    }
}

/// What is taken for granted of the other side.
pub fn assumed(replies: bool) -> &'static str {
    if replies { ", as long as the other side plays the replies that it speaks of" } else { "" }
}

impl Report for Shown {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        if let Some(fen) = &self.seen_as {
            writeln!(out, "\n{}", View::told(fen))?;
        }
        let plies = counted_plies(self.plies.into());
        let Some(tree) = &self.tree else {
            writeln!(out, "\n`{}` has no tree of at most {} here", self.advice, plies)?;
            if let Some(why) = self.all_refused() {
                return writeln!(out, "  {why}");
            }
            for refused in &self.refused {
                match &refused.reply {
                    Some(reply) => writeln!(out, "  {:<7} {}: {reply}", refused.san, refused.why)?,
                    None => writeln!(out, "  {:<7} {}", refused.san, refused.why)?,
                }
            }
            return Ok(());
        };
        writeln!(out, "\n`{}`, at most {}{}", self.advice, plies, assumed(self.assumes_replies))?;
        tree.text(out, 1)
    }
}

impl Branch {
    fn text(&self, out: &mut dyn Write, depth: usize) -> io::Result<()> {
        let blank = "  ".repeat(depth);
        match self.ends {
            Some(ends) => writeln!(out, "{blank}{:<7} {ends}", self.san)?,
            None => writeln!(out, "{blank}{}", self.san)?,
        }
        self.then.iter().try_for_each(|branch| branch.text(out, depth + 1))
    }
}
