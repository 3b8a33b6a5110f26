//! Quantifiers over moves, and "up to symmetry": both bind a position.

use adli_chess::Colour;
use adli_lang::term::{MoveVar, Pos, PosId, Quantifier, Slots, SymmetryVar, TermId};

use super::{Env, Printer};
use crate::refused::Refused;
use crate::text::Text;

impl Printer<'_> {
    pub(crate) fn over_moves(
        &mut self,
        op: Quantifier,
        (pos, men, mv): (PosId, Slots, MoveVar),
        body: TermId,
        env: &Env,
    ) -> Result<Text, Refused> {
        let position = self.position(pos, env)?;
        let mut env = env.clone();
        env.bound += 1;
        let name = format!("q{}", env.bound);
        env.moves.insert(mv, name.clone());
        let moved = self.movers(&position, &name, men);
        let body = self.term(body, &env)?;
        let (word, body) = match (op, moved) {
            (Quantifier::Some, None) => ("some_move", body),
            (Quantifier::Some, Some(moved)) => ("some_move", Text::and(vec![moved, body])),
            (Quantifier::Every, None) => ("every_move", body),
            (Quantifier::Every, Some(moved)) => ("every_move", Text::or(vec![moved.negb(), body])),
            (Quantifier::Count, None) => ("count_moves", body),
            (Quantifier::Count, Some(moved)) => ("count_moves", Text::and(vec![moved, body])),
            (Quantifier::Sum, _) => {
                return self.refuse("adds up numbers over moves, which is not printed for Coq");
            }
        };
        Ok(Text::applied(word, [Text::function(&name, body), position]))
    }

    /// One of these men has moved, who belong to the side that was to move: nothing if anybody may.
    fn movers(&self, before: &Text, after: &str, men: Slots) -> Option<Text> {
        let endgame = &self.program.endgame;
        if endgame.slots().all(|(slot, _)| men.contains(slot)) {
            return None;
        }
        let sides = [("white_to_move", Colour::White), ("black_to_move", Colour::Black)];
        let side = |(word, side): (&str, Colour)| {
            let own = endgame.slots().filter(|(slot, man)| men.contains(*slot) && man.side == side);
            let moved = own.map(|(slot, _)| {
                Text::applied(
                    "moved",
                    [Text::atom(&self.men[usize::from(slot.0)]), before.clone(), Text::atom(after)],
                )
            });
            let moved: Vec<Text> = moved.collect();
            (!moved.is_empty())
                .then(|| Text::and(vec![Text::applied(word, [before.clone()]), Text::or(moved)]))
        };
        Some(Text::or(sides.into_iter().filter_map(side).collect()))
    }

    pub(crate) fn some_symmetry(
        &mut self,
        symmetry: SymmetryVar,
        body: TermId,
        env: &Env,
    ) -> Result<Text, Refused> {
        let terms = &self.program.terms;
        let mut imaged: Vec<PosId> = Vec::new();
        for (_, term) in terms.reach([body]) {
            let mut todo = term.positions();
            while let Some(pos) = todo.pop() {
                match terms.pos(pos) {
                    Pos::Image(from, by) => {
                        if by == symmetry && !imaged.contains(&from) {
                            imaged.push(from);
                        }
                        todo.push(from);
                    }
                    Pos::After(from, _) | Pos::Pass(from) => todo.push(from),
                    Pos::Given(_) => {}
                }
            }
        }
        let [from] = imaged[..] else {
            return self
                .refuse("speaks of images of several positions at once, which is not printed for Coq");
        };
        let position = self.position(from, env)?;
        let mut env = env.clone();
        env.bound += 1;
        let name = format!("r{}", env.bound);
        env.images.insert((from, symmetry), name.clone());
        let body = self.term(body, &env)?;
        // A pawn knows up from down.
        let word = if self.has_pawn() { "up_to_reflection" } else { "up_to_symmetry" };
        Ok(Text::applied(word, [Text::function(&name, body), position]))
    }
}
