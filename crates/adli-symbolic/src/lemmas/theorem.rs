//! Theorems about whole plays, and the problems that every method poses of them.

use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Program, Proof};

use super::{Abstraction, Atoms, Play, Premises, unbound};
use crate::algebra::{Algebra, Made};

/// A theorem with a proof by lemmas.
pub struct Theorem<'p> {
    /// The claim that it is.
    pub claim: &'p Claim,
    /// Whose plays reach mate.
    pub strategy: StrategyId,
    /// In how many moves, if it says so.
    pub within: Option<u32>,
    /// How it may be shown.
    pub proof: &'p Proof,
    /// What the proof supposes.
    pub premises: Premises<'p>,
    from: TermId,
}

/// A problem that has no solution if the lemmas say what the text says.
pub struct Problem<A: Atoms> {
    /// Which part of the proof it is.
    pub part: String,
    /// What is not known if it has a solution.
    pub unsaid: String,
    /// What a solution is.
    pub play: Play<A>,
}

impl<'p> Theorem<'p> {
    /// The theorem that a claim is, if it has a proof by lemmas; `covers` as for [`Premises::new`].
    pub fn of(
        program: &'p Program,
        claim: &'p Claim,
        covers: impl Fn(&Claim) -> bool,
    ) -> Option<Result<Theorem<'p>, String>> {
        let ClaimKind::Reaches { strategy, within, from, .. } = claim.says else { return None };
        let proof = claim.proof.as_ref()?;
        if claim.fifty {
            return Some(Err("a proof by lemmas does not know the fifty-move rule".into()));
        }
        let named = proof.lemmas.iter().chain(&proof.safe);
        let named = named.chain(proof.except.iter().flat_map(|exception| &exception.lemmas));
        let premises = Premises::new(program, claim, Some(strategy), named, covers);
        Some(premises.map(|premises| Theorem { claim, strategy, within, proof, premises, from }))
    }

    /// The problems of every proof, each with atoms of its own.
    pub fn problems<A: Atoms>(&self, atoms: impl Fn() -> A) -> Made<Vec<Problem<A>>, A::Kinds> {
        let laws = &self.premises.program.laws;
        let moves = self.problem("moves", "that the strategy always has a move", atoms(), 0, |play| {
            play.idle(self.strategy, 0)
        });
        let home = self.problem("home", "that all men stay at home", atoms(), 2, |play| {
            let home = play.home(2)?;
            play.atoms.algebra().not(&home)
        });
        let mate = self.problem("mate", "that a play can only end in mate", atoms(), 1, |play| {
            let (stuck, mate) = (play.law(laws.no_move, 1)?, play.law(laws.mate, 1)?);
            let algebra = play.atoms.algebra();
            let no_mate = algebra.not(&mate)?;
            algebra.and(&stuck, &no_mate)
        });
        Ok(vec![self.begins(atoms())?, moves?, home?, mate?])
    }

    /// A play up to a position with this number that has a property, as far as the lemmas know; `unsaid` is what they do not say if
    /// there is one.
    pub fn problem<A: Atoms>(
        &self,
        part: &str,
        unsaid: &str,
        atoms: A,
        last: usize,
        property: impl FnOnce(&mut Abstraction<'p, A>) -> Made<A::Truth, A::Kinds>,
    ) -> Made<Problem<A>, A::Kinds> {
        let play = self.premises.play(atoms, last, property)?;
        Ok(Problem { part: part.to_owned(), unsaid: format!("the lemmas do not say {unsaid}"), play })
    }

    /// A position of the domain that is not one where the strategy is asked.
    fn begins<A: Atoms>(&self, atoms: A) -> Made<Problem<A>, A::Kinds> {
        let program = self.premises.program;
        let side = usize::from(self.premises.side().ok_or_else(unbound::<A>)?);
        let mut play = Abstraction::new(program, &self.claim.under, atoms, None);
        let (from, legal) = (play.holds(self.from, 0)?, play.law(program.laws.legal, 0)?);
        let turn = play.turn(0).get(side).cloned().ok_or_else(unbound::<A>)?;
        let home = play.home(0)?;
        let algebra = play.atoms.algebra();
        let asked = algebra.all(vec![legal, home, turn])?;
        let asserted = vec![from, algebra.not(&asked)?];
        let unsaid = "the theorem begins where the strategy is not asked".to_owned();
        Ok(Problem { part: "begins".to_owned(), unsaid, play: Play { atoms: play.atoms, asserted } })
    }
}
