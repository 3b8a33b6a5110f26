//! The arena of terms: equal terms are one term, and obvious simplifications are made as terms are built.
//!
//! Simplification is for the reader and for the size of circuits; it never looks through a call, never
//! unfolds the size of the board, and never distributes. Conjunctions keep the order of the text, because it
//! is the order in which a plain evaluation asks.

use std::collections::HashMap;

use adli_chess::Kind;

use crate::Span;
use crate::core::endgame::Endgame;
use crate::core::term::{
    DefId, EnumId, KINDS, MoveVar, Node, OptionId, Pos, PosId, Quantifier, SIDES, Slot, Slots, Sort,
    StrategyId, SymmetryVar, Term, TermId, VarId,
};

/// A variable: what the user called it, and its sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The user's name.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

/// All terms of a program.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Term>,
    sorts: Vec<Sort>,
    spans: Vec<Span>,
    known: HashMap<Term, TermId>,
    positions: Vec<Pos>,
    known_positions: HashMap<Pos, PosId>,
    variables: Vec<Variable>,
    moves: u32,
    symmetries: u32,
    kinds: Vec<Kind>,
    place: Span,
}

impl Terms {
    /// No terms yet, for the men of an endgame.
    #[must_use]
    pub fn new(endgame: &Endgame) -> Terms {
        Terms { kinds: endgame.men.iter().map(|man| man.kind).collect(), ..Terms::default() }
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A term.
    #[must_use]
    pub fn get(&self, id: TermId) -> &Term {
        &self.nodes[id.0 as usize]
    }

    /// Its sort.
    #[must_use]
    pub fn sort(&self, id: TermId) -> Sort {
        self.sorts[id.0 as usize]
    }

    /// Where the text first says it.
    #[must_use]
    pub fn span(&self, id: TermId) -> Span {
        self.spans[id.0 as usize]
    }

    /// All terms by number; children come before parents.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        (0..self.nodes.len() as u32).map(TermId)
    }

    /// A position.
    #[must_use]
    pub fn pos(&self, id: PosId) -> Pos {
        self.positions[id.0 as usize]
    }

    /// A variable.
    #[must_use]
    pub fn variable(&self, var: VarId) -> &Variable {
        &self.variables[var.0 as usize]
    }

    /// The term that is a variable, if the program uses it.
    #[must_use]
    pub fn find_variable(&self, var: VarId) -> Option<TermId> {
        self.known.get(&Term::Var(var)).copied()
    }

    /// From now on terms are said to stand here.
    pub fn stand_at(&mut self, span: Span) {
        self.place = span;
    }

    /// A new variable.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> VarId {
        self.variables.push(Variable { name: name.to_owned(), sort });
        VarId(self.variables.len() as u32 - 1)
    }

    /// A new move for a quantifier to bind.
    pub fn fresh_move(&mut self) -> MoveVar {
        self.moves += 1;
        MoveVar(self.moves - 1)
    }

    /// How many moves have been bound by quantifiers so far.
    #[must_use]
    pub fn move_variables(&self) -> usize {
        self.moves as usize
    }

    /// How many symmetries have been bound so far.
    #[must_use]
    pub fn symmetry_variables(&self) -> usize {
        self.symmetries as usize
    }

    /// How many variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// A new symmetry to bind.
    pub fn fresh_symmetry(&mut self) -> SymmetryVar {
        self.symmetries += 1;
        SymmetryVar(self.symmetries - 1)
    }

    /// The position so described.
    pub fn position(&mut self, pos: Pos) -> PosId {
        if let Some(&id) = self.known_positions.get(&pos) {
            return id;
        }
        let id = PosId(self.positions.len() as u32);
        self.positions.push(pos);
        self.known_positions.insert(pos, id);
        id
    }

    pub(crate) fn make(&mut self, term: Term, sort: Sort) -> TermId {
        if let Some(&id) = self.known.get(&term) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(term.clone());
        self.sorts.push(sort);
        self.spans.push(self.place);
        self.known.insert(term, id);
        id
    }

    /// The number, if the term is one.
    #[must_use]
    pub fn as_int(&self, id: TermId) -> Option<i32> {
        if let Term::Int(value) = self.get(id) { Some(*value) } else { None }
    }

    /// The truth value, if the term is one.
    #[must_use]
    pub fn as_bool(&self, id: TermId) -> Option<bool> {
        if let Term::Bool(value) = self.get(id) { Some(*value) } else { None }
    }

    // Constants and names.

    /// The term of a truth value, if there is one already. A finished program has one for `false`.
    #[must_use]
    pub fn known_truth(&self, value: bool) -> Option<TermId> {
        self.known.get(&Term::Bool(value)).copied()
    }

    /// A truth value.
    pub fn truth(&mut self, value: bool) -> TermId {
        self.make(Term::Bool(value), Sort::Bool)
    }

    /// A number.
    pub fn int(&mut self, value: i32) -> TermId {
        self.make(Term::Int(value), Sort::Int)
    }

    /// A value of an enumeration.
    pub fn value_of(&mut self, of: EnumId, value: u16) -> TermId {
        self.make(Term::Enum(of, value), Sort::Enum(of))
    }

    /// The size of the board.
    pub fn size(&mut self) -> TermId {
        self.make(Term::Size, Sort::Int)
    }

    /// An option.
    pub fn option(&mut self, option: OptionId, sort: Sort) -> TermId {
        self.make(Term::Option(option), sort)
    }

    /// A variable.
    pub fn var(&mut self, var: VarId) -> TermId {
        let sort = self.variable(var).sort;
        self.make(Term::Var(var), sort)
    }

    // Observations.

    /// The square of a man.
    pub fn square_of(&mut self, pos: PosId, slot: Slot) -> TermId {
        let file = self.make(Term::File(pos, slot), Sort::Int);
        let rank = self.make(Term::Rank(pos, slot), Sort::Int);
        self.square(file, rank)
    }

    /// Whether a man is on the board. Kings always are.
    pub fn alive(&mut self, pos: PosId, slot: Slot) -> TermId {
        if self.kinds.get(usize::from(slot.0)) == Some(&Kind::King) {
            return self.truth(true);
        }
        self.make(Term::Alive(pos, slot), Sort::Bool)
    }

    /// What a man is. Only pawns change.
    pub fn kind(&mut self, pos: PosId, slot: Slot) -> TermId {
        match self.kinds.get(usize::from(slot.0)) {
            Some(Kind::Pawn) | None => self.make(Term::Kind(pos, slot), Sort::Enum(KINDS)),
            Some(kind) => {
                let kind = kind.index() as u16;
                self.value_of(KINDS, kind)
            }
        }
    }

    /// Whose move it is.
    pub fn turn(&mut self, pos: PosId) -> TermId {
        match self.pos(pos) {
            Pos::Given(_) => self.make(Term::Turn(pos), Sort::Enum(SIDES)),
            Pos::Image(from, _) => self.turn(from),
            Pos::After(from, _) | Pos::Pass(from) => {
                let turn = self.turn(from);
                self.other(turn)
            }
        }
    }

    /// The other side.
    pub fn other(&mut self, side: TermId) -> TermId {
        let first = self.value_of(SIDES, 0);
        let second = self.value_of(SIDES, 1);
        let is_first = self.eq(side, first);
        self.choose(is_first, second, first)
    }

    /// The square for taking in passing.
    pub fn passing(&mut self, pos: PosId) -> TermId {
        self.make(Term::Passing(pos), Sort::Square)
    }

    // Logic.

    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Bool(value) => self.truth(!value),
            Term::Not(inner) => inner,
            Term::Less(x, y) => self.make(Term::AtMost(y, x), Sort::Bool),
            Term::AtMost(x, y) => self.make(Term::Less(y, x), Sort::Bool),
            _ => self.make(Term::Not(a), Sort::Bool),
        }
    }

    /// All of these, in this order.
    pub fn and(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(parts, true)
    }

    /// One of these, in this order.
    pub fn or(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(parts, false)
    }

    fn junction(&mut self, parts: impl IntoIterator<Item = TermId>, and: bool) -> TermId {
        let mut flat: Vec<TermId> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for part in parts {
            let inner = match self.get(part) {
                Term::And(inner) if and => inner.to_vec(),
                Term::Or(inner) if !and => inner.to_vec(),
                _ => vec![part],
            };
            for part in inner {
                match self.as_bool(part) {
                    Some(value) if value == and => {}
                    Some(value) => return self.truth(value),
                    None if !seen.insert(part) => {}
                    None => {
                        let opposite = self.not(part);
                        if seen.contains(&opposite) {
                            return self.truth(!and);
                        }
                        flat.push(part);
                    }
                }
            }
        }
        match flat[..] {
            [] => self.truth(and),
            [one] => one,
            _ if and => self.make(Term::And(flat.into()), Sort::Bool),
            _ => self.make(Term::Or(flat.into()), Sort::Bool),
        }
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    /// One or the other.
    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        match (self.as_bool(condition), self.as_bool(yes), self.as_bool(no)) {
            (Some(true), ..) => yes,
            (Some(false), ..) => no,
            _ if yes == no => yes,
            (_, Some(true), _) => self.or([condition, no]),
            (_, _, Some(false)) => self.and([condition, yes]),
            (_, Some(false), _) => {
                let not = self.not(condition);
                self.and([not, no])
            }
            (_, _, Some(true)) => self.implies(condition, yes),
            _ => {
                let sort = self.sort(yes);
                self.make(Term::If(condition, yes, no), sort)
            }
        }
    }

    /// Equality.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        match (self.get(a), self.get(b)) {
            (Term::Int(x), Term::Int(y)) => {
                let equal = x == y;
                self.truth(equal)
            }
            (Term::Enum(..), Term::Enum(..)) => self.truth(false),
            (Term::Bool(true), _) => b,
            (_, Term::Bool(true)) => a,
            (Term::Bool(false), _) => self.not(b),
            (_, Term::Bool(false)) => self.not(a),
            (&Term::Square(x, y), &Term::Square(u, v)) => {
                let files = self.eq(x, u);
                let ranks = self.eq(y, v);
                self.and([files, ranks])
            }
            (Term::If(..), Term::Enum(..)) => self.eq_by_cases(a, b),
            // One order for both directions, so that they are one term.
            _ if a < b => self.make(Term::Eq(a, b), Sort::Bool),
            _ => self.make(Term::Eq(b, a), Sort::Bool),
        }
    }

    /// Equality of a choice and a value: asked in every case, of each part once however often it occurs.
    fn eq_by_cases(&mut self, choice: TermId, value: TermId) -> TermId {
        let mut known: HashMap<TermId, TermId> = HashMap::new();
        let mut todo = vec![choice];
        while let Some(&term) = todo.last() {
            let equal = match *self.get(term) {
                Term::If(condition, yes, no) => match (known.get(&yes), known.get(&no)) {
                    (Some(&yes), Some(&no)) => self.choose(condition, yes, no),
                    (yes_known, no_known) => {
                        let (yes_known, no_known) = (yes_known.is_some(), no_known.is_some());
                        todo.extend([(no, no_known), (yes, yes_known)].iter().filter(|c| !c.1).map(|c| c.0));
                        continue;
                    }
                },
                _ => self.eq(term, value),
            };
            known.insert(term, equal);
            todo.pop();
        }
        known.get(&choice).copied().unwrap_or(choice)
    }

    /// Less.
    pub fn less(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => self.truth(x < y),
            _ if a == b => self.truth(false),
            _ => self.make(Term::Less(a, b), Sort::Bool),
        }
    }

    /// At most.
    pub fn at_most(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.less(b, a);
        self.not(more)
    }

    // Quantifiers and calls.

    fn quantified_sort(op: Quantifier) -> Sort {
        match op {
            Quantifier::Some | Quantifier::Every => Sort::Bool,
            Quantifier::Count | Quantifier::Sum => Sort::Int,
        }
    }

    /// A quantifier over squares.
    pub fn over_squares(&mut self, op: Quantifier, var: VarId, set: TermId, body: TermId) -> TermId {
        match (op, self.as_bool(body)) {
            (Quantifier::Some, Some(false)) | (Quantifier::Every, Some(true)) => body,
            (Quantifier::Count, Some(false)) => self.int(0),
            (Quantifier::Count, Some(true)) => self.count(set),
            _ => self.make(Term::OverSquares(op, var, set, body), Self::quantified_sort(op)),
        }
    }

    /// A quantifier over moves.
    pub fn over_moves(
        &mut self,
        op: Quantifier,
        pos: PosId,
        men: Slots,
        mv: MoveVar,
        body: TermId,
    ) -> TermId {
        match (op, self.as_bool(body)) {
            (Quantifier::Some, Some(false)) | (Quantifier::Every, Some(true)) => body,
            (Quantifier::Count, Some(false)) => self.int(0),
            _ => self.make(Term::OverMoves(op, pos, men, mv, body), Self::quantified_sort(op)),
        }
    }

    /// For one of the symmetries of the board.
    pub fn some_symmetry(&mut self, var: SymmetryVar, body: TermId) -> TermId {
        if self.as_bool(body).is_some() {
            return body;
        }
        self.make(Term::SomeSymmetry(var, body), Sort::Bool)
    }

    /// A call.
    pub fn call(&mut self, def: DefId, sort: Sort, positions: Vec<PosId>, args: Vec<TermId>) -> TermId {
        self.make(Term::Call(def, positions.into(), args.into()), sort)
    }

    /// The step of a strategy that applies.
    pub fn step(&mut self, strategy: StrategyId, steps: EnumId, pos: PosId) -> TermId {
        self.make(Term::Step(strategy, pos), Sort::Enum(steps))
    }

    /// Whether a strategy allows a move.
    pub fn allows(&mut self, strategy: StrategyId, before: PosId, after: PosId) -> TermId {
        self.make(Term::Allows(strategy, before, after), Sort::Bool)
    }

    /// Whether a forcing tree goes on from a node.
    pub fn forces(&mut self, node: Node) -> TermId {
        self.make(Term::Forces(node), Sort::Bool)
    }

    /// In how many plies it can end.
    pub fn plies_to_goal(&mut self, node: Node) -> TermId {
        self.make(Term::PliesToGoal(node), Sort::Int)
    }

    /// The value of a position for a side.
    pub fn outcome(&mut self, pos: PosId, side: TermId) -> TermId {
        self.make(Term::Value(pos, side), Sort::Enum(crate::core::term::OUTCOMES))
    }

    /// Moves to mate with best play.
    pub fn moves_to_mate(&mut self, pos: PosId) -> TermId {
        self.make(Term::MovesToMate(pos), Sort::Int)
    }
}
