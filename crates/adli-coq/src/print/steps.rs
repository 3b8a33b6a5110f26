//! Strategies: lists of steps.

use adli_lang::term::{Slots, StrategyId, Term, TermId};
use adli_lang::{Observed, Step};

use super::define::GIVEN;
use super::remember::Remembered;
use super::{Env, Known, Played, Printer};
use crate::refused::Refused;
use crate::text::{AND, COMPARED, LOOSE, Text};

/// More than any number of a text: with its sign a number has at most 24 bits.
const MORE: i64 = 1 << 24;

impl Printer<'_> {
    /// A strategy, printed if nobody has asked for it before.
    pub(crate) fn strategy(&mut self, id: StrategyId) -> Result<Played, Refused> {
        if let Some(known) = self.strategies.get(&id) {
            return Ok(known.clone());
        }
        let program = self.program;
        let Some(strategy) = program.strategy(id) else {
            return self.refuse("plays no strategy of the text");
        };
        let mut steps = Vec::new();
        for step in &strategy.steps {
            steps.push(self.apart(&step.name, |printer| printer.step(step, strategy.side))?);
        }
        self.plays();
        let name = self.new_name(&strategy.name);
        let side = ["White", "Black"][usize::from(strategy.side != 0)];
        let aim = if strategy.aim == adli_lang::Aim::Win { "win" } else { "draw" };
        let steps: Vec<String> = steps
            .iter()
            .zip(&strategy.steps)
            .map(|(text, step)| format!("    (* {} *)\n    {text}", step.name))
            .collect();
        self.out.push(format!("\n(** strategy {name} for {side} to {aim} *)"));
        self.out.push(format!("Definition {name} : strategy := [\n{} ].", steps.join(";\n")));
        let played = self.along.map(|remembers| self.played(&name, strategy.side, remembers));
        let step_of = self.new_name(&format!("step_of_{}", strategy.name));
        let to_move = ["white_to_move", "black_to_move"][usize::from(strategy.side != 0)];
        // It is asked where its side is to move and nobody is missing.
        let asked = format!("{to_move} p && fits (wmen p) {}", self.shape);
        let found = played
            .as_ref()
            .map_or_else(|| format!("step_of {name} p"), |played| format!("fst ({} p)", played.name));
        self.out.push(format!("Definition {step_of} (p : wpos) : int := if {asked} then {found} else 0."));
        let played = Played { name, step_of, played };
        self.strategies.insert(id, played.clone());
        Ok(played)
    }

    /// The step that a strategy plays, and the moves that it has there.
    fn played(&mut self, strategy: &str, side: u16, remembers: bool) -> Known {
        let name = self.new_name(&format!("{strategy}_played"));
        let plain = if remembers { self.new_name(&format!("{strategy}_played_plain")) } else { name.clone() };
        let moves = self.moves_word();
        self.push(format!(
            "Definition {plain} (p : wpos) : int * list wpos := chosen {strategy} 1 p ({moves} p)."
        ));
        if remembers {
            let what = Remembered { name: &name, plain: &plain, sort: "int * list wpos", plies: 1 };
            self.remember(&what, &[side]);
        }
        Known { name, plain: remembers.then_some(plain) }
    }

    fn step(&mut self, step: &Step, side: u16) -> Result<String, Refused> {
        if step.advice.is_some() {
            return self.refuse("tries advice, which is not printed for Coq");
        }
        self.rule = Some((step.name.clone(), side));
        let (lets, condition) = self.before_and_after(step.condition)?;
        let (mut lets, mut condition) = (lets, condition);
        if let Some((men, moved)) = self.who_moves(step.men, side) {
            // Where a man stood is looked up before the moves are gone through.
            for man in men {
                let look_up = format!("let {man}_ := {man} p in ");
                if !lets.contains(&look_up) {
                    lets.insert_str(0, &look_up);
                }
            }
            condition = format!("{moved} && ({condition})");
        }
        let mut prefer = Vec::new();
        for key in &step.prefer {
            let (lets, text) = self.before_and_after(key.term)?;
            let natural = self.bounds(key.term).is_some_and(|(low, _)| low >= 0);
            // Words are compared without a sign, and the least is best.
            let text = match (key.most, natural) {
                (false, true) => text,
                (false, false) => format!("({text}) + {MORE}"),
                (true, _) => format!("{MORE} - ({text})"),
            };
            prefer.push(format!("fun p => {lets}fun q => {text}"));
        }
        Ok(format!("Step (fun p => {lets}fun q => {condition})\n      [{}]", prefer.join("; ")))
    }

    /// The men that move, and that one of them does, if not everybody of the side may.
    fn who_moves(&self, men: Slots, side: u16) -> Option<(Vec<String>, String)> {
        let own: Vec<_> = self
            .program
            .endgame
            .slots()
            .filter(|(_, man)| man.side.index() == usize::from(side))
            .map(|(slot, _)| slot)
            .collect();
        if own.iter().all(|&slot| men.contains(slot)) {
            return None;
        }
        let movers = own.into_iter().filter(|&slot| men.contains(slot));
        let movers: Vec<String> = movers.map(|slot| self.men[usize::from(slot.0)].clone()).collect();
        let moved =
            movers.iter().map(|man| Text::new(format!("{man}_ =? {man} {}", GIVEN[1]), COMPARED).negb());
        let moved = Text::or(moved.collect()).within(AND);
        Some((movers, moved))
    }

    /// What looks ahead from a position after a move, and has been printed as something that is remembered, goes by that name.
    pub(crate) fn known_ahead(&mut self, id: TermId, env: &Env) -> Result<Option<Text>, Refused> {
        let program = self.program;
        let Some(Observed::After(mv)) = self.scopes.of(id).only() else { return Ok(None) };
        if self.scopes.of(id).plies == 0 || !matches!(program.terms.get(id), Term::OverMoves(..)) {
            return Ok(None);
        }
        let Some(position) = env.moves.get(&mv).cloned().filter(|name| name != "p") else { return Ok(None) };
        let alone = Env { moves: [(mv, "p".to_owned())].into(), ..Env::default() };
        let text = self.term(id, &alone)?.within(LOOSE);
        Ok(self.by_text.get(&text).map(|name| Text::applied(name, [Text::atom(position)])))
    }

    /// A part of a rule that looks ahead from the position after the move gets a name of its own, so that it can be remembered.
    pub(crate) fn ahead(&mut self, id: TermId, env: &Env) -> Result<Option<Text>, Refused> {
        let Some((rule, side)) = self.rule.clone() else { return Ok(None) };
        let scope = self.scopes.of(id);
        let is_named =
            matches!(self.program.terms.get(id), Term::Call(_, _, arguments) if arguments.is_empty());
        let is_part = matches!(self.program.terms.get(id), Term::Not(_) | Term::And(_) | Term::Or(_));
        let is_condition = self.program.terms.sort(id) == adli_lang::term::Sort::Bool;
        let of_the_second = scope.only() == Some(Observed::Given(1));
        if is_named || is_part || !is_condition || !of_the_second || !self.looks_ahead(id) {
            return Ok(None);
        }
        let position = Text::atom(env.given[1]);
        if let Some(name) = self.ahead.get(&id) {
            return Ok(Some(Text::applied(&name.clone(), [position])));
        }
        let name = self.new_name(&rule);
        let plain = self.new_name(&format!("{rule}_plain"));
        let text = self.apart(&rule, |printer| {
            let env = Env { given: &["", "p"], ..Env::default() };
            Ok(printer.term(id, &env)?.within(LOOSE))
        })?;
        self.out.push(format!("Definition {plain} (p : wpos) : bool :=\n  {text}."));
        self.by_text.insert(text, name.clone());
        // After a move of the strategy the other side is to move.
        let plies = self.scopes.of(id).plies;
        self.remember(&Remembered { name: &name, plain: &plain, sort: "bool", plies }, &[1 - side]);
        self.ahead.insert(id, name.clone());
        Ok(Some(Text::applied(&name, [position])))
    }
}
