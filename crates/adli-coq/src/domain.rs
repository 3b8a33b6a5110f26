//! Where a claim speaks: what its domain says besides that a position is legal and nobody is missing, which every theorem says anyway.

use adli_chess::Kind;
use adli_lang::core::HeaderMan;
use adli_lang::term::{Pos, SIDES, Slot, Term, TermId};
use adli_lang::{Claim, Program};

use crate::print::{Env, Printer};
use crate::refused::Refused;

/// What a domain says.
pub(crate) struct Domain {
    pub(crate) rest: Vec<TermId>,
    pub(crate) side: Option<u16>,
    pub(crate) is_empty: bool,
}

impl Domain {
    pub(crate) fn of(program: &Program, claim: &Claim, domain: TermId) -> Result<Domain, Refused> {
        let terms = &program.terms;
        if terms.as_bool(domain) == Some(false) {
            return Ok(Domain { rest: vec![domain], side: None, is_empty: true });
        }
        let (mut rest, mut there) = (Vec::new(), Vec::new());
        let mut is_legal = false;
        for part in parts(program, domain) {
            match terms.get(part) {
                Term::Alive(pos, slot) if terms.pos(*pos) == Pos::Given(0) => there.push(*slot),
                Term::Call(def, positions, _)
                    if Some(*def) == program.laws.legal
                        && positions.iter().all(|&pos| terms.pos(pos) == Pos::Given(0)) =>
                {
                    is_legal = true;
                }
                _ => rest.push(part),
            }
        }
        let missing = |(slot, man): (Slot, HeaderMan)| man.kind != Kind::King && !there.contains(&slot);
        if !is_legal || program.endgame.slots().any(missing) {
            return Err(Refused::new(
                &claim.name,
                "speaks of positions where men are missing, and Coq goes through those with all of them",
            ));
        }
        let side = rest.iter().find_map(|&part| to_move(program, part));
        Ok(Domain { rest, side, is_empty: false })
    }

    /// Prints what a domain says besides whose move it is, unless that is all.
    pub(crate) fn define(
        &self,
        printer: &mut Printer<'_>,
        claim: &Claim,
        side: u16,
    ) -> Result<Option<String>, Refused> {
        let rest: Vec<TermId> =
            self.rest.iter().copied().filter(|&part| !printer.is_turn(part, side)).collect();
        if rest.is_empty() {
            return Ok(None);
        }
        printer.condition(&format!("{}_where", claim.name), &claim.name, &rest).map(Some)
    }
}

/// The parts of a conjunction.
fn parts(program: &Program, term: TermId) -> Vec<TermId> {
    match program.terms.get(term) {
        Term::And(parts) => parts.to_vec(),
        _ => vec![term],
    }
}

/// Who is to move where a condition holds, if it says so.
pub(crate) fn to_move(program: &Program, term: TermId) -> Option<u16> {
    let terms = &program.terms;
    match terms.get(term) {
        Term::Eq(a, b) => {
            [(a, b), (b, a)].into_iter().find_map(|(turn, side)| match (terms.get(*turn), terms.get(*side)) {
                (Term::Turn(pos), Term::Enum(SIDES, side)) if terms.pos(*pos) == Pos::Given(0) => Some(*side),
                _ => None,
            })
        }
        Term::And(parts) => parts.iter().find_map(|&part| to_move(program, part)),
        Term::Call(def, positions, _)
            if positions.first().is_some_and(|&pos| terms.pos(pos) == Pos::Given(0)) =>
        {
            to_move(program, program[*def].body)
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// Whether a term says that a side is to move, and nothing else.
    fn is_turn(&self, term: TermId, side: u16) -> bool {
        let program = self.program();
        matches!(program.terms.get(term), Term::Eq(..)) && to_move(program, term) == Some(side)
    }

    /// A condition of one position, defined.
    pub(crate) fn condition(&mut self, name: &str, claim: &str, parts: &[TermId]) -> Result<String, Refused> {
        let text = self.conjunction(claim, parts, &Env { given: &["p"], ..Env::default() })?;
        let name = self.new_name(name);
        self.push(format!("Definition {name} (p : wpos) : bool :=\n  {text}."));
        Ok(name)
    }

    /// What is shown wherever something is given.
    pub(crate) fn given_and_shown(&mut self, claim: &str, given: Option<&str>, shown: &str) -> String {
        let Some(given) = given else { return shown.to_owned() };
        let name = self.new_name(claim);
        self.push(format!("Definition {name} (p : wpos) : bool := if {given} p then {shown} p else true."));
        name
    }
}
