//! Moves by the laws of the text, and what strategies allow.
//!
//! Asking a rule about every square of the board is slow. Which squares a man might go to at all is found beforehand: the rule is
//! asked with everything unknown but where the man stands, where he would go and who moves. What is false whatever the rest may be
//! is no candidate. This knows nothing of rooks and kings, and leaves out nothing that the rule would allow.

use adli_lang::term::{Slot, Slots, StrategyId};

use crate::board::{Board, Space};
use crate::compile::{LAWS, STRATEGY};
use crate::graph::{Graph, Id, Node, two};
use crate::run::{Compiled, Machine};

/// For each rule and each square, where the man might go.
#[derive(Default)]
pub(crate) struct Candidates(Vec<Vec<Vec<(i8, i8)>>>);

/// What is known where candidates are looked for.
struct Known {
    man: u8,
    from: (i32, i32),
    to: (i32, i32),
    turn: i32,
}

impl Candidates {
    pub(crate) fn find(compiled: &Compiled, space: Space) -> Candidates {
        let squares = |size: i8| (1..=size).flat_map(move |rank| (1..=size).map(move |file| (file, rank)));
        let of_rule = |rule: &crate::run::Rule| {
            let from = squares(space.size).map(|from| {
                let might = |&to: &(i8, i8)| {
                    let wide = |(file, rank): (i8, i8)| (i32::from(file), i32::from(rank));
                    (0..2).any(|turn| {
                        let known = Known { man: rule.man, from: wide(from), to: wide(to), turn };
                        let asked = [rule.may_move, rule.targets, rule.when];
                        asked.iter().all(|&id| known.ask(&compiled.graph, id) != Some(0))
                    })
                };
                squares(space.size).filter(might).collect()
            });
            from.collect()
        };
        Candidates(compiled.rules.iter().map(of_rule).collect())
    }
}

impl Known {
    /// The value of a node, if what is known decides it.
    fn ask(&self, graph: &Graph, id: Id) -> Option<i32> {
        match &graph.nodes[id as usize] {
            Node::Const(value) => Some(*value),
            Node::File(LAWS, man) => (*man == self.man).then_some(self.from.0),
            Node::Rank(LAWS, man) => (*man == self.man).then_some(self.from.1),
            Node::Turn(LAWS) => Some(self.turn),
            Node::NameFile(0) => Some(self.to.0),
            Node::NameRank(0) => Some(self.to.1),
            Node::Not(a) => Some(i32::from(self.ask(graph, *a)? == 0)),
            Node::And(parts) => self.junction(graph, parts, 0),
            Node::Or(parts) => self.junction(graph, parts, 1),
            Node::If(condition, yes, no) => match self.ask(graph, *condition) {
                Some(holds) => self.ask(graph, if holds != 0 { *yes } else { *no }),
                None => self.ask(graph, *yes).filter(|yes| self.ask(graph, *no) == Some(*yes)),
            },
            Node::Div(a, by) => Some(self.ask(graph, *a)?.div_euclid(*by)),
            Node::Mod(a, by) => Some(self.ask(graph, *a)?.rem_euclid(*by)),
            Node::Abs(a) => Some(self.ask(graph, *a)?.saturating_abs()),
            node @ (Node::Eq(a, b)
            | Node::Less(a, b)
            | Node::AtMost(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Min(a, b)
            | Node::Max(a, b)) => Some(two(node, self.ask(graph, *a)?, self.ask(graph, *b)?)),
            _ => None,
        }
    }

    /// A part with this value decides; otherwise all must be known.
    fn junction(&self, graph: &Graph, parts: &[Id], decides: i32) -> Option<i32> {
        let mut unknown = false;
        for &part in parts {
            match self.ask(graph, part) {
                Some(value) if i32::from(value != 0) == decides => return Some(decides),
                Some(_) => {}
                None => unknown = true,
            }
        }
        (!unknown).then_some(1 - decides)
    }
}

impl Machine<'_> {
    /// Does something with the position after each legal move of some men, until it has seen enough.
    pub(crate) fn for_moves(
        &mut self,
        board: &Board,
        men: Slots,
        visit: &mut dyn FnMut(&mut Self, &Board) -> bool,
    ) {
        let compiled = self.compiled;
        let mut found: Vec<Board> = Vec::new();
        for (number, rule) in compiled.rules.iter().enumerate() {
            let (file, rank) = board.places[usize::from(rule.man)];
            if file == 0 || !men.contains(Slot(rule.man)) {
                continue;
            }
            self.put(LAWS, *board);
            if !self.holds(rule.may_move) {
                continue;
            }
            let from = (rank as usize - 1) * self.space.size as usize + file as usize - 1;
            for at in 0..self.candidates.0[number][from].len() {
                let to = self.candidates.0[number][from][at];
                self.bind(0, (i32::from(to.0), i32::from(to.1)));
                if !self.holds(rule.targets) || !self.holds(rule.when) {
                    continue;
                }
                let mut after = *board;
                for &(man, captured) in &rule.captures {
                    if self.holds(captured) {
                        after.places[usize::from(man)] = (0, 0);
                    }
                }
                after.places[usize::from(rule.man)] = to;
                after.turn ^= 1;
                self.put(LAWS + 1, after);
                if self.holds(rule.provided) {
                    found.push(after);
                }
            }
            // What a visitor asks may look at moves again; by then these are all found.
            for after in found.drain(..) {
                if visit(self, &after) {
                    return;
                }
            }
        }
    }

    pub(crate) fn legal_moves(&mut self, board: &Board) -> Vec<Board> {
        let mut moves = Vec::new();
        self.for_moves(board, Slots(u16::MAX), &mut |_, after| {
            moves.push(*after);
            false
        });
        moves
    }

    /// The step that applies, and the positions after the moves that it allows.
    pub(crate) fn choice(&mut self, strategy: StrategyId, board: &Board) -> Option<(u8, Vec<Board>)> {
        let compiled = self.compiled;
        let Ok((side, steps)) = compiled.strategies.get(usize::from(strategy.0))? else { return None };
        self.space.number(board).filter(|_| board.turn == *side)?;
        let moves = self.legal_moves(board);
        let before = [self.register(STRATEGY), self.register(STRATEGY + 1)];
        self.put(STRATEGY, *board);
        let mut chosen = None;
        for (number, step) in steps.iter().enumerate() {
            let mut best: Option<Vec<i32>> = None;
            let mut allowed = Vec::new();
            for after in &moves {
                let moved = |man: usize| after.places[man] != board.places[man] && after.places[man].0 != 0;
                let mover = (0..self.space.men).find(|&man| moved(man))?;
                if !step.men.contains(Slot(mover as u8)) {
                    continue;
                }
                self.put(STRATEGY + 1, *after);
                if !self.holds(step.condition) {
                    continue;
                }
                let number = |&(key, most): &(Id, bool)| {
                    let number = self.eval(key);
                    if most { number.saturating_neg() } else { number }
                };
                let key: Vec<i32> = step.prefer.iter().map(number).collect();
                if best.as_ref().is_none_or(|best| key < *best) {
                    allowed.clear();
                    best = Some(key.clone());
                }
                if best.as_ref() == Some(&key) {
                    allowed.push(*after);
                }
            }
            if !allowed.is_empty() {
                chosen = Some((number as u8, allowed));
                break;
            }
        }
        self.put(STRATEGY, before[0]);
        self.put(STRATEGY + 1, before[1]);
        if let (Some(place), Some(steps)) = (self.space.number(board), self.step_table(strategy)) {
            let none = compiled.strategies[usize::from(strategy.0)].as_ref().map_or(0, |(_, s)| s.len() as u8);
            steps[place / 2] = chosen.as_ref().map_or(none, |(step, _)| *step);
        }
        chosen
    }

    fn step_table(&mut self, strategy: StrategyId) -> Option<&mut Vec<u8>> {
        let positions = self.space.len() / 2;
        let table = self.steps.get_mut(usize::from(strategy.0))?;
        if table.is_empty() {
            *table = vec![u8::MAX; positions];
        }
        Some(table)
    }

    /// The number of the step that applies; one past the last if none does, or the strategy is not asked.
    pub(crate) fn step(&mut self, strategy: StrategyId, board: &Board) -> u8 {
        let Some(Ok((side, steps))) = self.compiled.strategies.get(usize::from(strategy.0)) else { return 0 };
        let none = steps.len() as u8;
        let Some(place) = self.space.number(board).filter(|_| board.turn == *side) else { return none };
        let known = self.step_table(strategy).map_or(u8::MAX, |table| table[place / 2]);
        if known != u8::MAX {
            return known;
        }
        self.choice(strategy, board).map_or(none, |(step, _)| step)
    }
}
