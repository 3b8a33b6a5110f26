//! Claims, decided one position after the other, and what is counted on the way.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use adli_lang::ast::{BinaryOp, CompareOp};

use crate::chess::{Kind, MEN, Position, Side, Squares, members, square, squares_where};
use crate::graph::{Graph, Length, State, Status};
use crate::judge::{Judge, View};
use crate::node::Node;
use crate::text::{Claim, Says};
use crate::value::Value;
use crate::worth::Worth;
use crate::{Stopped, meaningless};

/// What came out of a claim: whether it holds, and numbers under the names that a report gives them. A count that is not
/// there is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Whether it holds; of a query, that it is answered.
    pub proved: bool,
    /// What was counted.
    pub figures: BTreeMap<String, u64>,
}

impl Findings {
    pub(crate) fn count(&mut self, name: impl Into<String>, number: u64) {
        *self.figures.entry(name.into()).or_default() += number;
    }
}

/// How many placements of the men are gone through at most.
const MOST_PLACEMENTS: u64 = 8_000_000;

/// Decides a claim.
///
/// # Errors
/// Where it is too much, or has no meaning.
pub fn decide(judge: &mut Judge<'_>, claim: &Claim) -> Result<Findings, Stopped> {
    let mut found = Findings { proved: true, ..Findings::default() };
    if let Says::Play(strategy, last, given, show) = &claim.says {
        judge.plays(*strategy, *last, given.as_ref(), show.as_ref(), &mut found)?;
        return Ok(found);
    }
    let mover = match claim.says {
        Says::Reaches(strategy, ..) | Says::Keeps(strategy, _) => Some(strategy),
        Says::Optimal(strategy) | Says::Longest(strategy) => Some(strategy),
        _ => None,
    };
    let mover = mover.map(|strategy| judge.text.strategies[strategy].side);
    let from = judge.domain(claim.domain.as_ref(), mover.filter(|_| claim.domain.is_none()))?;
    found.count("positions", from.len() as u64);
    match &claim.says {
        Says::Reaches(strategy, or, within) => {
            judge.reaches(*strategy, or.as_ref(), *within, &from, &mut found)?;
        }
        Says::Keeps(strategy, exactly) => judge.keeps(*strategy, *exactly, &from, &mut found)?,
        Says::Optimal(strategy) => judge.optimal(*strategy, &from, &mut found)?,
        Says::Everywhere(show) => {
            for &position in &from {
                if !judge.holds(show, &View::of(position))? {
                    found.count("failures", 1);
                    found.proved = false;
                }
            }
        }
        Says::Positions => found.count("number", from.len() as u64),
        Says::Classes => {
            let men = &judge.text.men;
            let classes: BTreeSet<_> =
                from.iter().map(|position| position.images(men).into_iter().min()).collect();
            found.count("number", classes.len() as u64);
        }
        Says::Share(part) => {
            for &position in &from {
                let holds = judge.holds(part, &View::of(position))?;
                found.count("number", u64::from(holds));
            }
        }
        Says::Tally(number) => {
            for &position in &from {
                let value = judge.tallied(number, position)?;
                found.count(format!("tally {value}"), 1);
            }
        }
        Says::Longest(strategy) => {
            let graph = judge.graph(*strategy, &from, None)?;
            let lengths = from.iter().filter_map(|&position| moves(&graph, position)).map(|(worst, _)| worst);
            if let Some(longest) = lengths.max() {
                found.count("number", u64::from(longest));
            }
        }
        Says::Recognises(recogniser, demand) => judge.recognises(*recogniser, demand, &from, &mut found)?,
        Says::Play(..) => {}
    }
    Ok(found)
}

/// The moves that a position of a claim takes, with the worst and the best choices.
fn moves(graph: &Graph, position: Position) -> Option<(u32, u32)> {
    let number = graph.numbers.get(&(position, None))?;
    if let Length::Moves(worst, best) = graph.lengths[*number] { Some((worst, best)) } else { None }
}

/// The parts of a conjunction.
pub(crate) fn conjuncts<'n>(node: &'n Node, parts: &mut Vec<&'n Node>) {
    match node {
        Node::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinaryOp::And) => {
            conjuncts(first, parts);
            rest.iter().for_each(|(_, part)| conjuncts(part, parts));
        }
        _ => parts.push(node),
    }
}

/// The squares that a part allows a man, if it is about one man alone.
fn allowed(part: &Node, size: i32) -> Option<(usize, Squares)> {
    let Node::Compare(first, rest) = part else { return None };
    let (Node::Man(man), [(op, right)]) = (&**first, &rest[..]) else { return None };
    let bit = |node: &Node| match node {
        Node::Constant(Value::Point(point)) => square(*point, size).map(|square| 1 << square),
        _ => None,
    };
    let squares = match (op, right) {
        (CompareOp::Equal, node) => bit(node)?,
        (CompareOp::In, Node::Constant(Value::Squares(set))) => *set,
        (CompareOp::In, Node::Braces(parts)) => {
            parts.iter().map(bit).try_fold(0, |set, bit| Some(set | bit?))?
        }
        _ => return None,
    };
    Some((*man, squares))
}

impl Judge<'_> {
    /// The legal positions with all men where a condition holds. What is said of one man alone is asked first, so that not all
    /// placements of four men have to be gone through.
    pub(crate) fn domain(
        &mut self,
        condition: Option<&Node>,
        mover: Option<Side>,
    ) -> Result<Vec<Position>, Stopped> {
        let men = self.text.men.clone();
        let mut squares = [squares_where(men.1, |_| true); MEN];
        let mut parts = Vec::new();
        condition.iter().for_each(|condition| conjuncts(condition, &mut parts));
        for (man, set) in parts.iter().filter_map(|part| allowed(part, men.1)) {
            squares[man] &= set;
        }
        let placements = (0..men.0.len()).map(|man| u64::from(squares[man].count_ones())).product::<u64>();
        if placements > MOST_PLACEMENTS {
            return Err(Stopped::TooMuch);
        }
        let mut kinds = [Kind::King; MEN];
        men.0.iter().enumerate().for_each(|(man, &(_, kind))| kinds[man] = kind);
        let nobody = Position { squares: [None; MEN], kinds, turn: Side::White, passing: None };
        let mut placed = vec![nobody];
        for (man, &squares) in squares.iter().enumerate().take(men.0.len()) {
            let with = |before: &Position| {
                let mut after = *before;
                let mut all = Vec::new();
                for square in members(squares) {
                    if before.man_on(square).is_none() {
                        after.squares[man] = Some(square);
                        all.push(after);
                    }
                }
                all
            };
            placed = placed.iter().flat_map(with).collect();
        }
        let mut found = Vec::new();
        for turn in [Side::White, Side::Black] {
            for position in &placed {
                let position = Position { turn, ..*position };
                if mover.is_some_and(|mover| mover != turn) || !position.is_legal(&men) {
                    continue;
                }
                if condition.map_or(Ok(true), |condition| self.holds(condition, &View::of(position)))? {
                    found.push(position);
                }
            }
        }
        Ok(found)
    }

    /// The value of an expression as a report writes it.
    fn tallied(&mut self, of: &Node, position: Position) -> Result<String, Stopped> {
        Ok(match self.value(of, &View::of(position))? {
            Value::Number(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
            Value::Symbol(word) => self.text.symbols.get(usize::from(word)).cloned().unwrap_or_default(),
            _ => return meaningless("a tally of something else"),
        })
    }

    pub(crate) fn is_own(&self, strategy: usize, position: &Position) -> bool {
        position.turn == self.text.strategies[strategy].side
    }

    fn reaches(
        &mut self,
        strategy: usize,
        or: Option<&Node>,
        within: Option<u32>,
        from: &[Position],
        found: &mut Findings,
    ) -> Result<(), Stopped> {
        let graph = self.graph(strategy, from, or)?;
        let mut classes = BTreeSet::new();
        let (mut failing, mut slow, mut longest) = (0, 0, None);
        for &position in from {
            let Some((worst, best)) = moves(&graph, position) else {
                failing += 1;
                continue;
            };
            slow += u64::from(within.is_some_and(|within| worst > within));
            found.count(format!("by_moves {worst}"), 1);
            found.count(format!("luckiest_by_moves {best}"), 1);
            classes.insert((position.images(&self.text.men).into_iter().min(), worst));
            longest = longest.max(Some(worst));
        }
        for (_, worst) in classes {
            found.count(format!("classes_by_moves {worst}"), 1);
        }
        if let Some(longest) = longest.filter(|_| failing == 0) {
            found.count("longest_moves", u64::from(longest));
        }
        found.proved = failing + slow == 0;
        found.count("failures", failing + slow);
        if slow > 0 {
            found.count("kind too_slow", slow);
        }
        if failing > 0 {
            let begins: HashSet<Position> = from.iter().copied().collect();
            for (kind, positions) in graph.kinds(|state| self.is_own(strategy, &state.0), &begins) {
                found.count(format!("kind {kind}"), positions.len() as u64);
            }
        }
        let mut asked = first_asked(&graph, from, |position| self.is_own(strategy, position));
        // Those who go on are counted wherever they are met, whether a rule of theirs applies or none.
        let own = self.text.strategies[strategy].parts[0].cast;
        let goes_on = |at: &Position| self.is_asked(strategy, at) && !at.has_cast(&own);
        asked.extend((0..graph.met.len()).filter(|&number| goes_on(&graph.met[number].state.0)));
        self.rules(strategy, &asked, &graph, found);
        if or.is_none() && self.text.men.0.len() <= 3 {
            self.best_play(strategy, from, &graph, found)?;
        }
        Ok(())
    }

    /// How soon the positions are won with best play, and how much longer it takes the strategy.
    fn best_play(
        &mut self,
        strategy: usize,
        from: &[Position],
        graph: &Graph,
        found: &mut Findings,
    ) -> Result<(), Stopped> {
        for &position in from {
            let best = match (self.is_own(strategy, &position), self.worth(&position)?) {
                (true, Worth::Win(plies)) | (false, Worth::Loss(plies)) => u32::from(plies).div_ceil(2),
                _ => continue,
            };
            found.count(format!("optimal_by_moves {best}"), 1);
            if let Some((worst, _)) = moves(graph, position) {
                found.count(format!("excess_by_moves {}", worst - best), 1);
            }
        }
        Ok(())
    }

    /// How often each rule applies in some positions that were met, and how often it leaves a choice.
    fn rules(&self, strategy: usize, asked: &[usize], graph: &Graph, found: &mut Findings) {
        let steps = self.text.strategies[strategy].steps();
        for step in 0..steps {
            found.count(format!("rule {step}"), 0);
        }
        let mut seen = HashSet::new();
        for met in asked.iter().map(|&number| &graph.met[number]) {
            let mut count = |what: String| {
                // Met in several trees it is one position.
                let is_new = seen.insert((what.clone(), met.state.0));
                found.count(what, u64::from(is_new));
            };
            match met.step {
                Some(step) => {
                    count(format!("rule {step}"));
                    if met.then.len() > 1 {
                        count(format!("rule {step} with choice"));
                    }
                }
                None if met.status == Status::Wrong("stuck") => count("no_rule".into()),
                None => {}
            }
        }
    }

    fn keeps(
        &mut self,
        strategy: usize,
        exactly: bool,
        from: &[Position],
        found: &mut Findings,
    ) -> Result<(), Stopped> {
        let graph = self.graph(strategy, from, None)?;
        let asked = |state: &State| self.is_asked(strategy, &state.0);
        let asked: Vec<usize> = (0..graph.met.len()).filter(|&n| asked(&graph.met[n].state)).collect();
        let positions: HashSet<Position> = asked.iter().map(|&number| graph.met[number].state.0).collect();
        found.count("met", positions.len() as u64);
        let (mut failing, mut kinds) = (HashSet::new(), HashSet::new());
        self.rules(strategy, &asked, &graph, found);
        for met in asked.iter().map(|&number| &graph.met[number]) {
            let own = self.worth(&met.state.0)?.sign();
            let mut bad = None;
            for &next in &met.then {
                let now = -self.worth(&graph.met[next].state.0)?.sign();
                let kept = if exactly { now == own } else { now >= own.min(0) };
                bad = bad.or((!kept).then_some("value_lost"));
            }
            if met.status == Status::Wrong("stuck") {
                bad = Some("stuck");
            }
            if let Some(kind) = bad {
                found.proved = false;
                found.count("failures", u64::from(failing.insert(met.state.0)));
                found.count(format!("kind {kind}"), u64::from(kinds.insert((kind, met.state.0))));
            }
        }
        Ok(())
    }

    fn optimal(&mut self, strategy: usize, from: &[Position], found: &mut Findings) -> Result<(), Stopped> {
        let mut asked = BTreeSet::new();
        for &position in from {
            if self.is_own(strategy, &position) {
                let kind = self.not_best(strategy, &position)?;
                asked.insert(position);
                if let Some(kind) = kind {
                    found.count("failures", 1);
                    found.count(format!("kind {kind}"), 1);
                }
                continue;
            }
            let mut kinds = Vec::new();
            for (_, reply) in self.moves(&position)? {
                if self.is_asked(strategy, &reply) {
                    asked.insert(reply);
                    kinds.extend(self.not_best(strategy, &reply)?);
                }
            }
            if !kinds.is_empty() {
                found.count("failures", 1);
                kinds.dedup();
                // Where several things are wrong one of them is named, and which is not said.
                let kind = if kinds.len() == 1 { kinds[0] } else { "any" };
                found.count(format!("kind {kind}"), 1);
            }
        }
        found.proved = !found.figures.contains_key("failures");
        for position in asked {
            match self.choice(strategy, &position)?.as_ref() {
                Some(choice) => {
                    found.count(format!("rule {}", choice.step), 1);
                    found.count(
                        format!("rule {} with choice", choice.step),
                        u64::from(choice.moves.len() > 1),
                    );
                }
                None => {
                    let moves = self.moves(&position)?;
                    found.count("no_rule", u64::from(!moves.is_empty()));
                }
            }
        }
        Ok(())
    }

    /// What is wrong with the moves that are allowed in a position: one of them is not among the best, or there is none.
    fn not_best(&mut self, strategy: usize, at: &Position) -> Result<Option<&'static str>, Stopped> {
        let choice = self.choice(strategy, at)?;
        let Some(choice) = choice.as_ref() else {
            return Ok(if self.moves(at)?.is_empty() { None } else { Some("stuck") });
        };
        let wanted = match self.worth(at)? {
            Worth::Win(plies) => Worth::Loss(plies - 1),
            Worth::Draw => Worth::Draw,
            Worth::Loss(plies) => Worth::Win(plies - 1),
        };
        for (_, after) in &choice.moves {
            if self.worth(after)? != wanted {
                return Ok(Some("not_optimal"));
            }
        }
        Ok(None)
    }
}

/// Where a strategy is first asked: in the positions of the claim where it is to move, and after each move of the opponent in
/// the others; each once, and not where the aim is reached already.
fn first_asked(graph: &Graph, from: &[Position], own: impl Fn(&Position) -> bool) -> Vec<usize> {
    let mut asked = BTreeSet::new();
    for position in from {
        let Some(&number) = graph.numbers.get(&(*position, None)) else { continue };
        if own(position) {
            asked.insert(number);
        } else {
            asked.extend(&graph.met[number].then);
        }
    }
    asked.into_iter().collect()
}
