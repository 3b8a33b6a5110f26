//! The men of a header.

use adli_chess::{Colour, Kind, Man, Material, Symmetry};

use crate::core::term::{Slot, Slots};
use crate::syntax::ast::MAX_MEN;

/// How many men a header may have.
pub const MAX_SLOTS: usize = MAX_MEN;

/// A man of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderMan {
    /// The letter by which the text calls him.
    pub letter: char,
    /// Whose he is; the first side of a header is White, and plays up the board.
    pub side: Colour,
    /// What he is at home.
    pub kind: Kind,
}

/// The men of a header, for one choice among its alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// What the text calls it.
    pub name: String,
    /// What the text calls the two sides.
    pub sides: [String; 2],
    /// The men in the order of the header; a man's number is his [`Slot`].
    pub men: Vec<HeaderMan>,
}

/// Who is on the board, and as what: one entry for each man of the header, nothing for one who has been captured.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cast(pub Vec<Option<Kind>>);

impl Cast {
    /// The men who are on the board.
    #[must_use]
    pub fn alive(&self) -> Slots {
        let men = self.0.iter().enumerate().filter(|(_, kind)| kind.is_some());
        men.map(|(number, _)| Slot(number as u8)).collect()
    }
}

impl Endgame {
    /// Everybody, as the header has him.
    #[must_use]
    pub fn home(&self) -> Cast {
        Cast(self.men.iter().map(|man| Some(man.kind)).collect())
    }

    /// All men with their numbers.
    pub fn slots(&self) -> impl Iterator<Item = (Slot, HeaderMan)> + '_ {
        self.men.iter().enumerate().map(|(number, &man)| (Slot(number as u8), man))
    }

    /// A man.
    #[must_use]
    pub fn man(&self, slot: Slot) -> HeaderMan {
        self.men[usize::from(slot.0)]
    }

    /// Everybody.
    #[must_use]
    pub fn everybody(&self) -> Slots {
        self.slots().map(|(slot, _)| slot).collect()
    }

    /// The men with a letter.
    #[must_use]
    pub fn with_letter(&self, letter: char) -> Vec<Slot> {
        self.slots().filter(|(_, man)| man.letter == letter).map(|(slot, _)| slot).collect()
    }

    /// The king of a side.
    #[must_use]
    pub fn king(&self, side: Colour) -> Option<Slot> {
        self.slots().find(|(_, man)| man.side == side && man.kind == Kind::King).map(|(slot, _)| slot)
    }

    /// Whether there is a pawn.
    #[must_use]
    pub fn has_pawns(&self) -> bool {
        self.men.iter().any(|man| man.kind == Kind::Pawn)
    }

    /// The symmetries of the board that keep the laws for these men.
    #[must_use]
    pub fn symmetries(&self) -> &'static [Symmetry] {
        if self.has_pawns() { &Symmetry::WITH_PAWNS } else { &Symmetry::ALL }
    }

    /// Whether a pawn may take another in passing.
    #[must_use]
    pub fn has_passing(&self) -> bool {
        let pawns = |side| self.men.iter().any(|man| man.kind == Kind::Pawn && man.side == side);
        pawns(Colour::White) && pawns(Colour::Black)
    }

    /// The material at home, unless it is more than the tables take.
    #[must_use]
    pub fn material(&self) -> Option<Material> {
        self.material_of(&self.home())
    }

    /// The material of a cast, its first side as White.
    #[must_use]
    pub fn material_of(&self, cast: &Cast) -> Option<Material> {
        let letters = |side| {
            let men = self.men.iter().zip(&cast.0).filter(move |(man, _)| man.side == side);
            let kinds = men.filter_map(|(_, kind)| *kind);
            kinds.map(|kind| Man { colour: Colour::White, kind }.letter()).collect::<String>()
        };
        format!("{}v{}", letters(Colour::White), letters(Colour::Black)).parse().ok()
    }
}
