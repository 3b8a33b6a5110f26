//! The parts of a condition, with their values where it was looked at.
//!
//! A checked text remembers which words mean which terms. The words of a condition form a tree, since one
//! part stands inside another; a part is told as far as it decides the whole: all parts of a conjunction that
//! holds, those that fail of one that does not. A name of the user is followed into its definition.

use std::cell::Cell;
use std::collections::BTreeMap;

use adli_chess::{Square, SquareSet};
use adli_lang::core::Definition;
use adli_lang::term::{Pos, PosId, Sort, Term, TermId};
use adli_lang::{Interpreter, MovesFrom, Program, Sources, Span, State, Stopped, Value};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chosen::interpreter;
use crate::text::FOUNDATIONS;

/// A part and its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "fields are named as in the JSON")]
pub struct Fact {
    pub text: String,
    pub value: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<Fact>,
}

/// Words with the term that they mean, and the words inside them.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) span: Span,
    pub(crate) term: TermId,
    inside: Vec<Part>,
}

/// How far definitions are followed.
const MAX_DEPTH: usize = 6;

/// Where words are read: the positions they speak of.
#[derive(Clone)]
pub(crate) struct Scope {
    pub(crate) positions: Vec<State>,
    /// The first position is the one after the move, so that a prime has to be added to the words.
    is_after: bool,
}

impl Scope {
    /// One position.
    pub(crate) fn of_position(at: State) -> Scope {
        Scope { positions: vec![at], is_after: false }
    }

    /// Before and after a move.
    pub(crate) fn of_move(before: State, after: State) -> Scope {
        Scope { positions: vec![before, after], is_after: false }
    }
}

/// The parts of a text as a tree. Words that were read several times, for several men, mean no one term.
pub(crate) fn tree(parts: &[(Span, TermId)]) -> Vec<Part> {
    let mut meanings: BTreeMap<(u16, u32, std::cmp::Reverse<u32>), Option<TermId>> = BTreeMap::new();
    for &(span, term) in parts.iter().filter(|(span, _)| !span.is_empty()) {
        let meaning = meanings.entry((span.source, span.start, std::cmp::Reverse(span.end)));
        meaning.and_modify(|known| *known = known.filter(|&known| known == term)).or_insert(Some(term));
    }
    let mut open: Vec<Part> = Vec::new();
    let mut roots = Vec::new();
    for ((source, start, end), term) in meanings {
        let Some(term) = term else { continue };
        let span = Span { source, start, end: end.0 };
        while open.last().is_some_and(|last| last.span.source != source || last.span.end <= start) {
            close(&mut open, &mut roots);
        }
        open.push(Part::leaf(span, term));
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

fn close(open: &mut Vec<Part>, roots: &mut Vec<Part>) {
    let Some(mut done) = open.pop() else { return };
    // Brackets add nothing.
    if let [only] = &done.inside[..]
        && only.term == done.term
    {
        done.inside = only.inside.clone();
    }
    open.last_mut().map_or(roots, |outer| &mut outer.inside).push(done);
}

impl Part {
    /// Words with nothing inside them.
    pub(crate) fn leaf(span: Span, term: TermId) -> Part {
        Part { span, term, inside: Vec::new() }
    }

    /// The parts that must all hold; itself, if it is no conjunction.
    pub(crate) fn conjuncts(self, program: &Program) -> Vec<Part> {
        let is_bool = |part: &Part| program.terms.sort(part.term) == Sort::Bool;
        let is_and = matches!(program.terms.get(self.term), Term::And(_));
        if is_and && self.inside.len() > 1 && self.inside.iter().all(is_bool) {
            self.inside
        } else {
            vec![self]
        }
    }
}

/// How many terms may be evaluated to tell all that is told of a position: a third of a second.
const TELLING: u64 = 12_000_000;

/// Tells facts about the words of a text.
pub(crate) struct Facts<'a> {
    program: &'a Program,
    sources: &'a Sources,
    moves: MovesFrom,
    /// How many terms may still be evaluated.
    left: Cell<u64>,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(program: &'a Program, sources: &'a Sources, moves: MovesFrom) -> Facts<'a> {
        Facts { program, sources, moves, left: Cell::new(TELLING) }
    }

    /// The words of a place, in one line.
    pub(crate) fn words(&self, span: Span) -> String {
        words(self.sources, span)
    }

    /// The words of a part as they read where they stand alone.
    pub(crate) fn text(&self, part: &Part, scope: &Scope) -> String {
        let text = self.words(part.span);
        let positions = self.observed(part.term);
        let only_after = !positions.is_empty() && positions.iter().all(|&given| given == 1);
        let needs_prime = scope.is_after && !positions.is_empty() || only_after;
        if needs_prime && !text.contains('\'') { primed(&text) } else { text }
    }

    /// A part with its value, and what decides it; nothing if it speaks of something bound further out.
    pub(crate) fn fact(&self, part: &Part, scope: &Scope, depth: usize) -> Option<Fact> {
        let value = self.value(part.term, scope)?;
        // Numbers are told, not explained.
        let is_told = depth < MAX_DEPTH && matches!(value, Value::Bool(_));
        let mut inside = if is_told { self.inside(part, value, scope, depth) } else { Vec::new() };
        // What is not true is false; there is no need to say both.
        if matches!(self.program.terms.get(part.term), Term::Not(_))
            && let [only] = &inside[..]
            && matches!(only.value.as_str(), "true" | "false")
        {
            inside = only.inside.clone();
        }
        Some(Fact { text: self.text(part, scope), value: self.shown(part.term, value), inside })
    }

    pub(crate) fn value(&self, term: TermId, scope: &Scope) -> Option<Value> {
        self.evaluate(term, scope).ok()
    }

    /// The value of a term, or why it has none.
    pub(crate) fn evaluate(&self, term: TermId, scope: &Scope) -> Result<Value, Stopped> {
        self.ask(|interpreter| interpreter.value(term, &scope.positions))
    }

    /// Asks the plain interpreter, a new one that has nothing bound from elsewhere. No question takes more than half of what is left, so that one that
    /// is too long leaves something for those that are not.
    pub(crate) fn ask<T>(&self, ask: impl FnOnce(&mut Interpreter<'a>) -> T) -> T {
        let half = self.left.get() / 2;
        let mut interpreter = interpreter(self.program, self.moves).fuel(half);
        let answer = ask(&mut interpreter);
        self.left.set(self.left.get() - (half - interpreter.fuel_left()));
        answer
    }

    /// All squares of which some words speak, in their own text and in definitions of the user that they name; not the whole board.
    pub(crate) fn squares(&self, parts: &[(Span, TermId)], scope: &Scope, depth: usize) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        for &(_, term) in parts {
            if matches!(self.program.terms.sort(term), Sort::Set | Sort::Square) {
                let set = self.value(term, scope).and_then(squares_of).unwrap_or_default();
                squares |= if set.len() < Square::COUNT { set } else { SquareSet::EMPTY };
            }
            if depth < MAX_DEPTH
                && let Term::Call(def, positions, arguments) = self.program.terms.get(term)
                && arguments.is_empty()
                && let Some((definition, inner)) = self.called(def.0 as usize, positions, scope)
            {
                squares |= self.squares(&definition.parts, &inner, depth + 1);
            }
        }
        squares
    }

    fn inside(&self, part: &Part, value: Value, scope: &Scope, depth: usize) -> Vec<Fact> {
        let program = self.program;
        if !part.inside.is_empty() {
            let decisive = match (program.terms.get(part.term), value) {
                (Term::And(_), Value::Bool(false)) => Some(Value::Bool(false)),
                (Term::Or(_), Value::Bool(true)) => Some(Value::Bool(true)),
                _ => None,
            };
            let told = part.inside.iter().filter(|inner| !self.is_constant(inner.term));
            let told = told.filter(|inner| {
                let is_bool = program.terms.sort(inner.term) == Sort::Bool;
                !is_bool || decisive.is_none() || self.value(inner.term, scope) == decisive
            });
            return told.filter_map(|inner| self.fact(inner, scope, depth + 1)).collect();
        }
        match (program.terms.get(part.term), value) {
            (Term::Call(def, positions, arguments), Value::Bool(_)) if arguments.is_empty() => {
                self.of_definition(def.0 as usize, positions, scope, depth)
            }
            _ => Vec::new(),
        }
    }

    /// What decides a definition of the user; the laws of chess are taken for known.
    fn of_definition(&self, def: usize, positions: &[PosId], scope: &Scope, depth: usize) -> Vec<Fact> {
        let Some((definition, inner)) = self.called(def, positions, scope) else { return Vec::new() };
        let Some(body) = tree(&definition.parts).into_iter().find(|part| part.term == definition.body) else {
            return Vec::new();
        };
        let Some(told) = self.fact(&body, &inner, depth + 1) else { return Vec::new() };
        let is_junction = matches!(self.program.terms.get(body.term), Term::And(_) | Term::Or(_));
        if is_junction && !told.inside.is_empty() { told.inside } else { vec![told] }
    }

    /// A definition of the user that is given nothing, and where it is read when it is called.
    fn called(&self, def: usize, positions: &[PosId], scope: &Scope) -> Option<(&'a Definition, Scope)> {
        let definition = self.program.definitions.get(def)?;
        let is_known = FOUNDATIONS.iter().any(|name| self.sources.find(name) == Some(definition.span.source));
        let states: Option<Vec<State>> = positions.iter().map(|&pos| self.state(pos, scope)).collect();
        let states = states.filter(|_| !is_known && definition.params.is_empty())?;
        let is_after = states.len() == 1 && (scope.is_after || states.first() == scope.positions.get(1));
        Some((definition, Scope { positions: states, is_after }))
    }

    fn state(&self, pos: PosId, scope: &Scope) -> Option<State> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => scope.positions.get(usize::from(number)).copied(),
            Pos::Pass(from) => self.state(from, scope).map(|state| state.passed()),
            Pos::After(..) | Pos::Image(..) => None,
        }
    }

    fn is_constant(&self, term: TermId) -> bool {
        let terms = &self.program.terms;
        matches!(terms.get(term), Term::Bool(_) | Term::Int(_) | Term::Enum(..) | Term::Size | Term::Board)
            || self.observed(term).is_empty() && matches!(terms.sort(term), Sort::Set | Sort::Square)
    }

    /// The numbers of the given positions that a term looks at.
    fn observed(&self, term: TermId) -> Vec<u8> {
        let terms = &self.program.terms;
        let (mut todo, mut seen, mut found) = (vec![term], std::collections::HashSet::new(), Vec::new());
        while let Some(term) = todo.pop() {
            if !seen.insert(term) {
                continue;
            }
            let node = terms.get(term);
            found.extend(node.positions().into_iter().map(|pos| self.origin(pos)));
            node.for_children(|child| todo.push(child));
        }
        found
    }

    fn origin(&self, pos: PosId) -> u8 {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => number,
            Pos::After(from, _) | Pos::Pass(from) | Pos::Image(from, _) => self.origin(from),
        }
    }

    /// A value as people read it.
    pub(crate) fn shown(&self, term: TermId, value: Value) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Square(file, rank) => square(file, rank),
            Value::Set(set) => set_of(set),
            // Explanations are of chess; a larger board has no words here.
            Value::WideSet(_) => "squares of a larger board".to_owned(),
            Value::Enum(number) => {
                let Sort::Enum(id) = self.program.terms.sort(term) else { return number.to_string() };
                let values = self.program.enums.get(usize::from(id.0)).map(|found| &found.values);
                let value = values.and_then(|values| values.get(usize::from(number)));
                value.cloned().unwrap_or_else(|| number.to_string())
            }
        }
    }
}

/// The squares of a value on the text's board, if it is a square or a set of squares.
pub(crate) fn squares_of(value: Value) -> Option<SquareSet> {
    match value {
        Value::Set(set) => Some(SquareSet(set)),
        Value::Square(file, rank) => {
            let at = |line: i32| i8::try_from(line - 1).ok();
            let square = at(file).zip(at(rank)).and_then(|(file, rank)| Square::at(file, rank));
            Some(square.map_or(SquareSet::EMPTY, SquareSet::of))
        }
        _ => None,
    }
}

/// The words of a place, in one line.
pub(crate) fn words(sources: &Sources, span: Span) -> String {
    let lines = sources.text(span).lines().map(|line| line.split("--").next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The words, after the move.
fn primed(text: &str) -> String {
    let mut depth = 0;
    let is_simple = text.chars().all(|c| {
        depth += i32::from(c == '(' || c == '{') - i32::from(c == ')' || c == '}');
        depth > 0 || !c.is_whitespace()
    });
    if is_simple { format!("{text}'") } else { format!("({text})'") }
}

fn square(file: i32, rank: i32) -> String {
    let at = |line: i32| i8::try_from(line - 1).ok();
    let on_board = at(file).zip(at(rank)).and_then(|(file, rank)| Square::at(file, rank));
    on_board.map_or_else(|| format!("({file}, {rank})"), |square| square.to_string())
}

/// A set of squares, named if they are few.
fn set_of(set: u64) -> String {
    const FEW: u32 = 10;
    if set.count_ones() > FEW {
        return format!("{} squares", set.count_ones());
    }
    let names = (0..64).filter(|at| set >> at & 1 == 1).map(|at| square(at % 8 + 1, at / 8 + 1));
    format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
}
