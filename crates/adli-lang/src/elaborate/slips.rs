//! Slips that pass: what means something, but hardly what its author meant. Each is a warning with what to write instead, and
//! none of them changes what the text means.

use crate::core::program::{Advice, Claim, ClaimKind, Step};
use crate::core::term::{PosId, Slot, Term, TermId};
use crate::core::visit::Reach;
use crate::diagnostic::Warning;
use crate::syntax::ast::{BinaryOp, ClaimItem, Expr, ExprKind};
use crate::{Code, Span};

use super::{Context, Elaborator};

/// What the laws say of a position in which somebody is to move; where there is a move none of these is true.
const ENDS: [&str; 3] = ["mate", "stalemate", "no_move"];

impl Elaborator<'_> {
    /// A condition on a move that looks at the position before it alone: its prime has been forgotten. It is *the* slip of this
    /// language.
    pub(super) fn forgotten_prime(&mut self, condition: &Expr, term: TermId, after: PosId) {
        if self.terms.as_bool(term).is_some() {
            return;
        }
        if !self.observes(term, after) {
            let message = "this says nothing of the move: it is about the position before it";
            let help = match primed(condition) {
                Some(primed) => format!("for the position after the move put a prime: `{primed}`"),
                None => "for the position after the move put a prime: `(..)'`".to_owned(),
            };
            self.warnings.push(Warning::new(Code::SaysNothing, condition.span, message).help(help));
            return;
        }
        for part in conjuncts(condition) {
            let Some(primed) =
                primed(part).filter(|primed| ENDS.iter().any(|end| primed.ends_with(&format!("{end}'"))))
            else {
                continue;
            };
            let message = "before a move the game is not over, so this says nothing";
            let help = format!("for the position after the move put a prime: `{primed}`");
            self.warnings.push(Warning::new(Code::SaysNothing, part.span, message).help(help));
        }
    }

    /// A quantifier over moves inside another that speaks of the same position: two moves in a row are hardly said without a prime.
    pub(super) fn moves_of_one_position(&mut self, ctx: &Context, here: PosId, inner: Span) {
        let same =
            ctx.over_moves.iter().rev().find(|(pos, outer)| *pos == here && outer.source == inner.source);
        let Some(&(_, outer)) = same else { return };
        let sources = self.sources;
        let bracketed = self.bracketed(inner);
        let second = match bracketed {
            Some(whole) => format!("{}'", sources.text(whole)),
            None => format!("({})'", sources.text(inner)),
        };
        let replaced = bracketed.unwrap_or(inner);
        let first = sources.text(Span { end: replaced.start, ..outer });
        let rest = sources.text(Span { start: replaced.end, ..outer });
        let message = "these moves are made in the same position as those of the quantifier around it";
        let warning = Warning::new(Code::SamePosition, inner, message).note(outer, "that one");
        let help = format!("for moves in the position after the first put a prime: `{first}{second}{rest}`");
        self.warnings.push(warning.help(help).fix(replaced, second));
    }

    /// The span with the brackets directly around it; `None` without brackets, or if they follow a name.
    fn bracketed(&self, inner: Span) -> Option<Span> {
        let text = &self.sources.get(inner.source)?.text;
        let before = text.get(..inner.start as usize)?.strip_suffix('(')?;
        text.get(inner.end as usize..)?.strip_prefix(')')?;
        let named = before.ends_with(|sign: char| sign.is_alphanumeric() || sign == '_');
        (!named).then_some(Span { start: inner.start - 1, end: inner.end + 1, ..inner })
    }

    /// A recogniser is worked out anew at every position that a rule looks at.
    pub(super) fn recogniser_in_rule(&mut self, condition: &Expr, term: TermId) {
        let asked = self.reach(term).find_map(|(_, node)| match node {
            Term::Call(def, ..) => self
                .recognisers
                .all
                .iter()
                .find(|r| r.answer == *def || r.rule == *def)
                .map(|r| r.name.clone()),
            _ => None,
        });
        if let Some(name) = asked {
            let message = format!(
                "`{name}` is asked at every position that this rule looks at: a proof takes far longer"
            );
            let help = "ask recognisers in claims; in a rule say what is to be seen on the board";
            self.warnings.push(Warning::new(Code::CostlyRecogniser, condition.span, message).help(help));
        }
    }

    /// A tree goes on after a promotion, with a queen in the place of the pawn.
    pub(super) fn promotion_in_tree(&mut self, advice: &Advice) {
        let cast = self.cast_of(self.open.last().map_or(0, |open| open.text));
        let pawn = self.endgame.slots().zip(&cast.0).find(|(_, kind)| **kind == Some(adli_chess::Kind::Pawn));
        let Some((pawn, letter)) = pawn.map(|((pawn, man), _)| (pawn, man.letter)) else { return };
        if self.ends_by_promotion(advice, pawn) {
            return;
        }
        let goals: Vec<TermId> = advice.reach.into_iter().flatten().chain(advice.hold).collect();
        if advice.plies > 1 && !self.asks_kinds(goals) {
            let message = format!(
                "a tree of `{}` goes on after a promotion, with another man in the place of `{letter}`",
                advice.first.name
            );
            let help = format!("say `hold: home'` if it is to end there, or what `kind({letter}')` is to be");
            self.warnings.push(Warning::new(Code::Promotion, advice.span, message).help(help));
        }
    }

    /// Whether a tree ends where a pawn comes to the last rank: that is what it is to reach.
    fn ends_by_promotion(&mut self, advice: &Advice, pawn: Slot) -> bool {
        let after = self.given(1);
        let square = self.terms.square_of(after, pawn);
        let (rank, alive) = (self.terms.rank_of(square), self.terms.alive(after, pawn));
        let lines = [self.terms.size(), self.terms.int(8)];
        let last = lines.map(|line| self.terms.eq(rank, line));
        let Some(reach) = advice.reach[0] else { return false };
        let ways = if let Term::Or(ways) = self.terms.get(reach) { ways.to_vec() } else { vec![reach] };
        ways.into_iter().any(|way| self.parts(way).iter().all(|part| last.contains(part) || *part == alive))
    }

    /// Whether a text asks itself what kind of man somebody is. The laws do so wherever they speak of moves.
    fn asks_kinds(&self, terms: Vec<TermId>) -> bool {
        let laws = self.loaded.laws.map(|laws| self.loaded.texts[laws].source);
        let of_laws = |node: &Term| match node {
            Term::Call(def, ..) => {
                self.definitions.get(def.0 as usize).is_some_and(|def| Some(def.span.source) == laws)
            }
            _ => false,
        };
        let mut walk = Reach::new(&self.terms, &self.definitions, terms);
        while let Some((_, node)) = walk.next() {
            if matches!(node, Term::Kind(..)) {
                return true;
            }
            if of_laws(node) {
                walk.pass_over();
            }
        }
        false
    }

    /// A claim that stands there already.
    pub(super) fn said_before(&mut self, item: &ClaimItem, claim: &Claim) {
        let says = (claim.says.clone(), claim.under.clone(), claim.fifty, claim.sizes, claim.rests.clone());
        let first = *self.said.entry(says).or_insert(self.claims.len());
        if let Some(other) = self.claims.get(first) {
            let message = format!("`{}` says the same as `{}`", claim.name, other.name);
            let warning = Warning::new(Code::SameClaim, item.name.span, message).note(other.span, "that one");
            self.warnings.push(warning.help("leave one of them out"));
        }
    }

    /// A claim for every size that speaks of the last file or rank of a board of eight: `K.file = 8`, `h8`. Lines and squares
    /// near a1 are the same on every board, and numbers that are compared with other things mean many things. What an earlier
    /// claim speaks of has been looked at.
    pub(super) fn means_eight(&mut self, claim: &Claim) {
        if claim.sizes.is_none() {
            return;
        }
        let number = |term: TermId| self.terms.as_int(term);
        let is_line = |term: TermId| {
            matches!(
                self.terms.get(term),
                Term::File(..) | Term::Rank(..) | Term::FileOf(_) | Term::RankOf(_)
            )
        };
        let last = |term: TermId| number(term).is_some_and(|line| line == 7 || line == 8);
        let fixed = |node: &Term| match *node {
            Term::Eq(a, b) | Term::Less(a, b) | Term::AtMost(a, b) => {
                is_line(a) && last(b) || last(a) && is_line(b)
            }
            Term::Square(file, rank) => match (number(file), number(rank)) {
                (Some(file), Some(rank)) => (5..=8).contains(&file.max(rank)) && file.min(rank) > 0,
                _ => false,
            },
            _ => false,
        };
        let strategy = match claim.says {
            ClaimKind::Play { strategy, .. } | ClaimKind::Reaches { strategy, .. } => Some(strategy),
            _ => None,
        };
        let strategy = strategy.and_then(|id| self.strategies.all.get(usize::from(id.0)));
        let steps = strategy.iter().flat_map(|strategy| &strategy.steps).flat_map(Step::terms);
        let asked: Vec<TermId> = claim.terms().into_iter().chain(steps).collect();
        let seen = std::mem::take(&mut self.sized);
        let mut all = Reach::new(&self.terms, &self.definitions, asked).but_not(seen);
        let found: Vec<TermId> = all.by_ref().filter(|(_, node)| fixed(node)).map(|(term, _)| term).collect();
        self.sized = all.met();
        for term in found {
            let message = format!("`{}` is for every size, and this means a board of eight", claim.name);
            let help = "count from the far edge with `size`: the last file or rank is `size`";
            self.warnings.push(Warning::new(Code::EverySize, self.terms.span(term), message).help(help));
        }
    }

    /// What a claim is about is empty, as far as its words show.
    pub(super) fn vacuous(&mut self, domain: &Expr, term: TermId) {
        if self.terms.as_bool(term) == Some(false) {
            let message = "there is no such position, so whatever is claimed of it holds";
            self.warnings.push(
                Warning::new(Code::EmptyDomain, domain.span, message).help("say where the claim is to hold"),
            );
        }
    }

    /// The parts of a conjunction; none of them is one.
    pub(super) fn parts(&self, term: TermId) -> Vec<TermId> {
        if let Term::And(parts) = self.terms.get(term) { parts.to_vec() } else { vec![term] }
    }

    /// Everything that a term is made of, through the definitions it calls.
    pub(super) fn reach(&self, term: TermId) -> Reach<'_> {
        Reach::new(&self.terms, &self.definitions, [term])
    }
}

/// The parts of `a and b and c`.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Group(inner) => conjuncts(inner),
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinaryOp::And) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).flat_map(conjuncts).collect()
        }
        _ => vec![expr],
    }
}

/// A word, perhaps negated, with a prime put to it.
fn primed(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(format!("{name}'")),
        ExprKind::Call(name, _) => Some(format!("{}(..)'", name.text)),
        ExprKind::Group(inner) => primed(inner),
        ExprKind::Not(inner) => primed(inner).map(|inner| format!("not {inner}")),
        _ => None,
    }
}
