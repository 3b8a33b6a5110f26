//! Lemmas about plays: every play for itself, move by move.

use adli_lang::ast::BinaryOp;

use crate::Stopped;
use crate::chess::Position;
use crate::claims::{Findings, conjuncts};
use crate::judge::{Commitment, Judge, View};
use crate::node::{Node, Place};
use crate::relies;
use crate::text::Clause;

impl Judge<'_> {
    /// `for play p0 .. pn of S given G show H`
    pub(crate) fn plays(
        &mut self,
        strategy: usize,
        last: usize,
        given: Option<&Node>,
        show: Option<&Clause>,
        found: &mut Findings,
    ) -> Result<(), Stopped> {
        let mut parts = Vec::new();
        given.iter().for_each(|given| conjuncts(given, &mut parts));
        // What is said of several positions is said of each, and asked as soon as the play has come so far.
        let mut asked: Vec<Vec<Node>> = vec![Vec::new(); last + 1];
        for part in parts {
            let single: Vec<Node> = match part {
                Node::At(inner, places) => {
                    places.iter().map(|place| Node::At(inner.clone(), vec![*place])).collect()
                }
                _ => vec![part.clone()],
            };
            for part in single {
                let all: Vec<Place> = (0..=last).map(Place::Play).collect();
                let looks = |&number: &usize| {
                    relies::looks_at(
                        &part,
                        &all[number..=number],
                        &self.text.definitions,
                        self.text.men.0.len(),
                    )
                };
                let latest = (0..=last).rev().find(looks).unwrap_or(0);
                asked[latest].push(part);
            }
        }
        let side = self.text.strategies[strategy].side;
        let mut first = None;
        for part in &asked[0] {
            if let Node::At(inner, _) = part {
                let part = (**inner).clone();
                first = Some(match first {
                    Some(Node::Chain(head, rest)) => {
                        Node::Chain(head, [rest, vec![(BinaryOp::And, part)]].concat())
                    }
                    Some(other) => Node::Chain(Box::new(other), vec![(BinaryOp::And, part)]),
                    None => part,
                });
            }
        }
        for start in self.domain(first.as_ref(), Some(side))? {
            self.play_on(strategy, &mut vec![start], None, &asked, show, found)?;
        }
        found.count("plays", 0);
        Ok(())
    }

    fn play_on(
        &mut self,
        strategy: usize,
        play: &mut Vec<Position>,
        committed: Option<Commitment>,
        asked: &[Vec<Node>],
        show: Option<&Clause>,
        found: &mut Findings,
    ) -> Result<(), Stopped> {
        let Some(&at) = play.last() else { return Ok(()) };
        for part in &asked[play.len() - 1] {
            if !self.holds(part, &View { play, ..View::of(at) })? {
                return Ok(());
            }
        }
        found.count("positions", u64::from(play.len() == 1));
        if play.len() == asked.len() {
            found.count("plays", 1);
            let shown = show.map_or(Ok(false), |show| self.clause(show, &View { play, ..View::of(at) }))?;
            if !shown {
                found.proved = false;
                found.count("failures", 1);
            }
            return Ok(());
        }
        let afters = if !self.is_own(strategy, &at) {
            self.replies_to((at, committed))?
        } else if self.is_asked(strategy, &at) {
            self.own_moves_of(strategy, (at, committed))?.1
        } else {
            Vec::new()
        };
        for (after, committed) in afters {
            play.push(after);
            self.play_on(strategy, play, committed, asked, show, found)?;
            play.pop();
        }
        Ok(())
    }
}
