//! The graph asked about positions, one after the other.
//!
//! A value is kept until an input on which it depends changes: registers and names have stamps, and a value that is younger than the
//! stamps of all its inputs is still right. What a large definition says of a position with all men at home is kept for good.

use adli_lang::Program;
use adli_lang::term::{OptionId, Quantifier, Slots};

use crate::board::{Board, Space};
use crate::compile::{Compiler, LAWS, Made, STRATEGY};
use crate::followers::Followers;
use crate::graph::{Graph, Id, MAX_NAMES, MAX_REGISTERS, Node, Register, Sight, two};
use crate::moves::Candidates;

/// A man's moves.
pub(crate) struct Rule {
    pub(crate) man: u8,
    pub(crate) may_move: Id,
    pub(crate) targets: Id,
    pub(crate) when: Id,
    pub(crate) captures: Vec<(u8, Id)>,
    pub(crate) provided: Id,
}

/// A step of a strategy.
pub(crate) struct Step {
    pub(crate) men: Slots,
    pub(crate) condition: Id,
    /// The numbers that decide, and whether the greatest is best.
    pub(crate) prefer: Vec<(Id, bool)>,
}

/// A strategy, or why it cannot be played here.
pub(crate) type Strategy = Made<(u8, Vec<Step>)>;

/// Everything that claims with the same options share.
pub(crate) struct Compiled {
    pub(crate) graph: Graph,
    pub(crate) rules: Vec<Rule>,
    pub(crate) strategies: Vec<Strategy>,
    /// What claims are made of, by the number of the claim.
    pub(crate) claims: Vec<Made<Vec<Id>>>,
    pub(crate) legal: Id,
    pub(crate) mate: Id,
}

impl Compiled {
    pub(crate) fn new(program: &Program, under: &[(OptionId, i32)], size: u8) -> Made<Compiled> {
        let mut compiler = Compiler::new(program, under, size);
        let mut rules = Vec::new();
        for rule in &program.laws.moves {
            let env = compiler.env([LAWS, LAWS + 1]);
            let env = std::rc::Rc::new(compiler.with_target(env, rule.target));
            let captures = rule.captures.iter();
            let captures = captures.map(|&(man, when)| Ok((man.0, compiler.one(when, &env)?)));
            let captures = captures.collect::<Made<Vec<_>>>()?;
            rules.push(Rule {
                man: rule.man.0,
                may_move: compiler.one(rule.may_move, &env)?,
                targets: compiler.target_in(rule.targets, &env)?,
                when: compiler.one(rule.when, &env)?,
                captures,
                provided: compiler.one(rule.provided, &env)?,
            });
        }
        let law = |compiler: &mut Compiler<'_>, law: Option<adli_lang::term::DefId>| {
            let body = law.and_then(|law| program.definition(law)).map(|found| found.body);
            let env = std::rc::Rc::new(compiler.env([0]));
            compiler.one(body.ok_or(crate::compile::Refused("there are no laws"))?, &env)
        };
        let (legal, mate) = (law(&mut compiler, program.laws.legal)?, law(&mut compiler, program.laws.mate)?);
        let mut strategies: Vec<Strategy> = Vec::new();
        for strategy in &program.strategies {
            let steps = strategy.steps.iter().map(|step| {
                if step.advice.is_some() {
                    return Err(crate::compile::Refused("advice is not played on boards of a given size"));
                }
                let env = std::rc::Rc::new(compiler.env([STRATEGY, STRATEGY + 1]));
                let condition = compiler.one(step.condition, &env)?;
                let prefer = step.prefer.iter().map(|key| Ok((compiler.one(key.term, &env)?, key.most)));
                Ok(Step { men: step.men, condition, prefer: prefer.collect::<Made<Vec<_>>>()? })
            });
            let steps = steps.collect::<Made<Vec<Step>>>();
            strategies.push(steps.map(|steps| (strategy.side as u8, steps)));
        }
        let mut claims = Vec::new();
        for claim in &program.claims {
            let env = std::rc::Rc::new(compiler.env(0..LAWS));
            let terms = claim.says.terms();
            claims.push(if claim.under == under {
                terms.into_iter().map(|term| compiler.one(term, &env)).collect::<Made<Vec<Id>>>()
            } else {
                Ok(Vec::new())
            });
        }
        let graph = compiler.graph;
        Ok(Compiled { graph, rules, strategies, claims, legal, mate })
    }
}

/// What is known of nothing yet.
const UNKNOWN: u8 = u8::MAX;

pub(crate) struct Machine<'c> {
    pub(crate) compiled: &'c Compiled,
    graph: &'c Graph,
    pub(crate) space: Space,
    pub(crate) candidates: Candidates,
    boards: Vec<Board>,
    names: Vec<(i32, i32)>,
    changed: [u64; MAX_REGISTERS + MAX_NAMES],
    clock: u64,
    values: Vec<i32>,
    since: Vec<u64>,
    keeps: Vec<bool>,
    kept: Vec<Vec<u8>>,
    pub(crate) steps: Vec<Vec<u8>>,
    pub(crate) followed: Vec<Followers>,
}

impl<'c> Machine<'c> {
    pub(crate) fn new(compiled: &'c Compiled, space: Space) -> Machine<'c> {
        let graph = &compiled.graph;
        let mut machine = Machine {
            compiled,
            graph,
            space,
            candidates: Candidates::default(),
            boards: vec![Board::default(); MAX_REGISTERS],
            names: vec![(0, 0); MAX_NAMES],
            changed: [1; MAX_REGISTERS + MAX_NAMES],
            clock: 1,
            values: vec![0; graph.nodes.len()],
            since: vec![0; graph.nodes.len()],
            keeps: worth_keeping(graph),
            kept: vec![Vec::new(); graph.kept.len()],
            steps: vec![Vec::new(); compiled.strategies.len()],
            followed: compiled.strategies.iter().map(|_| Followers::default()).collect(),
        };
        machine.candidates = Candidates::find(compiled, space);
        machine
    }

    /// How many bytes are kept for each position, at most.
    pub(crate) fn bytes_a_position(compiled: &Compiled) -> u64 {
        // Followers of both sides: where they stand, and on average some six of them.
        (compiled.graph.kept.len() + 29 * compiled.strategies.len()) as u64 + 16
    }

    pub(crate) fn put(&mut self, register: Register, board: Board) {
        self.boards[usize::from(register)] = board;
        self.clock += 1;
        self.changed[usize::from(register)] = self.clock;
    }

    pub(crate) fn register(&self, register: Register) -> Board {
        self.boards[usize::from(register)]
    }

    pub(crate) fn bind(&mut self, name: u8, square: (i32, i32)) {
        self.names[usize::from(name)] = square;
        self.clock += 1;
        self.changed[MAX_REGISTERS + usize::from(name)] = self.clock;
    }

    fn see(&self, sight: Sight) -> Board {
        let mut board = self.boards[usize::from(sight.register)];
        if sight.pass {
            board.turn ^= 1;
        }
        if sight.turned == Default::default() { board } else { self.space.image(&board, sight.turned) }
    }

    pub(crate) fn holds(&mut self, id: Id) -> bool {
        self.eval(id) != 0
    }

    fn is_right(&self, id: usize) -> bool {
        let since = self.since[id];
        let mut inputs = self.graph.inputs[id];
        while inputs != 0 {
            if self.changed[inputs.trailing_zeros() as usize] > since {
                return false;
            }
            inputs &= inputs - 1;
        }
        since > 0
    }

    pub(crate) fn eval(&mut self, id: Id) -> i32 {
        let at = id as usize;
        if !self.keeps[at] {
            return self.work_out(id);
        }
        if !self.is_right(at) {
            let value = self.work_out(id);
            (self.values[at], self.since[at]) = (value, self.clock);
        }
        self.values[at]
    }

    fn work_out(&mut self, id: Id) -> i32 {
        let graph = self.graph;
        match &graph.nodes[id as usize] {
            Node::Const(value) => *value,
            Node::File(at, man) => i32::from(self.boards[usize::from(*at)].places[usize::from(*man)].0),
            Node::Rank(at, man) => i32::from(self.boards[usize::from(*at)].places[usize::from(*man)].1),
            Node::Turn(at) => i32::from(self.boards[usize::from(*at)].turn),
            Node::NameFile(name) => self.names[usize::from(*name)].0,
            Node::NameRank(name) => self.names[usize::from(*name)].1,
            Node::Not(a) => i32::from(self.eval(*a) == 0),
            Node::And(parts) => i32::from(parts.iter().all(|&part| self.eval(part) != 0)),
            Node::Or(parts) => i32::from(parts.iter().any(|&part| self.eval(part) != 0)),
            Node::If(condition, yes, no) => {
                let branch = if self.eval(*condition) != 0 { *yes } else { *no };
                self.eval(branch)
            }
            Node::Div(a, by) => self.eval(*a).div_euclid(*by),
            Node::Mod(a, by) => self.eval(*a).rem_euclid(*by),
            Node::Abs(a) => self.eval(*a).saturating_abs(),
            node @ (Node::Eq(a, b)
            | Node::Less(a, b)
            | Node::AtMost(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Min(a, b)
            | Node::Max(a, b)) => {
                let x = self.eval(*a);
                let y = self.eval(*b);
                two(node, x, y)
            }
            Node::OverSquares(op, name, among, body) => {
                let before = self.names[usize::from(*name)];
                let mut tally = 0;
                'board: for rank in 1..=i32::from(self.space.size) {
                    for file in 1..=i32::from(self.space.size) {
                        self.bind(*name, (file, rank));
                        if self.eval(*among) != 0 {
                            let value = self.eval(*body);
                            if counted(&mut tally, *op, value) {
                                break 'board;
                            }
                        }
                    }
                }
                self.bind(*name, before);
                outcome(*op, tally)
            }
            Node::OverMoves(op, from, men, register, body) => {
                let board = self.see(*from);
                let before = self.register(*register);
                let mut tally = 0;
                self.for_moves(&board, *men, &mut |machine, after| {
                    machine.put(*register, *after);
                    let value = machine.eval(*body);
                    counted(&mut tally, *op, value)
                });
                self.put(*register, before);
                outcome(*op, tally)
            }
            Node::Kept(number, at) => {
                let board = self.see(*at);
                i32::from(self.kept(usize::from(*number), &board))
            }
            Node::Step(strategy, at) => {
                let board = self.see(*at);
                i32::from(self.step(*strategy, &board))
            }
            Node::Allows(strategy, before, after) => {
                let (before, after) = (self.see(*before), self.see(*after));
                i32::from(self.choice(*strategy, &before).is_some_and(|(_, moves)| moves.contains(&after)))
            }
        }
    }

    /// What a definition says of a position.
    fn kept(&mut self, number: usize, board: &Board) -> bool {
        let place = self.space.number(board);
        if let Some(place) = place {
            let table = &mut self.kept[number];
            if table.is_empty() {
                *table = vec![UNKNOWN; self.space.len()];
            }
            if table[place] != UNKNOWN {
                return table[place] != 0;
            }
        }
        let body = self.graph.kept[number];
        let before = self.register(body.register);
        self.put(body.register, *board);
        let holds = self.holds(body.body);
        self.put(body.register, before);
        if let Some(place) = place {
            self.kept[number][place] = u8::from(holds);
        }
        holds
    }
}

fn counted(tally: &mut i32, op: Quantifier, value: i32) -> bool {
    match op {
        Quantifier::Some | Quantifier::Count => *tally += i32::from(value != 0),
        Quantifier::Every => *tally += i32::from(value == 0),
        Quantifier::Sum => *tally = tally.saturating_add(value),
    }
    matches!(op, Quantifier::Some | Quantifier::Every) && *tally > 0
}

fn outcome(op: Quantifier, tally: i32) -> i32 {
    match op {
        Quantifier::Some => i32::from(tally > 0),
        Quantifier::Every => i32::from(tally == 0),
        Quantifier::Count | Quantifier::Sum => tally,
    }
}

/// Nodes that several others ask for and that cost more than looking up whether they are known.
fn worth_keeping(graph: &Graph) -> Vec<bool> {
    let mut uses = vec![0_u32; graph.nodes.len()];
    let mut weight = vec![1_u32; graph.nodes.len()];
    for (at, node) in graph.nodes.iter().enumerate() {
        let mut part = |id: Id| {
            uses[id as usize] += 1;
            weight[at] = weight[at].saturating_add(weight[id as usize]);
        };
        match node {
            Node::Not(a) | Node::Div(a, _) | Node::Mod(a, _) | Node::Abs(a) => part(*a),
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|&id| part(id)),
            Node::If(a, b, c) => [*a, *b, *c].into_iter().for_each(part),
            Node::Eq(a, b)
            | Node::Less(a, b)
            | Node::AtMost(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Min(a, b)
            | Node::Max(a, b) => [*a, *b].into_iter().for_each(part),
            Node::OverSquares(_, _, a, b) => [*a, *b].into_iter().for_each(part),
            Node::OverMoves(_, _, _, _, body) => part(*body),
            _ => {}
        }
        if matches!(node, Node::OverSquares(..) | Node::OverMoves(..)) {
            weight[at] = weight[at].saturating_mul(16);
        }
    }
    uses.into_iter().zip(weight).map(|(uses, weight)| uses > 1 && weight > 6).collect()
}
