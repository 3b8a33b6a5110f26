//! All that can be met when a strategy is played: positions, each with the tree that is being played out, if one is.

use std::collections::{HashMap, HashSet};

use crate::Stopped;
use crate::chess::Position;
use crate::judge::{Commitment, Judge, View};
use crate::node::Node;

/// A position, and the tree that is being played out.
pub(crate) type State = (Position, Option<Commitment>);

/// What a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    GoesOn,
    Reached,
    /// The play fails here, for the reason that has this name in the report.
    Wrong(&'static str),
}

/// A position that was met.
pub(crate) struct Met {
    pub(crate) state: State,
    pub(crate) status: Status,
    /// Those that may follow, by number.
    pub(crate) then: Vec<usize>,
    /// The step that is played here, with the strategy to move.
    pub(crate) step: Option<usize>,
}

/// How many own moves it takes to reach the aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// With the worst and with the best own choices.
    Moves(u32, u32),
    /// Something goes wrong, sooner or later.
    Fails,
    /// The play need not end.
    Endless,
}

/// The plays of a strategy.
pub(crate) struct Graph {
    pub(crate) met: Vec<Met>,
    pub(crate) numbers: HashMap<State, usize>,
    pub(crate) lengths: Vec<Length>,
}

impl Judge<'_> {
    /// Where a strategy may be after its own move, and by which step.
    pub(crate) fn own_moves_of(
        &mut self,
        strategy: usize,
        (at, committed): State,
    ) -> Result<(Option<usize>, Vec<State>), Stopped> {
        let mut afters = Vec::new();
        if let Some(begun) = committed {
            for &(_, after) in self.tree_moves(begun, &at)?.iter() {
                afters.push((after, self.follow(begun, &at, &after)?));
            }
            return Ok((Some(begun.step), afters));
        }
        let choice = self.choice(strategy, &at)?;
        let Some(choice) = choice.as_ref() else { return Ok((None, afters)) };
        for &(_, after) in &choice.moves {
            let committed = match choice.advice {
                Some(advice) => self.commit(choice.step, advice, &at, &after)?,
                None => None,
            };
            afters.push((after, committed));
        }
        Ok((Some(choice.step), afters))
    }

    /// Where a play may be after a reply.
    pub(crate) fn replies_to(&mut self, (at, committed): State) -> Result<Vec<State>, Stopped> {
        let mut afters = Vec::new();
        for (_, after) in self.moves(&at)? {
            let committed = match committed {
                Some(begun) => self.follow(begun, &at, &after)?,
                None => None,
            };
            afters.push((after, committed));
        }
        Ok(afters)
    }

    /// Follows a strategy from some positions up to mate or what is as good.
    pub(crate) fn graph(
        &mut self,
        strategy: usize,
        from: &[Position],
        or: Option<&Node>,
    ) -> Result<Graph, Stopped> {
        let mut graph = Graph { met: Vec::new(), numbers: HashMap::new(), lengths: Vec::new() };
        from.iter().for_each(|&position| {
            graph.number((position, None));
        });
        let mut next = 0;
        while next < graph.met.len() {
            let state = graph.met[next].state;
            let (status, step, afters) = self.seen_at(strategy, state, or)?;
            let then: Vec<usize> = afters.into_iter().map(|after| graph.number(after)).collect();
            let met = &mut graph.met[next];
            (met.status, met.step, met.then) = (status, step, then);
            next += 1;
        }
        graph.measure(|state| state.0.turn == self.text.strategies[strategy].side);
        Ok(graph)
    }

    fn seen_at(
        &mut self,
        strategy: usize,
        state: State,
        or: Option<&Node>,
    ) -> Result<(Status, Option<usize>, Vec<State>), Stopped> {
        let men = &self.text.men;
        let at = &state.0;
        let own = at.turn == self.text.strategies[strategy].side;
        let reached = or.map_or(Ok(false), |or| self.holds(or, &View::of(*at)))?;
        let end = |status| Ok((status, None, Vec::new()));
        if reached {
            return end(Status::Reached);
        }
        if own && !self.is_asked(strategy, at) {
            let mated = at.in_check(men, at.turn) && self.moves(at)?.is_empty();
            return end(Status::Wrong(if mated { "mated" } else { "home_left" }));
        }
        if self.moves(at)?.is_empty() {
            let mate = at.in_check(men, at.turn);
            return end(match (own, mate) {
                (false, true) => Status::Reached,
                (true, true) => Status::Wrong("mated"),
                (_, false) => Status::Wrong("stalemate"),
            });
        }
        if !own {
            return Ok((Status::GoesOn, None, self.replies_to(state)?));
        }
        let (step, afters) = self.own_moves_of(strategy, state)?;
        if step.is_none() {
            return end(Status::Wrong("stuck"));
        }
        Ok((Status::GoesOn, step, afters))
    }
}

impl Graph {
    fn number(&mut self, state: State) -> usize {
        let met = &mut self.met;
        *self.numbers.entry(state).or_insert_with(|| {
            met.push(Met { state, status: Status::GoesOn, then: Vec::new(), step: None });
            met.len() - 1
        })
    }

    /// Goes back from where plays end; what is never come to need not end.
    fn measure(&mut self, own: impl Fn(&State) -> bool) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.met.len()];
        let mut open: Vec<usize> = Vec::new();
        let mut todo = Vec::new();
        for (number, met) in self.met.iter().enumerate() {
            met.then.iter().for_each(|&next| before[next].push(number));
            open.push(met.then.len());
            todo.extend(met.then.is_empty().then_some(number));
        }
        self.lengths = vec![Length::Endless; self.met.len()];
        while let Some(number) = todo.pop() {
            self.lengths[number] = self.length(number, &own);
            for &earlier in &before[number] {
                open[earlier] -= 1;
                todo.extend((open[earlier] == 0).then_some(earlier));
            }
        }
    }

    fn length(&self, number: usize, own: impl Fn(&State) -> bool) -> Length {
        let met = &self.met[number];
        match met.status {
            Status::Reached => return Length::Moves(0, 0),
            Status::Wrong(_) => return Length::Fails,
            Status::GoesOn => {}
        }
        let own = own(&met.state);
        let (mut worst, mut best): (u32, Option<u32>) = (0, None);
        for &next in &met.then {
            let Length::Moves(most, least) = self.lengths[next] else { return Length::Fails };
            worst = worst.max(most);
            best = Some(match best {
                Some(so_far) if own => so_far.min(least),
                Some(so_far) => so_far.max(least),
                None => least,
            });
        }
        let one = u32::from(own);
        Length::Moves(worst + one, best.unwrap_or(0) + one)
    }

    /// The positions that were met in which something goes wrong there and then, by the name of what; and for `cycle`
    /// those with the strategy to move from which the play need not end. Whatever tree is played out there,
    /// it is one position,
    /// and it counts for one kind alone.
    pub(crate) fn kinds(
        &self,
        own: impl Fn(&State) -> bool,
        from: &HashSet<Position>,
    ) -> HashMap<&'static str, HashSet<Position>> {
        let mut kinds: HashMap<&'static str, HashSet<Position>> = HashMap::new();
        for (met, length) in self.met.iter().zip(&self.lengths) {
            let mut count = |kind| kinds.entry(kind).or_default().insert(met.state.0);
            let own = own(&met.state);
            // A stalemate by a move of the strategy is counted where the move is allowed.
            let begins = met.state.1.is_none() && from.contains(&met.state.0);
            match met.status {
                Status::Wrong(kind) if own || begins => _ = count(kind),
                _ => {}
            }
            let stalemates = |&next: &usize| self.met[next].status == Status::Wrong("stalemate");
            if own && met.then.iter().any(stalemates) {
                count("stalemate");
            }
            if own && *length == Length::Endless {
                count("cycle");
            }
        }
        let mut counted: HashSet<Position> = HashSet::new();
        for kind in ["mated", "home_left", "stalemate", "stuck", "cycle"] {
            let Some(positions) = kinds.get_mut(kind) else { continue };
            positions.retain(|position| counted.insert(*position));
        }
        kinds
    }
}
