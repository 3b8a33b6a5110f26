//! Which symmetries of the board a strategy and a claim have, shown from their text.
//!
//! The laws of chess do not change when the board is reflected, but a strategy may: `K.file < 4` is true on one
//! wing only. Work can be saved by looking at one position of each class of images, but only under
//! reflections that leave everything that the claim says as it is. Three reflections are tried, of the files, of the
//! ranks and in the long diagonal (with pawns only the first); those that pass generate the group
//! that is used.
//!
//! **What is shown.** Let `s` be a reflection. Two terms `t` and `u` are *related* if for all positions the value
//! of `t` in the images under `s` is the image of the value of `u` in the positions themselves. The image of a truth value is itself, the
//! image of a square is the reflected square, of a set the set of the images. A number may be related in two ways:
//! the same, or reflected, `t = c - u` for a constant `c` (as files are by the reflection of the files, with
//! `c = 9`). A term is invariant if it is related to itself as the same. [`relate`] has one rule for each kind
//! of term, and each rule is a lemma of one line: a conjunction is related to another if its parts are related to the
//! other's parts in some order; `a < b` is related to `c < d` if `a` is to `c` and `b` to `d` as the
//! same, or `a` is to `d` and `b` to `c` as reflected with one constant; and so on. Where no rule
//! applies to a small piece of arithmetic, [`cases`] evaluates it for all values of the few coordinates in
//! it. What is not shown by either is taken to be asymmetric, which costs time but is never wrong.
//!
//! **Captured men** stand at (0, 0), and so do their images; so a coordinate is reflected only while its man is on
//! the board. The rules therefore know who is: the text says so (`alive`, `home`), or the position is one where
//! a strategy is asked, or the man is a king. Whether two men stand on one file, or one man still does, needs no such knowledge: reflection with 0 as its own
//! image is one to one.
//!
//! **What follows.** The moves of a position and those of its image are images of one another, because the laws are
//! related to themselves in the same sense (a test shows it of `laws.adv` by the same rules, and of the
//! fast core by comparison). So if the conditions and preferences of all steps are invariant, the strategy allows in the
//! image of a position exactly the images of the moves that it allows there, by the same step, and all play from the
//! image is the image of all play. If the conditions of the claim are invariant too, one position of each
//! class decides for all, and counts for as many as the class has.

mod cases;
mod relate;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use adli_chess::Symmetry;
use adli_lang::term::{AdviceId, OptionId, PosId, Slot, StrategyId, Term, TermId, VarId};
use adli_lang::{Interpreter, MovesFrom, Program, Ranges};

use relate::How;

/// A reflection that is tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mirror {
    Files,
    Ranks,
    Diagonal,
}

impl Mirror {
    /// The reflections that keep the laws, with pawns and without.
    fn of(pawns: bool) -> &'static [Mirror] {
        if pawns { &[Mirror::Files] } else { &[Mirror::Files, Mirror::Ranks, Mirror::Diagonal] }
    }

    fn symmetry(self) -> Symmetry {
        match self {
            Mirror::Files => Symmetry::FILES,
            Mirror::Ranks => Symmetry::RANKS,
            Mirror::Diagonal => Symmetry::DIAGONAL,
        }
    }
}

/// Some reflections, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mirrors(u8);

impl Mirrors {
    fn with(self, mirror: Mirror) -> Mirrors {
        Mirrors(self.0 | 1 << mirror as u8)
    }

    /// Those of both.
    #[must_use]
    pub fn and(self, other: Mirrors) -> Mirrors {
        Mirrors(self.0 & other.0)
    }

    fn contains(self, mirror: Mirror) -> bool {
        self.0 >> mirror as u8 & 1 == 1
    }

    /// The group that they generate, the identity first.
    #[must_use]
    pub fn group(self) -> Vec<Symmetry> {
        let mut group = vec![Symmetry::IDENTITY];
        let mut next = 0;
        while let Some(&symmetry) = group.get(next) {
            for &mirror in Mirror::of(false).iter().filter(|&&mirror| self.contains(mirror)) {
                let product = symmetry.then(mirror.symmetry());
                if !group.contains(&product) {
                    group.push(product);
                }
            }
            next += 1;
        }
        group
    }
}

/// Who is known to be on the board, and how variables are related.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Context {
    /// For each given position the men who are on the board, one bit each.
    given: Vec<u16>,
    /// The same for positions after moves that quantifiers bind.
    after: Vec<(PosId, u16)>,
    /// Variables of the first term, their partners in the second, and how they are related.
    pairs: Vec<(VarId, VarId, How)>,
}

/// Finds out which reflections leave terms and strategies of a program as they are.
pub struct Symmetries<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    options: Vec<(OptionId, i32)>,
    ranges: Option<Ranges<'p>>,
    /// What is known of pairs of terms, by reflection and number of the context.
    known: HashMap<(Mirror, TermId, TermId, usize), How>,
    contexts: Vec<Context>,
    numbers: HashMap<Context, usize>,
    strategies: HashMap<(Mirror, StrategyId), bool>,
    advice: HashMap<(Mirror, AdviceId), bool>,
    /// How many questions may still be asked: a text of any size gets an answer soon.
    questions: u32,
    depth: u32,
}

const MAX_QUESTIONS: u32 = 200_000;
/// How many terms may be evaluated for all cases of arithmetic together.
const FUEL: u64 = 4_000_000;

impl<'p> Symmetries<'p> {
    /// Of a program with these options set.
    #[must_use]
    pub fn new(program: &'p Program, options: &[(OptionId, i32)]) -> Symmetries<'p> {
        let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core).fuel(FUEL);
        options.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        Symmetries {
            program,
            interpreter,
            options: options.to_vec(),
            ranges: None,
            known: HashMap::new(),
            contexts: Vec::new(),
            numbers: HashMap::new(),
            strategies: HashMap::new(),
            advice: HashMap::new(),
            questions: MAX_QUESTIONS,
            depth: 0,
        }
    }

    /// The reflections that keep the laws for these men.
    #[must_use]
    pub fn all(&self) -> Mirrors {
        let mirrors = Mirror::of(self.program.endgame.has_pawns());
        mirrors.iter().fold(Mirrors::default(), |all, &mirror| all.with(mirror))
    }

    /// The reflections under which a strategy allows the images of what it allows.
    pub fn strategy(&mut self, strategy: StrategyId) -> Mirrors {
        self.those(|symmetries, mirror| symmetries.is_symmetric(mirror, strategy))
    }

    /// The reflections that leave terms as they are where some conditions hold. The men of a side are known to be on
    /// the board in given positions: `alive` has one set for each.
    pub fn terms(&mut self, terms: &[TermId], where_true: &[TermId], alive: &[u16]) -> Mirrors {
        let mut context = Context { given: alive.to_vec(), ..Context::default() };
        where_true.iter().for_each(|&term| self.suppose(&mut context, term, true));
        let context = self.context(context);
        self.those(|symmetries, mirror| {
            terms.iter().all(|&term| symmetries.relate(mirror, term, term, context).same)
        })
    }

    fn those(&mut self, mut holds: impl FnMut(&mut Self, Mirror) -> bool) -> Mirrors {
        let mut those = Mirrors::default();
        for &mirror in Mirror::of(self.program.endgame.has_pawns()) {
            if holds(self, mirror) {
                those = those.with(mirror);
            }
        }
        those
    }

    /// The reflections under which the trees of a piece of advice are images of one another.
    pub fn advice(&mut self, advice: AdviceId) -> Mirrors {
        self.those(|symmetries, mirror| symmetries.is_advice_symmetric(mirror, advice))
    }

    /// Whether everything that is asked within a tree is the same in the images of root, position and the one before.
    fn is_advice_symmetric(&mut self, mirror: Mirror, advice: AdviceId) -> bool {
        if let Some(&known) = self.advice.get(&(mirror, advice)) {
            return known;
        }
        let Some(found) = self.program.advice(advice) else { return false };
        let number = self.context(Context::default());
        let symmetric = found.conditions().all(|term| self.relate(mirror, term, term, number).same);
        self.advice.insert((mirror, advice), symmetric);
        symmetric
    }

    /// Whether advice that goes on after another has images of its trees in images of positions, whoever is on the board there.
    fn goes_on(&mut self, mirror: Mirror, advice: AdviceId) -> bool {
        let program = self.program;
        let Some(found) = program.advice(advice) else { return false };
        let number = self.context(Context::default());
        let can = program.definition(found.can).map(|can| can.body);
        let mut terms = found.first.terms().chain(can);
        terms.all(|term| self.relate(mirror, term, term, number).same)
            && self.is_advice_symmetric(mirror, advice)
    }

    fn is_symmetric(&mut self, mirror: Mirror, strategy: StrategyId) -> bool {
        if let Some(&known) = self.strategies.get(&(mirror, strategy)) {
            return known;
        }
        // A strategy that asks what it does itself is not taken for symmetric.
        self.strategies.insert((mirror, strategy), false);
        let Some(found) = self.program.strategy(strategy) else { return false };
        let side = usize::from(found.side);
        let men = self.program.endgame.slots();
        let own = men.filter(|(_, man)| man.side.index() == side).fold(0, |men, (slot, _)| men | 1 << slot.0);
        // A step is asked where just some men are on the board, and loses nobody by its own move.
        let mut symmetric = true;
        for step in &found.steps {
            let there = found.casts.get(step.cast).map_or(0, |cast| cast.alive().0);
            let mut context = Context { given: vec![there, there & own], ..Context::default() };
            let number = self.context(context.clone());
            symmetric &= self.relate(mirror, step.condition, step.condition, number).same;
            // Preferences decide between moves that satisfy the condition.
            self.suppose(&mut context, step.condition, true);
            let number = self.context(context);
            symmetric &= step.prefer.iter().all(|key| self.relate(mirror, key.term, key.term, number).same);
            let advice = step.advice.and_then(|id| self.program.advice(id));
            symmetric &= advice.iter().flat_map(|advice| &advice.then).all(|&id| self.goes_on(mirror, id));
        }
        self.strategies.insert((mirror, strategy), symmetric);
        symmetric
    }

    /// The number of a context.
    fn context(&mut self, context: Context) -> usize {
        let contexts = &mut self.contexts;
        *self.numbers.entry(context).or_insert_with_key(|context| {
            contexts.push(context.clone());
            contexts.len() - 1
        })
    }

    /// Learns from a condition that holds (or does not) who is on the board.
    fn suppose(&self, context: &mut Context, term: TermId, holds: bool) {
        match self.program.terms.get(term) {
            Term::Alive(pos, slot) if holds => context.place(&self.program.terms, *pos, *slot),
            Term::Not(inner) => self.suppose(context, *inner, !holds),
            Term::And(parts) if holds => {
                parts.iter().for_each(|&part| self.suppose(context, part, true));
            }
            Term::Or(parts) if !holds => {
                parts.iter().for_each(|&part| self.suppose(context, part, false));
            }
            _ => {}
        }
    }

    fn is_king(&self, slot: Slot) -> bool {
        self.program.endgame.man(slot).kind == adli_chess::Kind::King
    }
}
