//! Win sets as lemmas: each layer follows from the one before.
//!
//! Nobody has to believe a diagram. A win set can be written down as definitions, one for each node: `if` a bit `then` one
//! definition `else` another. Then "won within n moves: some move leads to a position that is lost within n - 1" is a lemma like any other, and
//! so are "lost within n" and, after the last layer, "and nothing else is won". There is a text for each n, with the three layers
//! that its two lemmas need; whoever proves them all, by whatever method, has proved every set, and with `--by sat` has certificates. What
//! the engine of the diagrams did is then a guess that was right.
//!
//! Three men, no pawns: a capture leads to two kings, which nobody wins, so that no other endgame has to be told of.

use std::fmt::Write as _;

use adli_chess::Colour;
use adli_lang::Endgame;
use adli_symbolic::hash::HashMap;

use crate::atlas::{Atlas, unbound};
use crate::board::Cast;
use crate::describe::header;
use crate::store::{Made, Refused, Set, Store};

/// A text with the lemmas of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerText {
    /// Within how many moves.
    pub moves: usize,
    /// The text.
    pub text: String,
}

impl Atlas<'_> {
    /// The win sets of White as lemmas, from 0 moves on.
    ///
    /// # Errors
    /// There are more men, or pawns; no room; the work was stopped.
    pub fn layer_texts(&mut self) -> Made<Vec<LayerText>> {
        let endgame = self.program.endgame.clone();
        let men: Vec<char> = endgame.men.iter().map(|man| man.letter).collect();
        let third = men.iter().find(|letter| !letter.eq_ignore_ascii_case(&'K'));
        let (&[_, _, _], Some(third), false) = (&men[..], third, endgame.has_pawns()) else {
            let why = "layers are written as lemmas for three men without pawns";
            return Err(Refused::Unsupported(why.into()));
        };
        let wins = self.wins(Colour::White)?;
        let layers = wins.casts.get(&Cast::home(&endgame, Colour::White).men).ok_or_else(unbound)?;
        let last = layers.won.len().max(layers.lost.len()).saturating_sub(1);
        let mut texts = Vec::new();
        for moves in 0..=last {
            let mut text = Definitions::new(&endgame);
            let (Some(won), Some(lost)) = (layers.won_within(moves), layers.lost_within(moves)) else {
                return Err(unbound());
            };
            text.define(&self.store, "lost", lost)?;
            let before = moves.checked_sub(1).and_then(|before| layers.lost_within(before));
            match before {
                Some(before) => {
                    text.define(&self.store, "won", won)?;
                    text.define(&self.store, "lost_before", before)?;
                    text.lemma(
                        "won_follows",
                        "White",
                        &format!("won iff (some move: alive({third})' and lost_before')"),
                    );
                    let all = format!("every move: alive({third})' and won'");
                    text.lemma(
                        "lost_follows",
                        "Black",
                        &format!("lost iff (mate or (some move: true) and ({all}))"),
                    );
                }
                None => text.lemma("lost_at_once", "Black", "lost iff mate"),
            }
            if moves == last && before.is_some() {
                text.lemma(
                    "nothing_more",
                    "White",
                    &format!("(some move: alive({third})' and lost') implies won"),
                );
            }
            texts.push(LayerText { moves, text: text.text });
        }
        Ok(texts)
    }
}

/// A text in the making.
struct Definitions {
    text: String,
    /// The letters of the men, whose bits diagrams ask for.
    men: Vec<char>,
    /// The number of each node that has been defined; layers share what they have in common.
    known: HashMap<Set, usize>,
}

impl Definitions {
    fn new(endgame: &Endgame) -> Definitions {
        let men: Vec<char> = endgame.men.iter().map(|man| man.letter).collect();
        let mut text = header(endgame);
        for (number, man) in men.iter().enumerate() {
            for of in ["file", "rank"] {
                // A line less one in the binary system.
                for (bit, lines) in [(1, "{2, 4, 6, 8}"), (2, "{3, 4, 7, 8}"), (4, "{5, 6, 7, 8}")] {
                    let _ = writeln!(text, "def {} = {man}.{of} in {lines}", bit_name(number, of, bit));
                }
            }
        }
        Definitions { text, men, known: HashMap::default() }
    }

    /// Defines a set, and before it whatever its diagram shares.
    fn define(&mut self, store: &Store, name: &str, set: &Set) -> Made<()> {
        let body = self.node(store, set)?;
        let _ = writeln!(self.text, "def {name} = {body}");
        Ok(())
    }

    /// The words for a node; it is defined if it was not. A diagram is no deeper than it has bits.
    fn node(&mut self, store: &Store, set: &Set) -> Made<String> {
        if let Some(value) = store.as_constant(set) {
            return Ok(value.to_string());
        }
        if let Some(number) = self.known.get(set) {
            return Ok(format!("n{number}"));
        }
        let opposite = store.not(set)?;
        if let Some(number) = self.known.get(&opposite) {
            return Ok(format!("not n{number}"));
        }
        let (variable, high, low) = store.top(set).ok_or_else(unbound)?;
        let (yes, no) = (self.node(store, &high)?, self.node(store, &low)?);
        let (man, bit, depth) = store.whose(variable);
        if depth > 0 || man >= self.men.len() {
            return Err(Refused::Internal("a win set asks for bits of a move".into()));
        }
        let question = bit_name(man, if bit < 3 { "file" } else { "rank" }, 1 << (bit % 3));
        let number = self.known.len();
        let _ = writeln!(self.text, "def n{number} = if {question} then {yes} else {no}");
        self.known.insert(set.clone(), number);
        Ok(format!("n{number}"))
    }

    fn lemma(&mut self, name: &str, side: &str, says: &str) {
        let _ = writeln!(self.text, "lemma {name}: in every position where {side} to move: {says}");
    }
}

/// The name of a bit: of the second man of the header, the bit of his file that counts four.
fn bit_name(man: usize, of: &str, bit: u8) -> String {
    format!("{of}{man}_{bit}")
}
