//! What a claim takes for granted: that the other side plays as a piece of advice supposes.
//!
//! `replies k where ..` and `against C` make a tree look at some replies alone. A strategy that tries such advice is followed
//! through every reply there is, so that what is proved of it holds whatever the other side plays. But `can A` in a claim says only
//! that there is a tree as long as he plays them, and nothing at all where he has none of them. Whoever reads the verdict has to be told.
//!
//! Not every claim in which such a tree occurs rests on it. To look at fewer replies makes trees easier, never harder, so what matters is on
//! which side of an implication it stands: that there is *no* tree against some replies says as much of all replies, and a lemma
//! that *supposes* such trees says more than one that supposes real ones. So the walk below carries a sign.
//!
//! A claim that rests on such trees may name a lemma (`by`) that says what follows from them without any condition: a **completeness
//! lemma**, such as `in every position where D: can A against C and can A against E implies can A`. If what it supposes is what the
//! claim says, the claim is free of the condition.

use std::collections::{BTreeSet, HashSet};

use crate::core::program::{Advice, Claim, ClaimKind, Constraint, Program};
use crate::core::term::{AdviceId, Quantifier, Term, TermId};

/// Whether more of something makes a claim stronger, weaker, or perhaps both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sign {
    For,
    Against,
    Either,
}

impl Sign {
    fn turned(self) -> Sign {
        match self {
            Sign::For => Sign::Against,
            Sign::Against => Sign::For,
            Sign::Either => Sign::Either,
        }
    }
}

impl Program {
    /// The pieces of advice whose assumed replies a claim rests on if it holds, by name.
    #[must_use]
    pub fn assumed_replies(&self, claim: &Claim) -> Vec<String> {
        self.assumed(says(claim)).iter().filter_map(|id| self.advice(*id)).map(|a| a.name.clone()).collect()
    }

    /// Whether a lemma says what follows from a claim without any condition: it is about the same positions or more, supposes
    /// what the claim says, everything in it that rests on replies, and concludes something about trees that does not.
    #[must_use]
    pub fn completes(&self, lemma: &Claim, claim: &Claim) -> bool {
        let (ClaimKind::Everywhere { domain: wide, show }, ClaimKind::Everywhere { domain, show: said }) =
            (&lemma.says, &claim.says)
        else {
            return false;
        };
        let (known, said) = (self.conjuncts(*domain), self.conjuncts(*said));
        let (supposed, concluded) = self.implication(*show);
        let given = |part: &TermId| known.contains(part) || said.contains(part);
        let uses_all = said
            .iter()
            .all(|part| self.assumed(vec![(*part, Sign::For)]).is_empty() || supposed.contains(part));
        let mut trees = self.reach(concluded.iter().copied());
        (lemma.under == claim.under && lemma.sizes == claim.sizes)
            && self.conjuncts(*wide).iter().all(given)
            && supposed.iter().all(given)
            && uses_all
            && trees.any(|(_, node)| matches!(node, Term::Forces(_)))
            && self.assumed(concluded.into_iter().map(|part| (part, Sign::For)).collect()).is_empty()
    }

    /// Advice with assumed replies on whose side a truth stands.
    fn assumed(&self, mut todo: Vec<(TermId, Sign)>) -> BTreeSet<AdviceId> {
        let mut found = BTreeSet::new();
        let mut seen: HashSet<(TermId, Sign)> = HashSet::new();
        while let Some((term, sign)) = todo.pop() {
            if !seen.insert((term, sign)) {
                continue;
            }
            let node = self.terms.get(term);
            let mut go = |part: TermId, sign: Sign| todo.push((part, sign));
            match node {
                Term::Not(inner) => go(*inner, sign.turned()),
                Term::And(_) | Term::Or(_) | Term::SomeSymmetry(..) => {
                    node.for_children(|part| go(part, sign));
                }
                Term::If(condition, yes, no) => {
                    go(*condition, Sign::Either);
                    go(*yes, sign);
                    go(*no, sign);
                }
                Term::OverMoves(Quantifier::Some | Quantifier::Every, _, _, _, body) => go(*body, sign),
                Term::OverSquares(Quantifier::Some | Quantifier::Every, _, set, body) => {
                    go(*set, Sign::Either);
                    go(*body, sign);
                }
                Term::Call(def, _, arguments) => {
                    arguments.iter().for_each(|argument| go(*argument, Sign::Either));
                    self.definition(*def).into_iter().for_each(|definition| go(definition.body, sign));
                }
                Term::Forces(node) | Term::PliesToGoal(node) => {
                    let Some(advice) = self.advice(node.advice) else { continue };
                    let sign =
                        if matches!(self.terms.get(term), Term::Forces(_)) { sign } else { Sign::Either };
                    if advice.assumes_replies() && sign != Sign::Against {
                        found.insert(node.advice);
                    }
                    todo.extend(asks(advice, sign));
                }
                _ => node.for_children(|part| go(part, Sign::Either)),
            }
        }
        found
    }

    fn conjuncts(&self, term: TermId) -> Vec<TermId> {
        if let Term::And(parts) = self.terms.get(term) { parts.to_vec() } else { vec![term] }
    }

    /// What an implication supposes, and one of what it concludes.
    fn implication(&self, term: TermId) -> (Vec<TermId>, Vec<TermId>) {
        let parts = if let Term::Or(parts) = self.terms.get(term) { parts.to_vec() } else { vec![term] };
        let (mut supposed, mut concluded) = (Vec::new(), Vec::new());
        for part in parts {
            match self.terms.get(part) {
                Term::Not(inner) => supposed.extend(self.conjuncts(*inner)),
                _ => concluded.push(part),
            }
        }
        (supposed, concluded)
    }
}

impl Advice {
    /// Whether its trees look at some replies only.
    #[must_use]
    pub fn assumes_replies(&self) -> bool {
        self.replies.is_some() || self.passes
    }
}

/// The terms of a claim: what it says, and what it supposes; of an answer nobody knows for what it is used.
fn says(claim: &Claim) -> Vec<(TermId, Sign)> {
    match &claim.says {
        ClaimKind::Play { given, show, .. } => vec![(*given, Sign::Against), (*show, Sign::For)],
        ClaimKind::Everywhere { domain, show } => vec![(*domain, Sign::Against), (*show, Sign::For)],
        ClaimKind::Reaches { or, from, .. } => {
            or.iter().map(|or| (*or, Sign::For)).chain([(*from, Sign::Against)]).collect()
        }
        ClaimKind::Keeps { from, .. }
        | ClaimKind::Optimal { from, .. }
        | ClaimKind::Recognises { from, .. } => vec![(*from, Sign::Against)],
        other => other.terms().into_iter().map(|term| (term, Sign::Either)).collect(),
    }
}

/// Everything that the trees of a piece of advice are asked: what is reached, what holds and which moves are made is for it,
/// which replies there are against it.
fn asks(advice: &Advice, sign: Sign) -> Vec<(TermId, Sign)> {
    let goals = advice.hold.into_iter().chain(advice.reach.into_iter().flatten());
    let own = goals.chain([advice.when, advice.opening]).chain(advice.each.iter().map(|each| each.condition));
    let own = own.map(|term| (term, sign));
    let of = |constraint: &Constraint| match constraint.order.is_empty() {
        true => vec![(constraint.condition, sign.turned())],
        false => constraint.terms().map(|term| (term, Sign::Either)).collect(),
    };
    own.chain(advice.replies.iter().flat_map(of)).collect()
}
