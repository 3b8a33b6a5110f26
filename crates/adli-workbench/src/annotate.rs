//! The endgame of a game, judged move by move by rules and tables.
//!
//! A move is looked at where somebody has something to say of it: a strategy of the text plays this side with these men, or it is known what the position is
//! worth. Where anybody may still castle nobody has. What is said goes into a report, and into the game as comments, glyphs and arrows.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::fmt::Display;

use adli_chess::{Brush, Colour, Game, GamePosition, Move, Position};
use adli_claims::{Watch, list};
use adli_lang::Program;
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

use crate::chosen::Chosen;
use crate::consult::{Consultation, Does};
use crate::explain::reason;
use crate::moves::Worth;
use crate::play::{Session, Standing, annotate as draw};
use crate::text::Text;
use crate::train::{Kept, given_away};
use crate::trouble::Trouble;

/// Several games.
#[derive(Serialize, JsonSchema)]
pub struct AnnotatedGames {
    pub games: Vec<AnnotatedGame>,
}

/// What is said of a game.
#[derive(Serialize, JsonSchema)]
pub struct AnnotatedGame {
    /// Where it was played; of a study, the name of the chapter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The position where somebody first has something to say; nothing if nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    pub moves: Vec<AnnotatedMove>,
    /// Why it is not known what positions are worth, where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

/// What is said of a move.
#[derive(Serialize, JsonSchema)]
pub struct AnnotatedMove {
    pub number: u16,
    /// `white` or `black`.
    pub side: String,
    pub uci: String,
    pub san: String,
    /// The rule that applied, if a strategy plays this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Whether the move is one that it allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_rules: Option<bool>,
    /// What it allows, where the move is another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// What the position was worth to the side that moves, before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// What has become of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Kept>,
    /// In a sentence.
    pub words: String,
}

/// The rules by which games are judged: strategies of a text, in its order.
pub struct Rulebook<'t> {
    pub text: &'t Text,
    pub programs: &'t [Program],
    pub names: Vec<String>,
}

/// The glyph of a move that gives something away, `?`.
const MISTAKE: u8 = 2;

/// Judges the moves of a game, and says so in its comments.
///
/// # Errors
/// A limit was reached, or there is a fault of ours. That it is not known what a position is worth is none.
pub fn annotate<W: Worth>(
    game: &mut Game,
    rules: Option<&Rulebook<'_>>,
    worth: &W,
    watch: &dyn Watch,
) -> Result<AnnotatedGame, Trouble>
where
    W::Error: Display,
{
    let moves: Vec<Move> = game.line().moves.iter().map(|played| played.mv).collect();
    let mut positions = vec![*game.start()];
    for mv in &moves {
        let next = positions.last().map(|position: &GamePosition| position.play(*mv));
        positions.extend(next);
    }
    let chosen = rules.map_or_else(|| Ok(Vec::new()), |rules| strategies(rules, &positions))?;
    let asking: Vec<Consultation<'_>> =
        chosen.iter().map(|chosen| Consultation::new(chosen, watch)).collect();
    let mut stood: Vec<Option<Standing>> = asking.iter().map(|_| None).collect();
    let tagged = |name: &str| game.tagged(name).map(str::to_owned);
    let mut told = AnnotatedGame {
        event: tagged("Event"),
        white: tagged("White"),
        black: tagged("Black"),
        fen: None,
        moves: Vec::new(),
        unknown: None,
    };
    for (ply, (position, mv)) in positions.iter().zip(&moves).enumerate() {
        if position.has_rights() {
            continue;
        }
        let position = position.position();
        let mut judged = Judged::new(position, *mv);
        for (asking, stood) in asking.iter().zip(&mut stood) {
            if !asking.chosen.fits(position) {
                *stood = None;
                continue;
            }
            let mut session = stood
                .take()
                .map_or_else(|| Session::new(asking, *position), |s| Session::resumed(asking, &s));
            if session.is_own() && judged.does.is_none() {
                judged.does = session.does()?.map(|does| (asking, does));
                judged.is_asked = true;
            }
            session.goes_on(*mv)?;
            *stood = Some(session.standing());
        }
        if told.unknown.is_none() || position.occupied().len() < MOST_MEN {
            match judged.look_up(worth) {
                Ok(()) => told.unknown = None,
                Err(why) => told.unknown = Some(why.to_string()),
            }
        }
        if !judged.is_asked && judged.outcome.is_none() {
            continue;
        }
        told.fen.get_or_insert_with(|| position.to_string());
        judged.say(game, ply);
        told.moves.push(judged.told());
    }
    // Nobody has to know what a whole game was worth.
    if told.moves.is_empty() {
        told.unknown = None;
    }
    Ok(told)
}

/// Tables are for fewer men than these.
const MOST_MEN: usize = 6;

/// The strategies that play a part in a game.
fn strategies(rules: &Rulebook<'_>, positions: &[GamePosition]) -> Result<Vec<Chosen>, Trouble> {
    let mut found: Vec<Chosen> = Vec::new();
    let endgame = positions.iter().filter(|position| !position.has_rights());
    for position in
        endgame.map(GamePosition::position).filter(|position| position.occupied().len() < MOST_MEN)
    {
        for name in &rules.names {
            let is_known = |chosen: &Chosen| chosen.strategy().name == *name && chosen.fits(position);
            if found.iter().any(is_known) {
                continue;
            }
            match Chosen::new(rules.text.clone(), rules.programs, position, Some(name)) {
                Ok(chosen) => found.push(chosen),
                Err(Trouble::OtherMen { .. }) => {}
                Err(other) => return Err(other),
            }
        }
    }
    Ok(found)
}

/// A move, and what is known of it.
struct Judged<'j, 'c> {
    position: &'j Position,
    mv: Move,
    /// A strategy plays this side with these men.
    is_asked: bool,
    does: Option<(&'j Consultation<'c>, Does)>,
    outcome: Option<&'static str>,
    /// What the move gives away, and the reply that shows it.
    lost: Option<(Kept, Option<String>)>,
    /// Who was winning is lost now.
    loses_all: bool,
}

impl<'j> Judged<'j, '_> {
    fn new(position: &'j Position, mv: Move) -> Self {
        Judged { position, mv, is_asked: false, does: None, outcome: None, lost: None, loses_all: false }
    }

    fn look_up<W: Worth>(&mut self, worth: &W) -> Result<(), W::Error> {
        let value = worth.value(self.position)?;
        self.lost = given_away(worth, self.position, self.mv)?;
        self.outcome = Some(value.outcome());
        let after = worth.value(&self.position.play(self.mv))?;
        self.loses_all = matches!((value, after), (Value::Win(_), Value::Win(_)));
        Ok(())
    }

    fn by_rules(&self) -> Option<bool> {
        self.does.as_ref().map(|(_, does)| does.moves.contains(&self.mv))
    }

    /// What the rule allows, where the move is another.
    fn allowed(&self) -> Vec<String> {
        let instead = self.does.iter().filter(|_| self.by_rules() == Some(false));
        instead.flat_map(|(_, does)| &does.moves).map(|mv| self.position.san(*mv)).collect()
    }

    fn words(&self) -> String {
        let mut said = Vec::new();
        if let Some((kept, reply)) = &self.lost {
            let after = self.position.play(self.mv);
            let what = match kept {
                Kept::DrawGivenAway => "the draw is gone",
                _ => "the win is gone",
            };
            let points = if self.loses_all { "a point" } else { "half a point" };
            let shown = match (after.has_legal_move(), reply) {
                (false, _) => ": stalemate".to_owned(),
                (true, Some(reply)) => format!(" after {reply}"),
                (true, None) => String::new(),
            };
            said.push(format!("gives {points} away: {what}{shown}"));
        }
        match (&self.does, self.by_rules()) {
            (Some((asking, does)), Some(true)) => {
                said.push(format!("`{}` of `{}`", does.rule, asking.chosen.strategy().name));
            }
            (Some((_, does)), _) => {
                let allowed = self.allowed();
                said.push(format!("leaves the rules: `{}` plays {}", does.rule, list(&allowed, "or")));
            }
            (None, _) if self.is_asked => said.push("no rule applies".to_owned()),
            (None, _) => {}
        }
        said.join("; ")
    }

    /// Says it in the game.
    fn say(&self, game: &mut Game, ply: usize) {
        let Some((comment, glyphs)) = game.said_of(ply) else { return };
        if self.lost.is_some() && !glyphs.contains(&MISTAKE) {
            glyphs.push(MISTAKE);
        }
        comment.say(&self.words());
        match (&self.does, self.by_rules()) {
            (Some((asking, does)), Some(true)) => {
                let why = reason(asking, self.position, does, self.mv);
                draw(comment, does, self.mv, why.map_or(Vec::new(), |why| why.squares));
            }
            (Some((_, does)), _) => {
                comment.arrow(Brush::Red, self.mv.from, self.mv.to);
                does.moves.iter().for_each(|mv| {
                    comment.arrow(Brush::Yellow, mv.from, mv.to);
                });
            }
            (None, _) => {}
        }
    }

    fn told(&self) -> AnnotatedMove {
        let turn = self.position.turn();
        AnnotatedMove {
            number: self.position.fullmoves(),
            side: if turn == Colour::White { "white" } else { "black" }.to_owned(),
            uci: self.mv.to_string(),
            san: self.position.san(self.mv),
            rule: self.does.as_ref().map(|(_, does)| does.rule.clone()),
            by_rules: self.by_rules(),
            allowed: self.allowed(),
            outcome: self.outcome,
            value: self.outcome.map(|_| self.lost.as_ref().map_or(Kept::Kept, |lost| lost.0)),
            words: self.words(),
        }
    }
}
