//! The same questions, answered by the tables of whole endgames: what a strategy does, which tree there is, what is wrong with
//! a move.

use adli_claims::Limit;
use adli_lang::term::{AdviceId, StrategyId};
use adli_lang::{Aim, Enumeration, MovesFrom, Program, Strategy};
use adli_position::space::{Code, bare};
use adli_position::{Folded, NoTree, Refusal, Searched, fold, grow, made_move, slot_move, stopped};

use crate::advice::FromRoot;
use crate::columns::Asks;
use crate::engine::Engine;

/// The program with one more strategy, which tries this advice and nothing else.
pub(crate) fn with_only(program: &Program, id: AdviceId) -> Program {
    let mut program = program.clone();
    let casts = program.casts();
    if let Some(advice) = program.advice.get(usize::from(id.0)) {
        let steps = vec![advice.first.clone()];
        let names = vec![advice.name.clone(), "none".to_owned()];
        program.enums.push(Enumeration { name: advice.name.clone(), values: names });
        program.strategies.push(Strategy {
            name: advice.name.clone(),
            side: advice.side,
            aim: Aim::Win,
            steps,
            casts,
            values: adli_lang::term::EnumId(program.enums.len() as u16 - 1),
            span: advice.span,
        });
    }
    program
}

impl<'p> Engine<'p> {
    /// A forcing tree by tables, not yet confirmed by anybody, or why there is none.
    pub(crate) fn search(&mut self, id: AdviceId, root: Code) -> Result<Searched, Limit> {
        let tree = self.at_root(id, root, |mut from, plies| grow(&mut from, id, root, plies))?;
        self.or_refusals(id, root, tree)
    }

    /// The same as a folded tree.
    pub(crate) fn folded(&mut self, id: AdviceId, root: Code) -> Result<Searched<Folded>, Limit> {
        let folded = self.at_root(id, root, |mut from, plies| fold(&mut from, id, root, plies))?;
        self.or_refusals(id, root, folded)
    }

    /// What is found out about the trees of a piece of advice from a root on, whose bound is so many plies.
    fn at_root<T>(
        &mut self,
        id: AdviceId,
        root: Code,
        work: impl FnOnce(FromRoot<'_, 'p, Self>, u8) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        let first = self.beginnings(root)?;
        let plies = self.ground.advice(id)?.plies;
        self.with_trees(id, |engine, trees| {
            let kind = trees.kind_of(engine, root)?;
            let space = engine.space();
            work(FromRoot { space, trees, engine, kind, root, first }, plies)
        })
    }

    fn or_refusals<T>(&mut self, id: AdviceId, root: Code, found: Option<T>) -> Result<Searched<T>, Limit> {
        Ok(match found {
            Some(found) => Searched::Found(found),
            None => Searched::None(self.refusals(id, root)?),
        })
    }

    /// The moves with which trees begin of the advice that the last strategy tries, in the order of men and squares.
    fn beginnings(&mut self, root: Code) -> Result<Vec<Code>, Limit> {
        let strategy = StrategyId(self.ground.program.strategies.len() as u16 - 1);
        self.ensure(strategy, &[root])?;
        let space = self.space();
        let mut first: Vec<Code> = match self.choice(strategy, root) {
            Some((Some(_), moves)) => moves.iter().map(|&after| bare(after)).collect(),
            _ => Vec::new(),
        };
        first.sort_by_key(|&after| slot_move(space, root, after).map(|mv| (mv.man, mv.to)));
        Ok(first)
    }

    /// What a strategy does, by tables.
    pub(super) fn asked_by_tables(
        &mut self,
        strategy: StrategyId,
        at: Code,
    ) -> Result<Option<(usize, Vec<Code>)>, Limit> {
        self.ensure(strategy, &[at])?;
        let Some((Some(step), moves)) = self.choice(strategy, at) else { return Ok(None) };
        Ok(Some((usize::from(step), moves.iter().map(|&after| bare(after)).collect())))
    }

    /// What is wrong with each legal move.
    fn refusals(&mut self, id: AdviceId, root: Code) -> Result<Vec<Refusal>, Limit> {
        let mut refusals = Vec::new();
        for after in self.space().after_moves(root) {
            refusals.extend(self.refusal(id, root, after)?);
        }
        refusals.sort_by_key(|refusal| (refusal.mv.man, refusal.mv.to));
        Ok(refusals)
    }

    /// What is wrong with a first move; nothing if a tree begins with it.
    pub(super) fn refusal(
        &mut self,
        id: AdviceId,
        root: Code,
        after: Code,
    ) -> Result<Option<Refusal>, Limit> {
        let advice = self.ground.advice(id)?;
        let space = self.space();
        let (here, at) = (space.state(root), space.state(after));
        let mv = made_move(space, root, after)?;
        let mut interpreter = self.ground.interpreter(MovesFrom::Core);
        let mut holds = |term| interpreter.holds(term, &[here, at, here]).map_err(stopped);
        let why = if !holds(advice.when)? {
            NoTree::NotAsked
        } else if !advice.first.men.contains(mv.man) || !holds(advice.opening)? {
            NoTree::NotAdvised
        } else if !holds(advice.hold[0])? {
            NoTree::NotHeld
        } else if self.with_trees(id, |engine, trees| trees.begins(engine, root, after))? {
            return Ok(None);
        } else {
            let reply = self.with_trees(id, |engine, trees| trees.refutation(engine, root, after))?;
            reply.map_or(Ok(NoTree::NotReached), |reply| made_move(space, after, reply).map(NoTree::Reply))?
        };
        Ok(Some(Refusal { mv, after: at, why }))
    }
}
