//! Kinds of cycles: by which rules plays go round.
//!
//! The positions met in which a play need not end, with the strategy to move, are the nodes of a graph; an own move and a reply lead from one to
//! another. Two nodes from each of which the other can be reached lie on a cycle together. So the strongly connected parts of the graph are where
//! plays go round, and the rules that apply in one of them are its kind. They are found by the algorithm of Tarjan, with a stack of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use adli_claims::Round;
use adli_lang::term::StrategyId;
use adli_position::space::Code;

use crate::columns::Asks;
use crate::engine::Engine;
use crate::ways::following;

/// Larger graphs are not looked at.
const MOST: usize = 1 << 20;

/// In how many positions plays go round, by the rules that apply there; the most frequent first.
pub(crate) fn rounds(engine: &Engine<'_>, strategy: StrategyId, endless: &[Code]) -> Vec<Round> {
    if endless.len() > MOST {
        return Vec::new();
    }
    let graph = graph(engine, strategy, endless);
    let mut kinds: BTreeMap<BTreeSet<u16>, Vec<Code>> = BTreeMap::new();
    for part in parts(&graph) {
        let goes_round = part.len() > 1 || part.first().is_some_and(|node| graph[*node].contains(node));
        if !goes_round {
            continue;
        }
        let codes = part.iter().map(|&node| endless[node]);
        let rules = codes.clone().filter_map(|code| engine.choice(strategy, code)?.0).collect();
        kinds.entry(rules).or_default().extend(codes);
    }
    let steps = &engine.ground.program[strategy].steps;
    let name = |step: u16| steps.get(usize::from(step)).map(|step| step.name.clone());
    let round = |(rules, codes): (BTreeSet<u16>, Vec<Code>)| Round {
        rules: rules.into_iter().filter_map(name).collect(),
        positions: engine.total_met(codes),
    };
    let mut rounds: Vec<Round> = kinds.into_iter().map(round).collect();
    rounds.sort_by(|a, b| (b.positions, &a.rules).cmp(&(a.positions, &b.rules)));
    rounds
}

/// For each position those that follow after a move and a reply, by number.
fn graph(engine: &Engine<'_>, strategy: StrategyId, nodes: &[Code]) -> Vec<Vec<usize>> {
    let numbers: HashMap<Code, usize> = nodes.iter().enumerate().map(|(at, &code)| (code, at)).collect();
    let follow = |&code: &Code| {
        let afters = following(engine, strategy, code, true);
        let replies = afters.into_iter().flat_map(|after| following(engine, strategy, after, false));
        let space = engine.space();
        let found = replies.filter_map(|reply| numbers.get(&engine.first(space.canonical(reply))).copied());
        found.collect::<BTreeSet<usize>>().into_iter().collect()
    };
    nodes.iter().map(follow).collect()
}

/// The strongly connected parts of a graph.
fn parts(graph: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut order = vec![NEW; graph.len()];
    let mut lowest = vec![NEW; graph.len()];
    let mut is_open = vec![false; graph.len()];
    let (mut open, mut parts, mut count) = (Vec::new(), Vec::new(), 0);
    for start in 0..graph.len() {
        if order[start] != NEW {
            continue;
        }
        // A node, and how many of those that follow it have been looked at.
        let mut visits = vec![(start, 0)];
        while let Some((node, next)) = visits.pop() {
            if next == 0 {
                order[node] = count;
                lowest[node] = count;
                count += 1;
                open.push(node);
                is_open[node] = true;
            } else {
                let before = graph[node][next - 1];
                if is_open[before] {
                    lowest[node] = lowest[node].min(lowest[before]);
                }
            }
            if let Some(&follower) = graph[node].get(next) {
                visits.push((node, next + 1));
                if order[follower] == NEW {
                    visits.push((follower, 0));
                }
                continue;
            }
            if lowest[node] == order[node] {
                let from = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let part = open.split_off(from);
                part.iter().for_each(|&node| is_open[node] = false);
                parts.push(part);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn what_can_be_reached_from_one_another_is_one_part() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3 -> 4 -> 3, 5 -> 0, 6 -> 6
        let graph = [vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![0], vec![6]];
        let mut found = parts(&graph.map(|to| to.clone()));
        found.iter_mut().for_each(|part| part.sort_unstable());
        found.sort();
        assert_eq!(found, [vec![0, 1, 2], vec![3, 4], vec![5], vec![6]]);
    }
}
