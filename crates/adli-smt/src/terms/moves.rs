//! Moves as formulas.
//!
//! What a move is comes from the rules of `laws.adv` alone ([`adli_lang::MoveRule`]): a man goes to a square if the rule says so. Which
//! squares are worth looking at is found by asking the rule where a man may go who stands alone in the middle of a
//! large board ([`reaches`]): to squares a few steps away, or along lines as far as these go. That on no board, wherever the others stand,
//! anybody can go elsewhere is not taken for granted: it is a problem of its own ([`elsewhere`]), and what was made with the
//! squares that were found is used only where that problem has no solution.

use std::rc::Rc;

use adli_claims::Watch;
use adli_lang::term::Slot;
use adli_lang::{MoveRule, Program};
use adli_symbolic::Walk;

use super::Terms;
use crate::board::{Board, BoardId, Man, at_home};
use crate::formula::{Assignment, Linear, Part, Truth};
use crate::logic::{Bound, Made, Names, Refused, Value};

/// Where a man may go, from where he stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reach {
    /// To these squares.
    pub(crate) steps: Vec<(i64, i64)>,
    /// Any number of times in these directions, forwards or backwards.
    pub(crate) lines: Vec<(i64, i64)>,
}

/// A move that there may be.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) man: Slot,
    pub(crate) legal: Truth,
    pub(crate) after: BoardId,
    /// How often he goes in the direction of a line, as a bound number.
    pub(crate) along: Option<Part>,
}

/// The board on which men are asked where they may go.
const WIDE: i64 = 15;
/// Whoever can go further than this goes along lines.
const FAR: i64 = 3;

/// Where the men of a program may go, for each rule of the laws.
pub(crate) fn reaches(program: &Program, watch: &dyn Watch) -> Made<Vec<Reach>> {
    if let Some((_, man)) = program.endgame.slots().find(|(_, man)| man.kind == adli_chess::Kind::Pawn) {
        let why = format!("`{}` is a pawn, and a pawn's moves are not yet made into formulas", man.letter);
        return Err(Refused::new(why));
    }
    let mut reaches = Vec::new();
    for rule in &program.laws.moves {
        let mut asked = Asked::new(program, rule, watch)?;
        let middle = (WIDE + 1) / 2;
        let mut reach = Reach::default();
        let away = |to: i64| to - middle;
        for (file, rank) in (1..=WIDE).flat_map(|file| (1..=WIDE).map(move |rank| (file, rank))) {
            if !asked.may_go(rule, middle, (file, rank)) {
                continue;
            }
            let (files, ranks) = (away(file), away(rank));
            if files.abs().max(ranks.abs()) <= FAR {
                reach.steps.push((files, ranks));
            } else {
                let by = files.abs().max(ranks.abs());
                let line = (files / by, ranks / by);
                if (line.0 * by, line.1 * by) != (files, ranks) {
                    return Err(Refused::new("a man goes further than a king, and not along a line"));
                }
                let line = if line < (0, 0) { (-line.0, -line.1) } else { line };
                if !reach.lines.contains(&line) {
                    reach.lines.push(line);
                }
            }
        }
        let Reach { steps, lines } = &mut reach;
        steps.retain(|&(f, r)| !lines.iter().any(|&(x, y)| f * y == r * x));
        reaches.push(reach);
    }
    Ok(reaches)
}

/// A rule, asked about boards on which anybody may stand anywhere.
struct Asked<'p> {
    terms: Terms<'p>,
    board: Rc<Board>,
    target: (Linear, Linear),
    goes: Truth,
}

impl<'p> Asked<'p> {
    fn new(program: &'p Program, rule: &MoveRule, watch: &'p dyn Watch) -> Made<Asked<'p>> {
        let mut terms = Terms::new(program, &[], &Rc::default(), watch);
        let side = program.endgame.man(rule.man).side;
        let mut board = at_home(&mut terms.logic.formulas, &program.endgame, "p0", side.index() == 1);
        for (slot, man) in program
            .endgame
            .slots()
            .filter(|(slot, man)| *slot != rule.man && man.kind != adli_chess::Kind::King)
        {
            let name = format!("p0.{}{}.alive", man.letter, slot.0);
            board.men[usize::from(slot.0)].alive = terms.logic.formulas.flag(&name);
        }
        let id = terms.boards.add(board);
        let formulas = &mut terms.logic.formulas;
        let target = (formulas.variable("target.file"), formulas.variable("target.rank"));
        let (goes, _) = terms.may_go(id, rule, &target.0, &target.1)?;
        let board = terms.boards.get(id);
        Ok(Asked { terms, board, target, goes })
    }

    /// Whether a man in the middle may go to a square, where nobody is in his way.
    fn may_go(&mut self, rule: &MoveRule, middle: i64, (file, rank): (i64, i64)) -> bool {
        let mut at = Assignment::new(WIDE);
        at.set(&self.terms.logic.size, WIDE);
        for (number, man) in self.board.men.iter().enumerate() {
            // The first file has squares that nobody in the middle can reach.
            let place =
                if number == usize::from(rule.man.0) { (middle, middle) } else { (1, 2 * number as i64 + 3) };
            at.set(&man.file, place.0);
            at.set(&man.rank, place.1);
        }
        at.set(&self.target.0, file);
        at.set(&self.target.1, rank);
        at.truth(&self.terms.logic.formulas, self.goes)
    }
}

/// For each rule the formula that its man goes to a square that was not found, on whatever board.
pub(crate) fn elsewhere<'p>(
    program: &'p Program,
    reaches: &[Reach],
    watch: &'p dyn Watch,
) -> Made<Vec<(Terms<'p>, Slot, Truth)>> {
    let mut all = Vec::new();
    for (rule, reach) in program.laws.moves.iter().zip(reaches) {
        let Asked { mut terms, board, target, goes } = Asked::new(program, rule, watch)?;
        let Some(man) = board.man(rule.man) else { continue };
        let (file, rank) = (target.0.minus(&man.file), target.1.minus(&man.rank));
        let formulas = &mut terms.logic.formulas;
        let mut asked = vec![goes];
        for &(f, r) in &reach.steps {
            let (files, ranks) =
                (formulas.equal(&file, &Linear::constant(f)), formulas.equal(&rank, &Linear::constant(r)));
            asked.push(!formulas.all([files, ranks]));
        }
        for &(f, r) in &reach.lines {
            asked.push(!formulas.equal(&file.times(r), &rank.times(f)));
        }
        let elsewhere = formulas.all(asked);
        all.push((terms, rule.man, elsewhere));
    }
    Ok(all)
}

impl Terms<'_> {
    /// The moves that there may be at a position.
    pub(super) fn candidates(&mut self, id: BoardId) -> Made<Rc<Vec<Candidate>>> {
        if let Some(known) = self.moves.get(&(id, self.depth)) {
            return Ok(Rc::clone(known));
        }
        let (board, program) = (self.boards.get(id), self.program);
        let reaches = Rc::clone(&self.reaches);
        let mut candidates = Vec::new();
        for (rule, reach) in program.laws.moves.iter().zip(reaches.iter()) {
            let Some(man) = board.man(rule.man) else { continue };
            if self.truth(rule.may_move, &Names::given([id]))? == Truth::FALSE {
                continue;
            }
            for &(f, r) in &reach.steps {
                let to = (man.file.more(f), man.rank.more(r));
                candidates.extend(
                    self.move_to(id, rule, &to.0, &to.1)?.into_iter().map(|(legal, after)| Candidate {
                        man: rule.man,
                        legal,
                        after,
                        along: None,
                    }),
                );
            }
            for &(f, r) in &reach.lines {
                let part = self.logic.formulas.bound(self.bound);
                self.bound += 1;
                let by = Linear::of(part);
                let to = (man.file.plus_times(&by, f), man.rank.plus_times(&by, r));
                candidates.extend(
                    self.move_to(id, rule, &to.0, &to.1)?.into_iter().map(|(legal, after)| Candidate {
                        man: rule.man,
                        legal,
                        after,
                        along: Some(part),
                    }),
                );
            }
        }
        let candidates = Rc::new(candidates);
        self.moves.insert((id, self.depth), Rc::clone(&candidates));
        Ok(candidates)
    }

    /// That there is a candidate's move, and something holds of it.
    pub(super) fn way(&mut self, candidate: &Candidate, holds: Truth) -> Truth {
        let formulas = &mut self.logic.formulas;
        let both = formulas.all([candidate.legal, holds]);
        match candidate.along {
            Some(part) => formulas.some(part, both),
            None => both,
        }
    }

    /// Whether a rule lets a man go to a square, with the names for what else it says.
    fn may_go(&mut self, id: BoardId, rule: &MoveRule, file: &Linear, rank: &Linear) -> Made<(Truth, Names)> {
        let square = Value::Square(file.clone(), rank.clone());
        let here = Names::given([id]).bind(Bound::Var(rule.target, square));
        let may_move = self.truth(rule.may_move, &here)?;
        let targets = self.value(rule.targets, &here)?;
        let on_board = self.member((file, rank), &targets)?;
        let when = self.truth(rule.when, &here)?;
        Ok((self.logic.formulas.all([may_move, on_board, when]), here))
    }

    /// The move of a man to a square, when it is legal and with the position after it: one way for each man who may be taken by it,
    /// and one if nobody is. So it is known, after each, who is on the board.
    pub(crate) fn move_to(
        &mut self,
        id: BoardId,
        rule: &MoveRule,
        file: &Linear,
        rank: &Linear,
    ) -> Made<Vec<(Truth, BoardId)>> {
        let (may_go, here) = self.may_go(id, rule, file, rank)?;
        if may_go == Truth::FALSE {
            return Ok(Vec::new());
        }
        if self.truth(rule.promotes, &here)? != Truth::FALSE {
            return Err(Refused::new("promotions are not yet made into formulas")
                .at(self.program.terms.span(rule.promotes)));
        }
        let mut quiet = Board::clone(&self.boards.get(id));
        quiet.second = !quiet.second;
        if let Some(man) = quiet.men.get_mut(usize::from(rule.man.0)) {
            *man = Man { file: file.clone(), rank: rank.clone(), alive: man.alive };
        }
        let taken = self.taken(rule, &here, may_go)?;
        let nobody: Vec<Truth> = taken.iter().map(|(_, taken)| !*taken).collect();
        let mut cases = vec![(nobody, quiet.clone())];
        for (number, &(slot, is_taken)) in taken.iter().enumerate() {
            let mut board = quiet.clone();
            let before = taken[..number].iter().map(|(_, taken)| !*taken).chain([is_taken]).collect();
            for &(other, also) in &taken[number + 1..] {
                let man = &mut board.men[usize::from(other.0)];
                man.alive = self.logic.formulas.all([man.alive, !also]);
            }
            board.men[usize::from(slot.0)] =
                Man { file: Linear::constant(0), rank: Linear::constant(0), alive: Truth::FALSE };
            cases.push((before, board));
        }
        let mut moves = Vec::new();
        for (case, board) in cases {
            let after = self.boards.add(board);
            let provided = self.truth(rule.provided, &Names::given([id, after]))?;
            let legal = self.logic.formulas.all(case.into_iter().chain([may_go, provided]));
            if legal != Truth::FALSE {
                moves.push((legal, after));
            }
        }
        Ok(moves)
    }

    /// Who is taken by a move that a rule lets a man make, and when. Where it does not let him, anything may be said of it.
    fn taken(&mut self, rule: &MoveRule, here: &Names, may_go: Truth) -> Made<Vec<(Slot, Truth)>> {
        let mut all = Vec::new();
        for &(slot, condition) in &rule.captures {
            let taken = self.truth(condition, here)?;
            let both = self.logic.formulas.all_flat([may_go, taken]);
            // Kings are always on the board.
            let is_king = self.program.endgame.man(slot).kind == adli_chess::Kind::King;
            if both != Truth::FALSE && !is_king {
                all.push((slot, taken));
            }
        }
        Ok(all)
    }

    /// The same, for the move to a square.
    pub(crate) fn taken_at(
        &mut self,
        id: BoardId,
        rule: &MoveRule,
        file: &Linear,
        rank: &Linear,
    ) -> Made<Vec<(Slot, Truth)>> {
        let (may_go, here) = self.may_go(id, rule, file, rank)?;
        self.taken(rule, &here, may_go)
    }
}
