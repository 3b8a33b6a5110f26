//! A text as Coq definitions: `Rules.v`.
//!
//! What is printed is the checked program, not what was typed, so that nothing is left to be looked up or filled in. Each definition
//! keeps its name and stands after those that it uses. They are functions on positions in words (`Words.v`), written with the words of
//! `Language.v`; conditions that look ahead and are asked of the same position again and again are remembered (`Remember.v`).
//!
//! Whoever wants to know what has been proved reads this file: it has to say what the text says. So it is short, and does nothing clever but two
//! things, for speed. Men that are asked for several times are looked up once (`let R_ := R p in`). And what a condition says of the position before a move
//! is worked out before the moves are gone through (`fun p => let room_was := room p in fun q => ..`).

mod bounds;
mod define;
mod expr;
mod moves;
mod remember;
mod replies;
mod sets;
mod steps;

use std::collections::{HashMap, HashSet};

use adli_chess::{Colour, Kind};
use adli_lang::term::{DefId, OptionId, Slot, Sort, StrategyId, TermId, VarId};
use adli_lang::{Program, Ranges, Scopes};

use crate::names::Names;
use crate::refused::Refused;
use crate::text::{LOOSE, Text, in_lines};
use crate::turns::{Asked, Turns};
pub(crate) use expr::Env;
pub(crate) use remember::Remembered;
use remember::Tables;

/// Prints one text, with some options set.
pub(crate) struct Printer<'p> {
    program: &'p Program,
    /// The values of all options.
    options: Vec<i32>,
    scopes: Scopes,
    ranges: Ranges<'p>,
    turns: Turns<'p>,
    names: Names,
    /// What has been printed, in order.
    out: Vec<String>,
    /// Definitions by number: the name in Coq, and which of its positions it looks at.
    definitions: HashMap<DefId, (String, u32)>,
    strategies: HashMap<StrategyId, Played>,
    option_names: HashMap<OptionId, String>,
    /// Names of the functions that say where a man stands.
    men: Vec<String>,
    /// The name of the shape.
    shape: String,
    /// The name of the shape that is left when a man has been captured.
    fewer: String,
    tables: Tables,
    bounds: HashMap<TermId, Option<(i64, i64)>>,
    /// Variables that stand for squares of the board.
    on_board: HashSet<VarId>,
    /// Parts of a rule that look ahead from the position after the move, by the strategy's name and the term.
    ahead: HashMap<TermId, String>,
    /// The same by what is printed for them of a position `p`.
    by_text: HashMap<String, String>,
    /// The rule in which such parts are looked for, and who plays it.
    rule: Option<(String, u16)>,
    /// Whether the laws are printed in full, and not named as the library has them.
    spells_laws: bool,
    /// Whether values are asked for, which stand in tables.
    asks_values: bool,
    /// Whether it is about plays, and then whether what is played is remembered.
    along: Option<bool>,
    /// What is being printed, for refusals.
    place: String,
    /// How many more terms it may have.
    left: usize,
    /// How often a man is looked up, by position and man.
    uses: HashMap<(String, u8), u32>,
}

/// A definition, and what it says before it is remembered, if it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) plain: Option<String>,
}

/// A strategy in Coq.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// The list of its steps.
    pub(crate) name: String,
    /// The function that says which step is played.
    pub(crate) step_of: String,
    /// For lemmas along plays: the function that says which step is played and which moves it has.
    pub(crate) played: Option<Known>,
}

impl<'p> Printer<'p> {
    /// For claims with these terms, about the play of these strategies.
    pub(crate) fn new(
        program: &'p Program,
        under: &[(OptionId, i32)],
        roots: &[(TermId, Vec<Asked>)],
        strategies: &[StrategyId],
    ) -> Printer<'p> {
        let mut names = Names::new();
        let endgame = &program.endgame;
        let shape = names.new_name(&endgame.name);
        let fewer = names.new_name(&format!("{}_without_a_man", endgame.name));
        let men: Vec<String> =
            endgame.men.iter().map(|man| names.new_name(&man.letter.to_string())).collect();
        // Men that have been looked up go by these names within a definition.
        men.iter().for_each(|man| names.reserve(&format!("{man}_")));
        Printer {
            program,
            options: program.options_under(under),
            scopes: Scopes::new(program),
            ranges: Ranges::new(program),
            turns: Turns::new(program, roots, strategies),
            names,
            out: Vec::new(),
            definitions: HashMap::new(),
            strategies: HashMap::new(),
            option_names: HashMap::new(),
            men,
            shape,
            fewer,
            tables: Tables::default(),
            bounds: HashMap::new(),
            on_board: HashSet::new(),
            ahead: HashMap::new(),
            by_text: HashMap::new(),
            rule: None,
            spells_laws: false,
            asks_values: false,
            along: None,
            place: String::new(),
            left: expr::MOST_TERMS,
            uses: HashMap::new(),
        }
    }

    /// The name of the shape.
    pub(crate) fn shape(&self) -> &str {
        &self.shape
    }

    /// What is printed.
    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    /// Adds a definition.
    pub(crate) fn push(&mut self, text: String) {
        self.out.push(text);
    }

    /// All of these conditions, as they stand in a claim.
    pub(crate) fn conjunction(
        &mut self,
        claim: &str,
        parts: &[TermId],
        env: &Env,
    ) -> Result<String, Refused> {
        self.apart(claim, |printer| {
            let parts = parts.iter().map(|&part| printer.term(part, env)).collect::<Result<Vec<_>, _>>()?;
            Ok(Text::and(parts).within(LOOSE))
        })
    }

    /// From now on the laws are printed in full, as they are in the text.
    pub(crate) fn spell_laws(&mut self) {
        self.spells_laws = true;
    }

    /// Whether values are asked for in what was printed.
    pub(crate) fn asks_values(&self) -> bool {
        self.asks_values
    }

    /// From now on strategies are printed for lemmas along plays.
    pub(crate) fn along_plays(&mut self, remembers: bool) {
        self.along = Some(remembers);
    }

    /// Another name that nothing has yet.
    pub(crate) fn new_name(&mut self, like: &str) -> String {
        self.names.new_name(like)
    }

    /// The whole file.
    pub(crate) fn finish(self) -> String {
        let endgame = &self.program.endgame;
        let [white, black] = [Colour::White, Colour::Black].map(|side| {
            let men = endgame.men.iter().filter(|man| man.side == side);
            men.map(|man| man.letter.to_string()).collect::<Vec<_>>().join(" ")
        });
        let mut text = format!(
            "(** The endgame: White {white} against Black {black}. Printed from the text; read it beside the text. *)\n"
        );
        text += "From Coq Require Import List Uint63.\n";
        let worth = if self.asks_values { " Worth" } else { "" };
        let along = if self.along.is_some() { " Counted Plays" } else { "" };
        text += &format!(
            "From Adli Require Import Laws Words Run Legal Strategies Language Remember{along}{worth}.\n"
        );
        if self.asks_values {
            text += "From Printed Require All.\n";
        }
        text += "Import ListNotations.\nOpen Scope uint63_scope.\n\n";
        let men: Vec<String> = endgame
            .slots()
            .map(|(slot, _)| self.man_words(slot))
            .map(|(s, k)| format!("({s}, {k})"))
            .collect();
        text += &format!("Definition {} : shape := [{}].\n", self.shape, men.join("; "));
        for ((slot, _), name) in endgame.slots().zip(&self.men) {
            let (side, kind) = self.man_words(slot);
            let the =
                if kind == "Pawn" { format!("the_one_of {side}") } else { format!("the {side} {kind}") };
            text += &format!("Definition {name} := {the}.\n");
        }
        text += "Definition on_the_board (s : int) := le 1 (file s) && le (file s) size && le 1 (rank s) && le (rank s) size.\n";
        text += &self.remembered_positions();
        text += "\n";
        for piece in &self.out {
            text += &in_lines(piece);
            text += "\n";
        }
        text
    }

    /// Side and kind of a man.
    fn man_words(&self, slot: Slot) -> (&'static str, &'static str) {
        let man = self.program.endgame.man(slot);
        let side = if man.side == Colour::White { "White" } else { "Black" };
        let kind = match man.kind {
            Kind::King => "King",
            Kind::Queen => "Queen",
            Kind::Rook => "Rook",
            Kind::Bishop => "Bishop",
            Kind::Knight => "Knight",
            Kind::Pawn => "Pawn",
        };
        (side, kind)
    }

    /// The name of an option, which is printed with the value that it has here.
    fn option(&mut self, option: OptionId) -> String {
        if let Some(name) = self.option_names.get(&option) {
            return name.clone();
        }
        let found = &self.program.options[usize::from(option.0)];
        let value = self.options[usize::from(option.0)];
        let name = self.names.new_name(&found.name);
        let text = match found.sort {
            Sort::Bool => (value != 0).to_string(),
            Sort::Enum(of) => {
                let values = self.program.enums.get(usize::from(of.0)).map(|found| &found.values);
                let word = values.and_then(|values| values.get(usize::try_from(value).ok()?));
                format!("{value} (* {} *)", word.map_or("", String::as_str))
            }
            _ => expr::int(i64::from(value)).within(LOOSE),
        };
        self.out.push(format!("Definition {name} := {text}. (* an option *)"));
        self.option_names.insert(option, name.clone());
        name
    }

    /// Works on something of its own, with a name for refusals and as many terms as a definition may have.
    pub(crate) fn apart<T>(
        &mut self,
        place: &str,
        work: impl FnOnce(&mut Self) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let place = std::mem::replace(&mut self.place, place.to_owned());
        let left = std::mem::replace(&mut self.left, expr::MOST_TERMS);
        let (rule, uses) = (self.rule.take(), std::mem::take(&mut self.uses));
        let done = work(self)?;
        (self.place, self.left, self.rule, self.uses) = (place, left, rule, uses);
        Ok(done)
    }
}
