//! How large numbers can be.
//!
//! Every number has a range that follows from the board and the text: a file is from 1 to 8 (0 if the man may
//! have been captured), a sum adds the ends, and so on. A text whose numbers need more than 24 bits is
//! refused, so that circuits stay small and no method has to think about overflow.
//!
//! A definition is looked at once for each tuple of ranges it is called with. That is exact, ends because
//! definitions are not circular, and gives the ranges of a definition over all its calls as the least range
//! that holds them all. The number of looks is limited; a text that needs more is refused too.

use std::collections::{HashMap, HashSet};

use adli_chess::Kind;

use crate::core::program::Program;
use crate::core::term::{DefId, NO_MATE, Quantifier, Sort, Term, TermId, VarId};
use crate::{Code, Diagnostic, Span};

/// The least and the greatest value a number can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

impl Range {
    const fn new(low: i64, high: i64) -> Range {
        Range { low, high }
    }

    fn join(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    fn hull(values: impl IntoIterator<Item = i64>) -> Range {
        values.into_iter().fold(Range::new(i64::MAX, i64::MIN), |range, v| range.join(Range::new(v, v)))
    }

    /// Whether every number of the range has at most 24 bits, sign included.
    #[must_use]
    pub fn is_small(self) -> bool {
        self.low >= -(1 << 23) && self.high < 1 << 23
    }
}

/// The range of a term's numbers: of a number itself, or of the file and rank of a square.
type Ends = [Range; 2];

const NOTHING: Ends = [Range::new(0, 0); 2];
/// How many times definitions are looked at, and how many terms are.
const MAX_LOOKS: usize = 50_000;
const MAX_WORK: usize = 10_000_000;

/// The ranges of a program.
pub struct Ranges<'a> {
    program: &'a Program,
    size: i64,
    looks: HashMap<(DefId, Vec<Ends>), Ends>,
    results: HashMap<DefId, Ends>,
    params: HashMap<VarId, Ends>,
    /// The values that each option has somewhere.
    options: Vec<Range>,
    /// How many terms have been looked at.
    work: usize,
    too_large: Vec<Span>,
    too_many: bool,
}

/// Complaints about numbers that are too large.
pub(crate) fn check(program: &Program) -> Vec<Diagnostic> {
    let ranges = Ranges::new(program);
    let mut complaints: Vec<Diagnostic> = Vec::new();
    for &span in &ranges.too_large {
        let message = "this number may need more than 24 bits";
        complaints.push(
            Diagnostic::error(Code::NumberRange, span, message)
                .help("keep products small; compare parts instead"),
        );
    }
    if ranges.too_many {
        let span = program.definitions.last().map_or(Span::default(), |def| def.span);
        complaints.push(Diagnostic::error(
            Code::TooLarge,
            span,
            "these definitions call one another with too many ranges of numbers",
        ));
    }
    let mut seen = HashSet::new();
    complaints.retain(|complaint| seen.insert(complaint.span));
    complaints
}

impl<'a> Ranges<'a> {
    /// Works out the ranges of everything in a program, on a board of eight.
    #[must_use]
    pub fn new(program: &'a Program) -> Ranges<'a> {
        let mut ranges = Ranges {
            program,
            size: 8,
            looks: HashMap::new(),
            results: HashMap::new(),
            params: HashMap::new(),
            options: program.options.iter().map(|option| Range::hull([i64::from(option.value)])).collect(),
            work: 0,
            too_large: Vec::new(),
            too_many: false,
        };
        for (option, value) in program.claims.iter().flat_map(|claim| &claim.under) {
            let range = &mut ranges.options[usize::from(option.0)];
            *range = range.join(Range::hull([i64::from(*value)]));
        }
        for root in program.roots() {
            ranges.look(root, &mut HashMap::new());
        }
        // What nobody calls is looked at with the coordinates of the board.
        for number in 0..program.definitions.len() {
            let def = DefId(number as u32);
            if !ranges.results.contains_key(&def) {
                let arguments =
                    program.definitions[number].params.iter().map(|_| [Range::new(0, 9); 2]).collect();
                ranges.definition(def, arguments);
            }
        }
        ranges
    }

    /// The range of a definition's numbers over all calls: of a number, or of a square's file and rank.
    #[must_use]
    pub fn result(&self, def: DefId) -> Option<[Range; 2]> {
        self.results.get(&def).copied()
    }

    /// The range of a parameter over all calls.
    #[must_use]
    pub fn param(&self, var: VarId) -> Option<[Range; 2]> {
        self.params.get(&var).copied()
    }

    fn definition(&mut self, def: DefId, arguments: Vec<Ends>) -> Ends {
        let key = (def, arguments);
        if let Some(&known) = self.looks.get(&key) {
            return known;
        }
        if self.looks.len() >= MAX_LOOKS || self.work > MAX_WORK {
            self.too_many = true;
            return NOTHING;
        }
        let definition = &self.program[def];
        let mut known: HashMap<TermId, Ends> = HashMap::new();
        for (&param, &ends) in definition.params.iter().zip(&key.1) {
            let all = self.params.entry(param).or_insert(ends);
            *all = [all[0].join(ends[0]), all[1].join(ends[1])];
            known.extend(self.program.terms.find_variable(param).map(|term| (term, ends)));
        }
        let ends = self.look(definition.body, &mut known);
        let all = self.results.entry(def).or_insert(ends);
        *all = [all[0].join(ends[0]), all[1].join(ends[1])];
        self.looks.insert(key, ends);
        ends
    }

    /// The range of a term, its children first so that depth does not matter.
    fn look(&mut self, root: TermId, known: &mut HashMap<TermId, Ends>) -> Ends {
        let terms = &self.program.terms;
        let parts = terms.post_order(root);
        self.work += parts.len();
        for term in parts {
            if known.contains_key(&term) {
                continue;
            }
            let ends = self.ends(term, known);
            let numeric = matches!(terms.sort(term), Sort::Int | Sort::Square);
            let ends = if numeric && !(ends[0].is_small() && ends[1].is_small()) {
                self.too_large.push(terms.span(term));
                NOTHING
            } else {
                ends
            };
            known.insert(term, ends);
        }
        known.get(&root).copied().unwrap_or(NOTHING)
    }

    fn ends(&mut self, term: TermId, known: &HashMap<TermId, Ends>) -> Ends {
        let of = |term: &TermId| known.get(term).copied().unwrap_or(NOTHING);
        let one = |range: Range| [range, Range::new(0, 0)];
        let program = self.program;
        match program.terms.get(term) {
            Term::Int(value) => one(Range::new(i64::from(*value), i64::from(*value))),
            Term::Size => one(Range::new(self.size, self.size)),
            Term::Option(option) => one(self.options[usize::from(option.0)]),
            Term::Var(_) => [Range::new(1, self.size); 2],
            Term::File(_, slot) | Term::Rank(_, slot) => {
                let low = i64::from(program.endgame.man(*slot).kind == Kind::King);
                one(Range::new(low, self.size))
            }
            Term::Passing(_) => [Range::new(0, self.size); 2],
            Term::If(_, yes, no) => {
                let (yes, no) = (of(yes), of(no));
                [yes[0].join(no[0]), yes[1].join(no[1])]
            }
            Term::Add(a, b) => {
                let (a, b) = (of(a)[0], of(b)[0]);
                one(Range::new(a.low + b.low, a.high + b.high))
            }
            Term::Sub(a, b) => {
                let (a, b) = (of(a)[0], of(b)[0]);
                one(Range::new(a.low - b.high, a.high - b.low))
            }
            Term::Mul(a, b) => {
                let (a, b) = (of(a)[0], of(b)[0]);
                one(Range::hull([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]))
            }
            Term::Div(a, by) => {
                let (a, by) = (of(a)[0], i64::from(*by).max(1));
                one(Range::new(a.low.div_euclid(by), a.high.div_euclid(by)))
            }
            Term::Mod(_, by) => one(Range::new(0, i64::from(*by) - 1)),
            Term::Abs(a) => {
                let a = of(a)[0];
                let low = if a.low <= 0 && a.high >= 0 { 0 } else { a.low.abs().min(a.high.abs()) };
                one(Range::new(low, a.low.abs().max(a.high.abs())))
            }
            Term::Min(a, b) => {
                let (a, b) = (of(a)[0], of(b)[0]);
                one(Range::new(a.low.min(b.low), a.high.min(b.high)))
            }
            Term::Max(a, b) => {
                let (a, b) = (of(a)[0], of(b)[0]);
                one(Range::new(a.low.max(b.low), a.high.max(b.high)))
            }
            Term::Square(file, rank) => [of(file)[0], of(rank)[0]],
            Term::FileOf(square) => one(of(square)[0]),
            Term::RankOf(square) => one(of(square)[1]),
            Term::Count(_) => one(Range::new(0, self.size * self.size)),
            Term::OverSquares(op, _, _, body) => one(self.tally(*op, of(body)[0], self.size * self.size)),
            Term::OverMoves(op, _, _, _, body) => one(self.tally(*op, of(body)[0], 218)),
            Term::Call(def, _, arguments) => {
                let arguments = arguments.iter().map(of).collect();
                self.definition(*def, arguments)
            }
            Term::PliesToGoal(node) => one(Range::new(0, i64::from(node.left) + 1)),
            Term::MovesToMate(_) => one(Range::new(0, i64::from(NO_MATE))),
            _ => NOTHING,
        }
    }

    /// The range of a count, or of a sum over at most so many.
    fn tally(&self, op: Quantifier, body: Range, most: i64) -> Range {
        match op {
            Quantifier::Some | Quantifier::Every => Range::new(0, 0),
            Quantifier::Count => Range::new(0, most),
            Quantifier::Sum => Range::new(body.low.min(0) * most, body.high.max(0) * most),
        }
    }
}
