//! The rules by which terms are related under a reflection. What they show is said in the module above this one.

use adli_lang::Terms;
use adli_lang::term::{DefId, Pos, PosId, Slot, Sort, SymmetryVar, Term, TermId, VarId};

use super::{Context, Mirror, Symmetries};

/// How a term in the images is related to another in the positions themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct How {
    /// The value is the image of the other's; for numbers, the same number.
    pub(crate) same: bool,
    /// For numbers: it is this constant minus the other.
    pub(crate) minus: Option<i32>,
}

const NOT: How = How { same: false, minus: None };
pub(super) const SAME: How = How { same: true, minus: None };
/// What a file and its image add up to.
pub(super) const REFLECTED: i32 = 9;

fn same(holds: bool) -> How {
    if holds { SAME } else { NOT }
}

fn minus(constant: i32) -> How {
    How { same: false, minus: Some(constant) }
}

impl How {
    pub(super) fn is_related(self) -> bool {
        self.same || self.minus.is_some()
    }

    /// In which ways both are related.
    fn and(self, other: How) -> How {
        let minus = if self.minus == other.minus { self.minus } else { None };
        How { same: self.same && other.same, minus }
    }

    fn or_else(self, other: impl FnOnce() -> How) -> How {
        if self.is_related() { self } else { other() }
    }
}

/// How deep questions may lead to questions.
const MAX_DEPTH: u32 = 400;

impl Context {
    /// Puts a man on the board.
    pub(super) fn place(&mut self, terms: &Terms, pos: PosId, slot: Slot) {
        match terms.pos(pos) {
            Pos::Given(number) => {
                let number = usize::from(number);
                if self.given.len() <= number {
                    self.given.resize(number + 1, 0);
                }
                self.given[number] |= 1 << slot.0;
            }
            Pos::Pass(from) => self.place(terms, from, slot),
            Pos::After(..) | Pos::Image(..) => match self.after.iter_mut().find(|(known, _)| *known == pos) {
                Some((_, men)) => *men |= 1 << slot.0,
                None => {
                    self.after.push((pos, 1 << slot.0));
                    self.after.sort_unstable();
                }
            },
        }
    }

    /// How two variables are related: as it is known of them, or as a square is to itself.
    pub(super) fn variables(&self, a: VarId, b: VarId) -> How {
        let known = self.pairs.iter().find(|pair| (pair.0, pair.1) == (a, b));
        let unpaired = a == b && !self.pairs.iter().any(|pair| pair.0 == a || pair.1 == a);
        known.map_or(same(unpaired), |pair| pair.2)
    }

    /// The men who are known to be on the board.
    pub(super) fn men(&self, terms: &Terms, pos: PosId) -> u16 {
        match terms.pos(pos) {
            Pos::Given(number) => self.given.get(usize::from(number)).copied().unwrap_or(0),
            Pos::Pass(from) => self.men(terms, from),
            _ => self.after.iter().find(|(known, _)| *known == pos).map_or(0, |(_, men)| *men),
        }
    }
}

impl Symmetries<'_> {
    /// How the first term in the images is related to the second in the positions.
    pub(super) fn relate(&mut self, mirror: Mirror, t: TermId, u: TermId, context: usize) -> How {
        if let Some(&known) = self.known.get(&(mirror, t, u, context)) {
            return known;
        }
        if self.questions == 0 || self.depth >= MAX_DEPTH {
            return NOT;
        }
        self.questions -= 1;
        self.depth += 1;
        let by_rule = self.by_rule(mirror, t, u, context);
        let how = by_rule.or_else(|| if t == u { self.by_cases(mirror, t, context) } else { NOT });
        self.depth -= 1;
        self.known.insert((mirror, t, u, context), how);
        how
    }

    pub(super) fn is_alive(&self, pos: PosId, slot: Slot, context: usize) -> bool {
        self.is_king(slot) || self.contexts[context].men(&self.program.terms, pos) >> slot.0 & 1 == 1
    }

    /// The number that a term is whatever the position.
    fn number(&self, term: TermId) -> Option<i32> {
        match self.program.terms.get(term) {
            Term::Int(value) => Some(*value),
            Term::Size => Some(8),
            Term::Option(option) if self.program.terms.sort(term) == Sort::Int => {
                let set = self.options.iter().rev().find(|(set, _)| set == option);
                set.map(|(_, value)| *value)
                    .or_else(|| Some(self.program.options.get(usize::from(option.0))?.value))
            }
            _ => None,
        }
    }

    fn by_rule(&mut self, mirror: Mirror, t: TermId, u: TermId, context: usize) -> How {
        if let (Some(a), Some(b)) = (self.number(t), self.number(u)) {
            return How { same: a == b, minus: a.checked_add(b) };
        }
        let program = self.program;
        let terms = &program.terms;
        let (first, second) = (terms.get(t), terms.get(u));
        let diagonal = mirror == Mirror::Diagonal;
        match (first, second) {
            (Term::Bool(_) | Term::Enum(..) | Term::Option(_) | Term::Board, _)
            | (Term::Alive(..) | Term::Kind(..) | Term::Turn(_) | Term::MovesToMate(_), _) => {
                same(first == second)
            }
            // Where nobody can be taken in passing the square is (0, 0), and so is its image.
            (Term::Passing(_), _) => same(diagonal && first == second),
            (Term::Var(a), Term::Var(b)) => self.contexts[context].variables(*a, *b),

            (Term::File(a, x), Term::Rank(b, y)) | (Term::Rank(a, x), Term::File(b, y)) => {
                same(diagonal && (a, x) == (b, y))
            }
            (Term::File(pos, slot), Term::File(..)) if first == second && !diagonal => {
                self.coordinate(mirror == Mirror::Files, self.is_alive(*pos, *slot, context))
            }
            (Term::Rank(pos, slot), Term::Rank(..)) if first == second && !diagonal => {
                self.coordinate(mirror == Mirror::Ranks, self.is_alive(*pos, *slot, context))
            }
            (Term::FileOf(a), Term::RankOf(b)) | (Term::RankOf(a), Term::FileOf(b)) if diagonal => {
                self.relate(mirror, *a, *b, context)
            }
            (Term::FileOf(a), Term::FileOf(b)) if !diagonal && self.relate(mirror, *a, *b, context).same => {
                self.coordinate(mirror == Mirror::Files, true)
            }
            (Term::RankOf(a), Term::RankOf(b)) if !diagonal && self.relate(mirror, *a, *b, context).same => {
                self.coordinate(mirror == Mirror::Ranks, true)
            }
            (Term::Square(a, b), Term::Square(c, d)) => {
                let (c, d) = if diagonal { (d, c) } else { (c, d) };
                let (file, rank) =
                    (self.relate(mirror, *a, *c, context), self.relate(mirror, *b, *d, context));
                let as_is = |how: How, reflected: bool| {
                    if reflected { how.minus == Some(REFLECTED) } else { how.same }
                };
                same(as_is(file, mirror == Mirror::Files) && as_is(rank, mirror == Mirror::Ranks))
            }

            (Term::Not(a), Term::Not(b)) => self.relate(mirror, *a, *b, context),
            (Term::And(a), Term::And(b)) => self.parts(mirror, (t, a), (u, b), true, context),
            (Term::Or(a), Term::Or(b)) => self.parts(mirror, (t, a), (u, b), false, context),
            (Term::SetOf(a), Term::SetOf(b)) => same(self.matched(mirror, a, b, context)),
            (Term::If(c, a, b), Term::If(d, e, f)) => {
                if !self.relate(mirror, *c, *d, context).same {
                    return NOT;
                }
                let (yes, no) = (self.under(context, *c, true), self.under(context, *c, false));
                self.relate(mirror, *a, *e, yes).and(self.relate(mirror, *b, *f, no))
            }
            // The coordinates of a captured man, 0, are their own image: equal ones are so in the image, whoever is on the board.
            (Term::Eq(a, b), Term::Eq(..)) if t == u && !diagonal && self.are_alike(*a, *b) => SAME,
            (Term::Eq(a, b), Term::Eq(c, d)) => {
                let straight = self.both(mirror, (*a, *c), (*b, *d), context);
                same(straight.or_else(|| self.both(mirror, (*a, *d), (*b, *c), context)).is_related())
            }
            (Term::Less(a, b), Term::Less(c, d)) | (Term::AtMost(a, b), Term::AtMost(c, d)) => {
                let straight = self.both(mirror, (*a, *c), (*b, *d), context);
                // Reflection turns an order round.
                let holds = straight.same || self.both(mirror, (*a, *d), (*b, *c), context).minus.is_some();
                same(holds)
            }

            (Term::Add(a, b), Term::Add(c, d)) => {
                let straight = self.sum(mirror, (*a, *c), (*b, *d), context);
                straight.or_else(|| self.sum(mirror, (*a, *d), (*b, *c), context))
            }
            (Term::Sub(a, b), Term::Sub(c, d)) => {
                let (left, right) =
                    (self.relate(mirror, *a, *c, context), self.relate(mirror, *b, *d, context));
                let minus = left.minus.zip(right.minus).and_then(|(a, b)| a.checked_sub(b));
                How { same: left.same && right.same, minus }
            }
            (Term::Mul(a, b), Term::Mul(c, d)) => {
                let straight = self.product(mirror, (*a, *c), (*b, *d), context);
                straight.or_else(|| self.product(mirror, (*a, *d), (*b, *c), context))
            }
            (Term::Abs(a), Term::Abs(b)) => {
                let how = self.relate(mirror, *a, *b, context);
                same(how.same || how.minus == Some(0))
            }
            (Term::Div(a, x), Term::Div(b, y)) | (Term::Mod(a, x), Term::Mod(b, y)) if x == y => {
                same(self.relate(mirror, *a, *b, context).same)
            }
            (Term::Min(a, b), Term::Min(c, d)) | (Term::Max(a, b), Term::Max(c, d)) => {
                let straight = self.both(mirror, (*a, *c), (*b, *d), context).same;
                same(straight || self.both(mirror, (*a, *d), (*b, *c), context).same)
            }
            (Term::Min(a, b), Term::Max(c, d)) | (Term::Max(a, b), Term::Min(c, d)) => {
                let straight = self.both(mirror, (*a, *c), (*b, *d), context);
                let how = straight.or_else(|| self.both(mirror, (*a, *d), (*b, *c), context));
                How { same: false, ..how }
            }

            (Term::Union(a, b), Term::Union(c, d)) | (Term::Intersection(a, b), Term::Intersection(c, d)) => {
                let straight = self.both(mirror, (*a, *c), (*b, *d), context);
                straight.or_else(|| self.both(mirror, (*a, *d), (*b, *c), context))
            }
            (Term::Difference(a, b), Term::Difference(c, d))
            | (Term::Subset(a, b), Term::Subset(c, d))
            | (Term::Member(a, b), Term::Member(c, d)) => self.both(mirror, (*a, *c), (*b, *d), context),
            (Term::Count(a), Term::Count(b)) => self.relate(mirror, *a, *b, context),
            (Term::Those(v, a), Term::Those(w, b)) => {
                let inner = self.paired(context, *v, *w);
                self.relate(mirror, *a, *b, inner)
            }

            (Term::OverSquares(p, v, a, b), Term::OverSquares(q, w, c, d)) if p == q => {
                let inner = self.paired(context, *v, *w);
                let sets = self.relate(mirror, *a, *c, context).same;
                same(sets && self.relate(mirror, *b, *d, inner).same)
            }
            (Term::OverMoves(p, from, men, v, a), Term::OverMoves(q, other, movers, w, b))
                if (p, from, men, v) == (q, other, movers, w) =>
            {
                same(self.relate(mirror, *a, *b, context).same)
            }
            (Term::SomeSymmetry(symmetry, body), _) => same(t == u && self.only_images(*symmetry, *body)),

            (Term::Call(def, at, arguments), Term::Call(other, there, others)) if at == there => {
                self.call(mirror, (*def, *other), at, (arguments, others), context)
            }
            (Term::Step(strategy, _) | Term::Allows(strategy, ..), _) => {
                same(first == second && self.is_symmetric(mirror, *strategy))
            }
            (Term::Forces(node) | Term::PliesToGoal(node), _) => {
                same(first == second && self.is_advice_symmetric(mirror, node.advice))
            }
            (Term::Value(at, side), Term::Value(there, other)) if at == there => {
                self.relate(mirror, *side, *other, context)
            }
            _ => NOT,
        }
    }

    /// Whether two terms are the files of men, or the ranks.
    fn are_alike(&self, a: TermId, b: TermId) -> bool {
        let terms = &self.program.terms;
        matches!(
            (terms.get(a), terms.get(b)),
            (Term::File(..), Term::File(..)) | (Term::Rank(..), Term::Rank(..))
        )
    }

    /// A coordinate that the reflection turns round, or leaves as it is.
    fn coordinate(&self, turned: bool, on_board: bool) -> How {
        match (turned, on_board) {
            (false, _) => SAME,
            (true, true) => minus(REFLECTED),
            (true, false) => NOT,
        }
    }

    fn both(&mut self, mirror: Mirror, a: (TermId, TermId), b: (TermId, TermId), context: usize) -> How {
        let first = self.relate(mirror, a.0, a.1, context);
        if first.is_related() { first.and(self.relate(mirror, b.0, b.1, context)) } else { NOT }
    }

    fn sum(&mut self, mirror: Mirror, a: (TermId, TermId), b: (TermId, TermId), context: usize) -> How {
        let (a, b) = (self.relate(mirror, a.0, a.1, context), self.relate(mirror, b.0, b.1, context));
        How { same: a.same && b.same, minus: a.minus.zip(b.minus).and_then(|(a, b)| a.checked_add(b)) }
    }

    fn product(&mut self, mirror: Mirror, a: (TermId, TermId), b: (TermId, TermId), context: usize) -> How {
        let (left, right) = (self.relate(mirror, a.0, a.1, context), self.relate(mirror, b.0, b.1, context));
        let signs = left.minus == Some(0) && right.minus == Some(0);
        // (c - x) times a number is c times it, minus x times it.
        let times = |how: How, other: How, factor: TermId| {
            if other.same { how.minus?.checked_mul(self.number(factor)?) } else { None }
        };
        let minus = times(left, right, b.1).or_else(|| times(right, left, a.1));
        How { same: left.same && right.same || signs, minus }
    }

    /// The context in which a condition holds, or does not.
    fn under(&mut self, context: usize, condition: TermId, holds: bool) -> usize {
        let mut inner = self.contexts[context].clone();
        self.suppose(&mut inner, condition, holds);
        self.context(inner)
    }

    /// The context in which quantifiers bind two names to a square and its image.
    fn paired(&mut self, context: usize, v: VarId, w: VarId) -> usize {
        let mut inner = self.contexts[context].clone();
        inner.pairs.retain(|pair| ![pair.0, pair.1].iter().any(|var| *var == v || *var == w));
        inner.pairs.push((v, w, SAME));
        self.context(inner)
    }

    /// Conjunctions (or disjunctions): where a part says who is on the board, the others need to be related only
    /// where he is, because elsewhere that part decides.
    fn parts(
        &mut self,
        mirror: Mirror,
        (t, first): (TermId, &[TermId]),
        (u, second): (TermId, &[TermId]),
        holds: bool,
        context: usize,
    ) -> How {
        let mut inner = context;
        // Only what both say is known on both sides.
        if t == u {
            inner = self.under(context, t, holds);
        } else {
            for &part in first.iter().filter(|part| second.contains(part)) {
                inner = self.under(inner, part, holds);
            }
        }
        same(self.matched(mirror, first, second, inner))
    }

    /// Whether terms can be paired so that each is related to its partner.
    fn matched(&mut self, mirror: Mirror, first: &[TermId], second: &[TermId], context: usize) -> bool {
        if first.len() != second.len() {
            return false;
        }
        let mut free: Vec<TermId> = second.to_vec();
        for &part in first {
            // Most parts are their own partners.
            let own = free.iter().position(|&other| other == part);
            let own = own.filter(|_| self.relate(mirror, part, part, context).same);
            let found = own.or_else(|| {
                (0..free.len())
                    .find(|&at| free[at] != part && self.relate(mirror, part, free[at], context).same)
            });
            match found {
                Some(at) => drop(free.remove(at)),
                None => return false,
            }
        }
        true
    }

    /// Definitions at the same positions: their bodies are related if their arguments are.
    fn call(
        &mut self,
        mirror: Mirror,
        (def, other): (DefId, DefId),
        positions: &[PosId],
        (first, second): (&[TermId], &[TermId]),
        context: usize,
    ) -> How {
        let program = self.program;
        let definition = |def: DefId| program.definition(def);
        let (Some(def), Some(other)) = (definition(def), definition(other)) else { return NOT };
        if first.len() != second.len() {
            return NOT;
        }
        let hows: Vec<How> = first
            .iter()
            .zip(second)
            .map(|(&argument, &other)| self.relate(mirror, argument, other, context))
            .collect();
        let given: Vec<u16> =
            positions.iter().map(|&pos| self.contexts[context].men(&program.terms, pos)).collect();
        // A constant may be taken as the same or as reflected; whichever the definition needs.
        for reflected in [false, true] {
            let one = |how: &How| match how {
                How { same: true, minus: Some(_) } if reflected => How { same: false, ..*how },
                How { same: true, .. } => SAME,
                how => *how,
            };
            if !hows.iter().all(|how| how.is_related()) {
                return NOT;
            }
            let pairs = def.params.iter().zip(&other.params).zip(hows.iter().map(one));
            let params = pairs.map(|((&param, &partner), how)| (param, partner, how)).collect();
            let inner = self.context(Context { given: given.clone(), after: Vec::new(), pairs: params });
            let how = self.relate(mirror, def.body, other.body, inner);
            if how.is_related() {
                return how;
            }
        }
        NOT
    }

    /// Whether a term looks at positions only through their images under all symmetries in turn; then it does not matter
    /// which of the images it is asked about.
    fn only_images(&self, symmetry: SymmetryVar, body: TermId) -> bool {
        let terms = &self.program.terms;
        let mut bound = Vec::new();
        let mut used = Vec::new();
        let mut positions = Vec::new();
        for (_, node) in terms.reach([body]) {
            match node {
                Term::Var(var) => used.push(*var),
                Term::Those(var, _) | Term::OverSquares(_, var, ..) => bound.push(*var),
                Term::SomeSymmetry(..) => return false,
                // Whose move it is does not change with the image.
                Term::Turn(_) => {}
                _ => positions.extend(node.positions()),
            }
        }
        let mut is_image = |pos: PosId| {
            let mut pos = pos;
            loop {
                match terms.pos(pos) {
                    Pos::Image(of, by) => break by == symmetry && !matches!(terms.pos(of), Pos::Image(..)),
                    Pos::After(from, _) | Pos::Pass(from) => pos = from,
                    Pos::Given(_) => break false,
                }
            }
        };
        positions.into_iter().all(&mut is_image) && used.iter().all(|var| bound.contains(var))
    }
}
