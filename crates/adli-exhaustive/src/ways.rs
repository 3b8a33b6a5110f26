//! Ways from the positions of a claim to where something goes wrong.
//!
//! Something wrong is seen where it happens, often long after a play has begun. What is shown to a reader has to begin with
//! a position of the claim; so the plays are followed forward from there, breadth first, until they come to
//! something wrong. Each way found is then a shortest one. Only positions through which a way can lead are
//! followed, as far as that is known.

use std::collections::{HashMap, HashSet, VecDeque};

use adli_claims::{Limit, Reason};
use adli_lang::term::{StrategyId, TermId};
use adli_position::space::Code;

use crate::columns::{Asks, Columns};
use crate::engine::Engine;
use crate::replay::{MAX_PASSED_OVER, Shown};
use crate::survey::{Fault, Numbers};

/// How many positions of a claim a search begins with, and how many it may come to.
const STARTS: usize = 100_000;
const POSITIONS: usize = 1_000_000;

/// The plays of a strategy from the positions of a claim.
pub(crate) struct Ways<'a> {
    pub(crate) strategy: StrategyId,
    /// The positions of the claim, those that count.
    pub(crate) from: &'a [Code],
    pub(crate) numbers: &'a mut Numbers,
    /// Whether something wrong may follow a position: whose move it is, and its number.
    pub(crate) leads: &'a dyn Fn(bool, usize) -> bool,
}

impl Ways<'_> {
    /// Shortest lines to things that are wrong at once: some of each kind and step, `most` or more in all if
    /// there are so many.
    pub(crate) fn to(self, engine: &Engine<'_>, faults: Vec<Fault>, most: usize) -> Vec<Shown> {
        let Ways { strategy, from, numbers, leads } = self;
        let firsts: HashSet<Code> = faults.iter().filter_map(|fault| fault.line.first().copied()).collect();
        let begins: HashSet<Code> = from.iter().copied().filter(|code| firsts.contains(code)).collect();
        let (mut shown, mut seen): (Vec<Shown>, HashSet<_>) = Default::default();
        let mut elsewhere: HashMap<Code, Vec<Fault>> = HashMap::new();
        for fault in faults {
            match fault.line.first() {
                Some(first) if begins.contains(first) => {
                    seen.insert(fault.alike());
                    shown.push((fault.line, fault.reason, None));
                }
                Some(&first) => elsewhere.entry(first).or_default().push(fault),
                None => {}
            }
        }
        let mut unseen: HashSet<(Reason, Option<u16>)> =
            elsewhere.values().flatten().map(Fault::alike).collect();
        unseen.retain(|alike| !seen.contains(alike));
        let mut before: HashMap<Code, Option<Code>> = HashMap::new();
        let mut queue = VecDeque::new();
        // Positions by whose move it is, and their numbers.
        let mut met: HashSet<(bool, usize)> = HashSet::new();
        let may_fail = |&code: &Code| leads(engine.ground.is_own(strategy, code), numbers.of(engine, code));
        let starts: Vec<Code> = from.iter().copied().filter(may_fail).take(STARTS).collect();
        for code in starts {
            let own = engine.ground.is_own(strategy, code);
            before.insert(code, None);
            met.insert((own, numbers.of(engine, code)));
            queue.push_back((code, own));
        }
        while let Some((code, own)) = queue.pop_front() {
            let enough = unseen.is_empty() && shown.len() >= most.max(MAX_PASSED_OVER);
            if enough || elsewhere.is_empty() || before.len() > POSITIONS || engine.go_on().is_err() {
                break;
            }
            for fault in elsewhere.remove(&engine.first(code)).into_iter().flatten() {
                unseen.remove(&fault.alike());
                let mut line = way_to(&before, code);
                line.extend(engine.as_seen_from(code, &fault.line).into_iter().skip(1));
                shown.push((line, fault.reason, None));
            }
            for next in following(engine, strategy, code, own) {
                let next = engine.space().canonical(next);
                let number = numbers.of(engine, next);
                if leads(!own, number) && met.insert((!own, number)) {
                    before.insert(next, Some(code));
                    queue.push_back((next, !own));
                }
            }
        }
        shown
    }
}

/// The positions that follow one.
pub(crate) fn following(engine: &Engine<'_>, strategy: StrategyId, code: Code, own: bool) -> Vec<Code> {
    if own {
        return engine.choice(strategy, code).map_or_else(Vec::new, |(_, moves)| moves.into_owned());
    }
    let mut replies = Vec::new();
    engine.replies(code, |reply| replies.push(reply));
    replies
}

/// The line that led to a position, by the position before each.
pub(crate) fn way_to(before: &HashMap<Code, Option<Code>>, code: Code) -> Vec<Code> {
    let mut line = vec![code];
    let mut at = code;
    while let Some(Some(previous)) = before.get(&at) {
        line.push(*previous);
        at = *previous;
    }
    line.reverse();
    line
}

/// Where a strategy is first asked in the plays from some positions: in those where it is to move, and after each move of
/// the opponent in the others; not where the claim's goal (`or`) is reached already. Each that counts comes once.
pub(crate) fn first_asked(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    from: &[Code],
    or: Option<TermId>,
) -> Result<Vec<Code>, Limit> {
    let going_on = without_goal(engine, from.to_vec(), or)?;
    let (own, theirs): (Vec<Code>, Vec<Code>) =
        going_on.into_iter().partition(|&code| engine.ground.is_own(strategy, code));
    if theirs.is_empty() {
        return Ok(own);
    }
    let mut asked: HashSet<Code> = HashSet::new();
    for code in theirs {
        let replies = following(engine, strategy, code, false).into_iter().map(|reply| engine.first(reply));
        asked.extend(replies.filter(|&reply| engine.ground.asks(strategy, reply)));
    }
    let mut asked = without_goal(engine, asked.into_iter().collect(), or)?;
    asked.extend(own);
    asked.sort_unstable();
    asked.dedup();
    Ok(asked)
}

/// The positions where a goal does not hold.
fn without_goal(
    engine: &mut Engine<'_>,
    mut codes: Vec<Code>,
    goal: Option<TermId>,
) -> Result<Vec<Code>, Limit> {
    if let Some(goal) = goal {
        let mut goal = engine.compile(goal, 1, &[]);
        let mut reached = engine.over(&mut goal, &codes)?.into_iter();
        codes.retain(|_| reached.next() == Some(0));
    }
    Ok(codes)
}
