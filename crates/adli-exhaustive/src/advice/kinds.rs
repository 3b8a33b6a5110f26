//! Roots by what goals look at in them: those that agree have the same trees.

use std::collections::HashSet;

use adli_claims::Limit;
use adli_lang::term::TermId;
use adli_position::space::Code;

use super::Trees;
use super::goal::Goal;
use super::kept::{Valued, Worth, YES};
use super::order::Constrained;
use super::plies::Plies;
use super::threshold::{Comparison, Threshold, comparisons};
use crate::columns::{Asks, Columns, Nodes};

/// How many sets of tables are kept as arrays of all places; more than that are thinly filled. If roots differ in more numbers
/// than that, trees are worth numbers where they can be.
const FEW: usize = 16;

/// Roots with the same numbers.
pub(super) struct Kind {
    numbers: Vec<i32>,
    /// Which symmetries their trees have. Where the numbers of a root are the same in its images, trees with these numbers
    /// are images of one another, wherever they are asked for; so it is enough that one root has everybody at home.
    fold: usize,
    /// The number of its tables.
    pub(super) tables: usize,
    /// How much a tree must be worth in order to go on.
    pub(super) least: Worth,
}

/// Nodes that are looked up in the same tables.
pub(super) struct Group {
    pub(super) tables: usize,
    /// Their rows, and how much each must be worth.
    pub(super) rows: Vec<(u32, Worth)>,
}

impl Trees {
    /// Rows of nodes by the tables for their roots.
    pub(super) fn grouped<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        nodes: &Nodes<'_>,
        rows: Vec<u32>,
    ) -> Result<Vec<Group>, Limit> {
        if self.root_blocks.is_empty() {
            let kind = self.number(engine, Vec::new(), true)?;
            let &Kind { tables, least, .. } = &self.kinds[kind];
            let rows = rows.into_iter().map(|row| (row, least)).collect();
            return Ok(vec![Group { tables, rows }]);
        }
        // The moves of one root stand together.
        let mut roots: Vec<Code> = rows.iter().map(|&row| nodes.roots[row as usize]).collect();
        roots.dedup();
        let kinds = self.kinds_of(engine, &roots)?;
        let mut groups: Vec<Group> = Vec::new();
        let mut at = 0;
        for row in rows {
            while roots[at] != nodes.roots[row as usize] {
                at += 1;
            }
            let &Kind { tables, least, .. } = &self.kinds[kinds[at]];
            match groups.iter_mut().find(|group| group.tables == tables) {
                Some(group) => group.rows.push((row, least)),
                None => groups.push(Group { tables, rows: vec![(row, least)] }),
            }
        }
        Ok(groups)
    }

    /// The number of the kind of a root.
    pub(crate) fn kind_of<'p>(&mut self, engine: &mut impl Asks<'p>, root: Code) -> Result<usize, Limit> {
        Ok(self.kinds_of(engine, &[root])?.first().copied().unwrap_or(0))
    }

    /// The numbers of the kinds of some roots.
    pub(crate) fn kinds_of<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        roots: &[Code],
    ) -> Result<Vec<usize>, Limit> {
        let mut columns = Vec::new();
        for block in &mut self.root_blocks {
            columns.push(engine.over(block, roots)?);
        }
        let values = |row: usize| columns.iter().map(|column| column[row]).collect();
        let at_home = |row: usize| engine.space().is_home(roots[row]);
        let kinds = (0..roots.len()).map(|row| self.number(engine, values(row), at_home(row))).collect();
        if self.kinds.len() > FEW && !self.has_chosen {
            self.choose(engine)?;
        }
        kinds
    }

    /// The kind of roots with these numbers, one of which has everybody at home or not.
    fn number<'p>(
        &mut self,
        engine: &impl Asks<'p>,
        numbers: Vec<i32>,
        at_home: bool,
    ) -> Result<usize, Limit> {
        if let Some(&known) = self.values.get(&numbers) {
            return Ok(known);
        }
        let fold = usize::from(!at_home && !numbers.is_empty());
        self.values.insert(numbers.clone(), self.kinds.len());
        let (tables, least) = self.tables_for(engine, &numbers, fold)?;
        self.kinds.push(Kind { numbers, fold, tables, least });
        Ok(self.kinds.len() - 1)
    }

    /// The tables for roots with these numbers, and what a tree must be worth for them. If trees are worth numbers,
    /// other roots share the tables.
    fn tables_for<'p>(
        &mut self,
        engine: &impl Asks<'p>,
        numbers: &[i32],
        fold: usize,
    ) -> Result<(usize, Worth), Limit> {
        let (mut numbers, mut least) = (numbers.to_vec(), YES);
        if let Some(threshold) = self.threshold {
            least = threshold.worth(std::mem::take(&mut numbers[threshold.number]));
            let shared =
                self.valued.iter().position(|valued| valued.numbers == numbers && valued.fold == fold);
            if let Some(tables) = shared {
                return Ok((tables, least));
            }
        }
        let plies = usize::from(engine.ground().advice(self.id)?.plies) + 1;
        let empty = || (0..plies).map(|_| [None, None]).collect();
        let (onward, goals) = (empty(), empty());
        let (thin, wide) = (self.valued.len() >= FEW, self.threshold.is_some());
        let plies = (self.grows_on && !thin && !wide).then(Plies::new);
        self.valued.push(Valued { numbers, fold, thin, wide, plies, onward, goals });
        Ok((self.valued.len() - 1, least))
    }

    /// Roots differ in many numbers: finds the one that differs most among those for which trees can be worth something, and begins
    /// anew with tables that all roots share which differ in this number alone.
    fn choose<'p>(&mut self, engine: &mut impl Asks<'p>) -> Result<(), Limit> {
        self.has_chosen = true;
        let roots = self.roots.clone().unwrap_or_default();
        let values =
            |number: usize| self.kinds.iter().map(|kind| kind.numbers[number]).collect::<HashSet<_>>();
        let mut numbers: Vec<(usize, usize)> =
            (0..roots.len()).map(|number| (values(number).len(), number)).collect();
        numbers.sort_unstable();
        while let Some((_, number)) = numbers.pop() {
            if let Some(harder) = self.depend_by(engine, roots[number]) {
                self.threshold = Some(Threshold { number, harder });
                break;
            }
        }
        if self.threshold.is_none() {
            return Ok(());
        }
        let freed = self.valued.drain(..).map(|valued| valued.counted()).sum();
        engine.ledger().give_back(freed);
        let mut kinds = std::mem::take(&mut self.kinds);
        for kind in &mut kinds {
            (kind.tables, kind.least) = self.tables_for(engine, &kind.numbers, kind.fold)?;
        }
        self.kinds = kinds;
        Ok(())
    }

    /// Whether all goals are harder, or all are easier, for larger values of a number of the root, and it plays no other part. If so,
    /// goals learn by which comparisons they depend on it.
    fn depend_by<'p>(&mut self, engine: &mut impl Asks<'p>, number: TermId) -> Option<bool> {
        let mut constrained = self.constrained.iter_mut().flat_map(Constrained::goals);
        if constrained.any(|goal| engine.program().terms.mentions(goal.term, number)) {
            return None;
        }
        drop(constrained);
        let goals: Vec<&mut Goal> = self.hold.iter_mut().chain(&mut self.reach).flatten().collect();
        let mut found: Vec<Vec<Comparison>> = Vec::new();
        for goal in &goals {
            found.push(comparisons(engine, goal.term, number)?);
        }
        let harder = found.iter().flatten().next()?.harder;
        if found.iter().flatten().any(|comparison| comparison.harder != harder) {
            return None;
        }
        let learnt = goals.into_iter().zip(&found).all(|(goal, found)| goal.depends_by(engine, found));
        learnt.then_some(harder)
    }
}
