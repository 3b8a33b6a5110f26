//! Decision diagrams of conditions on a position.
//!
//! A condition is asked at every placement of some men; the answers, read as one long word, become a diagram: a node asks for the
//! file or the rank of a man, and each interval of lines leads to another node. Equal nodes are made once (Bryant, 1986). All files are asked
//! before all ranks, because most of what is said on a chessboard is said of files and ranks apart: conditions that look three
//! moves ahead then have a few hundred nodes, where with one man after the other they have thousands.
//!
//! Placements that do not matter are given the answer of a neighbour, which makes intervals longer.

mod shared;

use adli_symbolic::hash::HashMap;

use crate::aig::{Aig, Number, Wire};
pub(crate) use shared::{AHEAD_ONLY, Ahead, Condition, Diagrams};

/// The lines of the board, as a power of two.
const LINES: usize = 8;

/// The answer at a placement.
pub(crate) const NO: u8 = 0;
/// The answer at a placement.
pub(crate) const YES: u8 = 1;
/// The answer at a placement that does not matter.
pub(crate) const EITHER: u8 = 2;

/// Where an edge leads: to an answer, or to the node whose number it is, counted after the answers.
type Edge = u32;
const ANSWERS: Edge = 3;

#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Diagram {
    /// Children first.
    nodes: Vec<Node>,
    root: Edge,
}

/// Asks for a line; eight edges, one for each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    asks: usize,
    edges: [Edge; LINES],
}

impl Diagram {
    /// The diagram of answers at all placements; the last line asked changes fastest.
    pub(crate) fn new(answers: &[u8]) -> Diagram {
        let mut known: HashMap<Node, Edge> = HashMap::default();
        let mut nodes = Vec::new();
        let mut level: Vec<Edge> = answers.iter().map(|&answer| Edge::from(answer)).collect();
        let mut asks = answers.len().checked_ilog2().unwrap_or(0) as usize / LINES.ilog2() as usize;
        while level.len() > 1 {
            asks = asks.saturating_sub(1);
            let parents = level.chunks(LINES).map(|edges| {
                let edges = settled(edges);
                if edges.iter().all(|&edge| edge == edges[0]) {
                    return edges[0];
                }
                *known.entry(Node { asks, edges }).or_insert_with_key(|node| {
                    nodes.push(node.clone());
                    nodes.len() as Edge - 1 + ANSWERS
                })
            });
            level = parents.collect();
        }
        Diagram { nodes, root: level.first().copied().unwrap_or(Edge::from(NO)) }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The diagram as a circuit that asks for these lines.
    pub(crate) fn wire(&self, aig: &mut Aig, lines: &[&Number]) -> Wire {
        let mut wires: Vec<Wire> =
            (0..ANSWERS).map(|answer| Wire::constant(answer == Edge::from(YES))).collect();
        for node in &self.nodes {
            let ends: Vec<Wire> = node.edges.iter().map(|&edge| wires[edge as usize]).collect();
            let wire = lines.get(node.asks).map_or(Wire::FALSE, |line| between(aig, line, 1, &ends));
            wires.push(wire);
        }
        wires[self.root as usize]
    }
}

/// The wire at the place that a number says, counted from `low`.
fn between(aig: &mut Aig, line: &Number, low: i32, ends: &[Wire]) -> Wire {
    // The change nearest to the middle, so that few questions decide.
    let changes = (1..ends.len()).filter(|&at| ends[at] != ends[at - 1]);
    let Some(at) = changes.min_by_key(|&at| (2 * at).abs_diff(ends.len())) else { return ends[0] };
    let (below, above) = ends.split_at(at);
    let below = between(aig, line, low, below);
    let above = between(aig, line, low + at as i32, above);
    aig.choose(line.more_than(low + at as i32 - 1), above, below)
}

/// Edges in which what does not matter follows its neighbour.
fn settled(edges: &[Edge]) -> [Edge; LINES] {
    let either = Edge::from(EITHER);
    let mut settled = [either; LINES];
    settled.iter_mut().zip(edges).for_each(|(to, &from)| *to = from);
    let mut last = edges.iter().copied().find(|&edge| edge != either).unwrap_or(either);
    for edge in &mut settled {
        if *edge == either {
            *edge = last;
        }
        last = *edge;
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aig::value;

    /// The circuit of a diagram gives the answers that the diagram was made of.
    #[test]
    fn a_diagram_says_what_was_answered() {
        let mut seed = 7_u32;
        for share in [1, 3, 6, 9] {
            let answers: Vec<u8> = (0..512)
                .map(|place| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    // Long intervals as well as single answers, and gaps.
                    if seed >> 28 == 0 {
                        EITHER
                    } else {
                        u8::from(seed >> 24 & 15 < share || place % 64 > 40)
                    }
                })
                .collect();
            let diagram = Diagram::new(&answers);
            let mut aig = Aig::new();
            let lines: Vec<Number> =
                (0..3).map(|line| Number::input(&mut aig, &format!("line{line}"), 1, 8)).collect();
            let wire = diagram.wire(&mut aig, &lines.iter().collect::<Vec<_>>());
            for (place, &answer) in answers.iter().enumerate() {
                let over = |shift: usize, more: usize| place >> shift & 7 > more;
                let words: Vec<u64> = [6, 3, 0]
                    .iter()
                    .flat_map(|&shift| (0..7).map(move |more| u64::from(over(shift, more))))
                    .collect();
                let told = value(&aig.simulate(&words), wire) & 1;
                assert!(answer == EITHER || told == u64::from(answer), "{place}");
            }
        }
    }

    #[test]
    fn equal_nodes_are_made_once_and_gaps_are_filled() {
        // The first line decides; where it is 5, nothing matters.
        let answers: Vec<u8> =
            (0..512).map(|place| [NO, NO, NO, NO, EITHER, YES, YES, YES][place >> 6]).collect();
        assert_eq!(Diagram::new(&answers).len(), 1);
        let never: Vec<u8> = vec![NO; 512];
        assert_eq!(Diagram::new(&never).len(), 0);
    }
}
