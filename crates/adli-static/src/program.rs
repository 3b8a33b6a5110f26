//! From a checked text to code: decision lists, and terms of claims.

use adli_lang::term::{OptionId, TermId};
use adli_lang::{Branch, Decision, Program};

use crate::code::{At, Code, Op, TooMuch};
use crate::lower::Lower;
use crate::node::{Node, X};
use crate::unfold::Unfold;

/// A decision list as code, for one side to move.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub(crate) code: Code,
    pub(crate) list: Vec<Guarded>,
}

/// Conditions that must hold together, and what follows.
#[derive(Clone, Debug)]
pub(crate) struct Guarded {
    pub(crate) when: Vec<At>,
    pub(crate) then: Then,
}

#[derive(Clone, Debug)]
pub(crate) enum Then {
    Rule(u16),
    List(Vec<Guarded>),
}

impl Then {
    /// The rule, if it is one.
    pub(crate) fn rule(&self) -> Option<u16> {
        if let Then::Rule(rule) = self { Some(*rule) } else { None }
    }
}

impl Compiled {
    /// The rules that the men and the side to move leave possible: others have conditions that are false for all positions.
    #[must_use]
    pub fn rules(&self) -> Vec<u16> {
        fn gather(list: &[Guarded], rules: &mut Vec<u16>) {
            for guarded in list {
                match &guarded.then {
                    Then::Rule(rule) => rules.push(*rule),
                    Then::List(inner) => gather(inner, rules),
                }
            }
        }
        let mut rules = Vec::new();
        gather(&self.list, &mut rules);
        rules
    }
}

/// Terms as code, for one side to move.
#[derive(Clone, Debug)]
pub struct CompiledTerms {
    pub(crate) code: Code,
    pub(crate) terms: Vec<At>,
}

impl CompiledTerms {
    /// Whether they ask what the tables say.
    #[must_use]
    pub fn looks(&self) -> bool {
        self.code.ops.iter().any(|op| matches!(op, Op::Seen(_)))
    }

    /// The value of the term of that number if it is the same everywhere.
    #[must_use]
    pub fn constant(&self, number: usize) -> Option<u64> {
        match self.code.op(*self.terms.get(number)?) {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }
}

/// The code of a decision list with a side to move.
///
/// # Errors
/// If it is too large, or has no code.
pub fn compile(
    program: &Program,
    options: &[(OptionId, i32)],
    turn: u16,
    branches: &[Branch],
) -> Result<Compiled, TooMuch> {
    let mut unfold = Unfold::new(program, options, turn);
    let list = unfolded(&mut unfold, branches)?;
    let mut lower = Lower::new(unfold.exprs);
    let list = lowered(&mut lower, &list)?;
    Ok(Compiled { code: lower.code, list })
}

/// The code of conditions and numbers with a side to move.
///
/// # Errors
/// If they are too large, or have no code.
pub fn compile_terms(
    program: &Program,
    options: &[(OptionId, i32)],
    turn: u16,
    terms: &[TermId],
) -> Result<CompiledTerms, TooMuch> {
    let mut unfold = Unfold::new(program, options, turn);
    let terms = terms.iter().map(|&term| unfold.term(term)).collect::<Result<Vec<_>, _>>()?;
    let mut lower = Lower::new(unfold.exprs);
    let terms = terms.into_iter().map(|x| lower.lower(x)).collect::<Result<Vec<_>, _>>()?;
    Ok(CompiledTerms { code: lower.code, terms })
}

/// A list of conditions that are not constant, but for the last.
type Unfolded = Vec<(Vec<X>, Next)>;

enum Next {
    Rule(u16),
    List(Unfolded),
}

fn unfolded(unfold: &mut Unfold<'_>, branches: &[Branch]) -> Result<Unfolded, TooMuch> {
    let mut list = Vec::new();
    for branch in branches {
        let when = unfold.term(branch.when)?;
        let constant = unfold.exprs.as_bool(when);
        if constant == Some(false) {
            continue;
        }
        let when = match unfold.exprs.node(when) {
            Node::And(parts) => parts.to_vec(),
            _ if constant.is_some() => Vec::new(),
            _ => vec![when],
        };
        let then = match &branch.then {
            Decision::Rule(rule) => Next::Rule(*rule),
            Decision::List(inner) => Next::List(unfolded(unfold, inner)?),
        };
        list.push((when, then));
        if constant == Some(true) {
            break;
        }
    }
    Ok(list)
}

fn lowered(lower: &mut Lower, list: &Unfolded) -> Result<Vec<Guarded>, TooMuch> {
    let mut guarded = Vec::new();
    for (when, then) in list {
        let when = lower.conjuncts(when)?;
        let then = match then {
            Next::Rule(rule) => Then::Rule(*rule),
            Next::List(inner) => Then::List(lowered(lower, inner)?),
        };
        guarded.push(Guarded { when, then });
    }
    Ok(guarded)
}
