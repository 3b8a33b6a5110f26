//! What is remembered: answers that are worked out once for every legal position (`Remember.v`), and the moves themselves.
//!
//! A strategy asks the same position again and again, because many moves lead to it. So everything that it asks of the position after a move alone, and that takes
//! some work, is kept. What looks at least two moves ahead comes to positions where a man has been captured; their answers are kept as well, or they would be worked
//! out again each time, down to the last move. The moves of a side are remembered where more than one of these tables is made from them.

use super::Printer;

/// What takes fewer terms than this is asked again.
pub(crate) const WORTH: usize = 8;

/// Which tables there are, and which of the positions that they are about.
#[derive(Default)]
pub(crate) struct Tables {
    /// How many ask for the moves of White, of Black.
    from_moves: [u32; 2],
    /// Whether positions where a man is missing are remembered, with White to move, with Black.
    fewer: [bool; 2],
}

/// Something to be remembered: its name, the function that says it, whether that is a condition, and how many moves it looks ahead.
pub(crate) struct Remembered<'a> {
    pub(crate) name: &'a str,
    pub(crate) plain: &'a str,
    pub(crate) sort: &'a str,
    pub(crate) plies: u32,
}

fn word(side: u16) -> &'static str {
    ["White", "Black"][usize::from(side != 0)]
}

impl Printer<'_> {
    /// The lines that remember something for positions in which one of these sides is to move.
    pub(crate) fn remember(&mut self, what: &Remembered<'_>, sides: &[u16]) {
        let Remembered { name, plain, sort, plies } = *what;
        let mut whole = plain.to_owned();
        let mut text = String::new();
        for &side in sides {
            let index = usize::from(side != 0);
            let side = word(side);
            self.tables.from_moves[index] += u32::from(plies > 0);
            let mut shapes = vec![(self.shape.clone(), String::new())];
            if plies > 1 && self.may_capture() {
                self.tables.fewer[index] = true;
                shapes.insert(0, (self.fewer.clone(), "_without_a_man".to_owned()));
            }
            for (shape, without) in shapes {
                let memory = self.new_name(&format!("{name}_with_{side}_to_move{without}"));
                text +=
                    &format!("Definition {memory} := memory_of {shape} {side}_to_move{without} {plain}.\n");
                let inner = if whole.contains(' ') { format!("({whole})") } else { whole };
                whole = format!("remembered {shape} {side} {memory} {inner}");
            }
        }
        text += &format!("Definition {name} : wpos -> {sort} := {whole}.");
        self.push(text);
    }

    /// The strategy's own moves are gone through, and then the replies.
    pub(crate) fn plays(&mut self) {
        self.tables.from_moves.iter_mut().for_each(|number| *number += 1);
    }

    /// Whether a man may be captured, and the others are then a shape that is like no other: one man besides the kings.
    fn may_capture(&self) -> bool {
        self.program.endgame.men.len() == 3
    }

    /// The positions and the moves that are remembered, which everything else is made from.
    pub(crate) fn remembered_positions(&self) -> String {
        let shape = &self.shape;
        let mut text = String::new();
        let moves = self.remembers_moves();
        if self.tables.from_moves == [0, 0] && !self.out.iter().any(|piece| piece.contains(" := memory_of "))
        {
            return text;
        }
        for side in ["White", "Black"] {
            text += &format!("Definition {side}_to_move := positions_of {shape} {side}.\n");
        }
        if self.tables.fewer != [false, false] {
            text += &format!("Definition {} : shape := [(White, King); (Black, King)].\n", self.fewer);
        }
        for (fewer, side) in self.tables.fewer.into_iter().zip(["White", "Black"]) {
            if fewer {
                text += &format!(
                    "Definition {side}_to_move_without_a_man := positions_of {} {side}.\n",
                    self.fewer
                );
            }
        }
        if moves == [false, false] {
            return text;
        }
        let mut cases = String::new();
        for (is_remembered, side, other) in [(moves[0], "White", "Black"), (moves[1], "Black", "White")] {
            if !is_remembered {
                cases += &format!(" | {side} => legal_moves p");
                continue;
            }
            let plain = format!("(moves_to {shape} {other} {other}_to_move)");
            text += &format!("Definition moves_of_{side} := memory_of {shape} {side}_to_move {plain}.\n");
            cases += &format!("\n  | {side} => remembered {shape} {side} moves_of_{side} {plain} p");
        }
        text += &format!("Definition moves_of (p : wpos) : list wpos := match wturn p with{cases}\n  end.\n");
        text += "Definition some_move f p := some_of f (moves_of p).\n";
        text += "Definition every_move f p := every_of f (moves_of p).\n";
        text += "Definition count_moves f p := count_of f (moves_of p).\n";
        text += "Definition most_move f p := most_of f (moves_of p).\n";
        text += "Definition wmate := mate_by moves_of.\nDefinition wstalemate := stalemate_by moves_of.\n";
        text
    }

    /// What gives the moves in definitions for lemmas along plays, which remember both sides' if they remember anything.
    pub(crate) fn moves_word(&self) -> &'static str {
        if self.along == Some(true) { "moves_of" } else { "legal_moves" }
    }

    /// Whether the moves of White, and of Black, are remembered.
    pub(crate) fn remembers_moves(&self) -> [bool; 2] {
        match self.along {
            // Definitions have been written with or without them.
            Some(remembers) => [remembers; 2],
            None => self.tables.from_moves.map(|number| number > 1),
        }
    }
}
