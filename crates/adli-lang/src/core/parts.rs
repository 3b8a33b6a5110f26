//! The parts of a program by their numbers, and the terms that each is made of.
//!
//! What is made of terms names all its fields here, so that a new one cannot be forgotten by those who look at everything
//! ([`Program::roots`]): the compiler asks what it is.

use std::ops::Index;

use super::endgame::Cast;
use super::program::{
    Advice, Claim, ClaimKind, Constraint, Definition, Excepted, Key, MoveRule, Program, Proof,
    ProofException, Step, Strategy,
};
use super::recogniser::Recogniser;
use super::term::{AdviceId, DefId, OptionId, RecogniserId, StrategyId, Term, TermId};

impl Program {
    /// The values of the options, with some set from outside.
    #[must_use]
    pub fn options_under(&self, under: &[(OptionId, i32)]) -> Vec<i32> {
        let mut options: Vec<i32> = self.options.iter().map(|option| option.value).collect();
        for &(option, value) in under {
            if let Some(place) = options.get_mut(usize::from(option.0)) {
                *place = value;
            }
        }
        options
    }

    /// A strategy.
    #[must_use]
    pub fn strategy(&self, id: StrategyId) -> Option<&Strategy> {
        self.strategies.get(usize::from(id.0))
    }

    /// The recognisers that are about the men of the header, with their numbers; those of other texts may be about other men.
    pub fn recognisers_here(&self) -> impl Iterator<Item = (RecogniserId, &Recogniser)> {
        let home = self.endgame.home();
        let all = self.recognisers.iter().enumerate().filter(move |(_, found)| found.cast == home);
        all.map(|(number, found)| (RecogniserId(number as u16), found))
    }

    /// A strategy that a claim asks, itself or through others, and that is asked with other men than those of the header: it hands over,
    /// or goes on for one that does.
    #[must_use]
    pub fn asks_beyond_home(&self, claim: &Claim) -> Option<&Strategy> {
        let mut asked: Vec<StrategyId> = claim.says.strategy().into_iter().collect();
        let mut roots = claim.terms();
        let mut next = 0;
        loop {
            for (_, term) in self.reach(std::mem::take(&mut roots)) {
                if let Term::Step(strategy, _) | Term::Allows(strategy, ..) = term
                    && !asked.contains(strategy)
                {
                    asked.push(*strategy);
                }
            }
            let strategy = self.strategy(*asked.get(next)?)?;
            if !strategy.stays_home(&self.endgame) {
                return Some(strategy);
            }
            roots.extend(strategy.steps.iter().flat_map(Step::terms));
            next += 1;
        }
    }

    /// The men with whom something may be asked: those of the header, and those of texts that go on.
    #[must_use]
    pub fn casts(&self) -> Vec<Cast> {
        let mut casts = vec![self.endgame.home()];
        for cast in self.strategies.iter().flat_map(|strategy| &strategy.casts) {
            if !casts.contains(cast) {
                casts.push(cast.clone());
            }
        }
        casts
    }

    /// A piece of advice.
    #[must_use]
    pub fn advice(&self, id: AdviceId) -> Option<&Advice> {
        self.advice.get(usize::from(id.0))
    }

    /// A definition.
    #[must_use]
    pub fn definition(&self, id: DefId) -> Option<&Definition> {
        self.definitions.get(id.0 as usize)
    }

    /// A recogniser.
    #[must_use]
    pub fn recogniser(&self, id: RecogniserId) -> Option<&Recogniser> {
        self.recognisers.get(usize::from(id.0))
    }

    /// Every term that something in the program is made of: laws, steps, advice and claims, in this order. Definitions, and with them
    /// recognisers, are what these call.
    pub fn roots(&self) -> impl Iterator<Item = TermId> {
        let laws = self.laws.moves.iter().flat_map(MoveRule::terms);
        let steps = self.strategies.iter().flat_map(|strategy| &strategy.steps).flat_map(Step::terms);
        let advice = self.advice.iter().flat_map(Advice::terms);
        laws.chain(steps).chain(advice).chain(self.claims.iter().flat_map(Claim::terms))
    }
}

impl Index<StrategyId> for Program {
    type Output = Strategy;

    fn index(&self, id: StrategyId) -> &Strategy {
        &self.strategies[usize::from(id.0)]
    }
}

impl Index<DefId> for Program {
    type Output = Definition;

    fn index(&self, id: DefId) -> &Definition {
        &self.definitions[id.0 as usize]
    }
}

impl MoveRule {
    fn terms(&self) -> Vec<TermId> {
        #[rustfmt::skip]
        let MoveRule {
            man: _, target: _, promotions: _,
            may_move, targets, when, captures, promotes, passing, provided,
        } = self;
        let captures = captures.iter().map(|(_, condition)| *condition);
        [*may_move, *targets, *when, *promotes, *passing, *provided].into_iter().chain(captures).collect()
    }
}

impl Step {
    /// What is asked about a move. Guards are part of the condition.
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        let Step { name: _, cast: _, men: _, advice: _, guards: _, span: _, parts: _, condition, prefer } =
            self;
        asked(*condition, prefer)
    }
}

impl Constraint {
    /// What is asked about a move.
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        let Constraint { men: _, condition, order } = self;
        asked(*condition, order)
    }
}

fn asked(condition: TermId, order: &[Key]) -> impl Iterator<Item = TermId> {
    std::iter::once(condition).chain(order.iter().map(|key| key.term))
}

impl Advice {
    /// What is asked within a tree: goals, then constraints on moves.
    pub fn conditions(&self) -> impl Iterator<Item = TermId> {
        let constraints = [&self.each, &self.replies].into_iter().flatten();
        let goals = self.hold.into_iter().chain(self.reach.into_iter().flatten());
        goals.chain(constraints.flat_map(Constraint::terms))
    }

    /// What is asked at all: within a tree, about its first move and about its root.
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        #[rustfmt::skip]
        let Advice {
            name: _, side: _, aim: _, plies: _, quickest: _, plays_out: _, ply: _, can: _, then: _, passes: _,
            speaks_of_first_move: _, span: _,
            reach: _, hold: _, each: _, replies: _, // These are the conditions.
            when, opening, first,
        } = self;
        self.conditions().chain(first.terms()).chain([*when, *opening])
    }
}

impl Claim {
    /// The conditions and numbers of the statement, and of the proof that may show it.
    #[must_use]
    pub fn terms(&self) -> Vec<TermId> {
        let rests = self.rests.iter().map(|rest| rest.from);
        let proof = self.proof.iter().flat_map(Proof::terms);
        self.says.terms().into_iter().chain(self.supposes).chain(proof).chain(rests).collect()
    }
}

impl ClaimKind {
    /// The strategy that the claim is about, if it is about one.
    #[must_use]
    pub fn strategy(&self) -> Option<StrategyId> {
        match self {
            ClaimKind::Play { strategy, .. }
            | ClaimKind::Reaches { strategy, .. }
            | ClaimKind::Keeps { strategy, .. }
            | ClaimKind::Optimal { strategy, .. }
            | ClaimKind::Symmetric { strategy }
            | ClaimKind::Longest(strategy, _) => Some(*strategy),
            ClaimKind::Everywhere { .. }
            | ClaimKind::Recognises { .. }
            | ClaimKind::CountPositions(_)
            | ClaimKind::CountClasses(_)
            | ClaimKind::List(..)
            | ClaimKind::Share(..)
            | ClaimKind::Tally { .. } => None,
        }
    }

    /// The conditions and numbers that a claim is made of.
    #[must_use]
    pub fn terms(&self) -> Vec<TermId> {
        match self {
            ClaimKind::Play { last: _, strategy: _, given, show } => vec![*given, *show],
            ClaimKind::Everywhere { domain, show } => vec![*domain, *show],
            ClaimKind::Reaches { strategy: _, within: _, or, from } => {
                or.iter().copied().chain([*from]).collect()
            }
            ClaimKind::Keeps { strategy: _, value: _, from }
            | ClaimKind::Optimal { strategy: _, from }
            | ClaimKind::Recognises { recogniser: _, demand: _, from } => vec![*from],
            ClaimKind::Symmetric { strategy: _ } => Vec::new(),
            ClaimKind::CountPositions(term)
            | ClaimKind::CountClasses(term)
            | ClaimKind::List(_, term)
            | ClaimKind::Longest(_, term) => vec![*term],
            ClaimKind::Share(part, of) => vec![*part, *of],
            ClaimKind::Tally { of, domain } => vec![*of, *domain],
        }
    }
}

impl Proof {
    fn terms(&self) -> impl Iterator<Item = TermId> {
        let Proof { moves: _, lemmas: _, safe: _, measure, except } = self;
        let positions = |exception: &ProofException| match exception.what {
            Excepted::Where(condition) => Some(condition),
            Excepted::Steps(_) => None,
        };
        measure.iter().copied().chain(except.iter().filter_map(positions))
    }
}
