//! A table in the making: where the entries go, and which moves have which numbers.

use adli_chess::{Move, Position, Symmetry};
use adli_lang::{Cast, Endgame, State, Strategy};

use super::{Compiled, Entry, Places, ordered};

/// What is known so far of what a strategy does.
pub struct Making {
    endgame: Endgame,
    casts: Vec<Cast>,
    symmetries: Vec<u8>,
    places: Places,
    sections: Vec<Vec<Entry>>,
}

/// Where a position has its entry, and how it is turned there.
pub struct Place {
    index: usize,
    /// The symmetry that leads to the position that stands for it.
    pub symmetry: Symmetry,
    position: Position,
    moves: Vec<Move>,
}

impl Place {
    /// The positions after the legal moves of the position that stands there, in the order in which moves are numbered.
    pub fn after_moves(&self) -> impl Iterator<Item = Position> {
        self.moves.iter().map(|&mv| self.position.play(mv))
    }
}

impl Making {
    /// Of a strategy that respects these symmetries. Nothing if there are too many men for a table.
    #[must_use]
    pub fn new(endgame: &Endgame, strategy: &Strategy, symmetries: &[Symmetry]) -> Option<Making> {
        let symmetries: Vec<u8> = symmetries.iter().map(|symmetry| symmetry.index() as u8).collect();
        let casts = if strategy.stays_home(endgame) { Vec::new() } else { strategy.casts.clone() };
        let places = Places::new(endgame, &casts, &symmetries)?;
        Some(Making { endgame: endgame.clone(), casts, symmetries, places, sections: Vec::new() })
    }

    /// How many commitments have a section.
    #[must_use]
    pub fn sections(&self) -> usize {
        self.sections.len()
    }

    /// How many bytes a section takes.
    #[must_use]
    pub fn section_bytes(&self) -> u64 {
        4 * self.places.count as u64
    }

    /// Makes room for one more commitment.
    pub fn add_section(&mut self) {
        self.sections.push(vec![Entry::default(); self.places.count]);
    }

    /// Where a position has its entry; nothing if it is not one of the text.
    #[must_use]
    pub fn place(&self, state: &State) -> Option<Place> {
        let (index, symmetry) = self.places.of(state)?;
        let position = state.image(symmetry, 8).position(&self.endgame).ok()?;
        Some(Place { index, symmetry, position, moves: ordered(&position) })
    }

    /// Whether a position has a move already, under a commitment.
    #[must_use]
    pub fn has(&self, state: &State, commitment: u8) -> bool {
        let place = self.places.of(state).map(|(place, _)| place);
        let section = self.sections.get(usize::from(commitment));
        place.and_then(|place| section?.get(place)).is_some_and(|entry| entry.word != 0)
    }

    /// Keeps what a strategy does at a place, under a commitment that has a section.
    pub fn put(&mut self, place: &Place, commitment: u8, entry: Entry) {
        if let Some(section) = self.sections.get_mut(usize::from(commitment)) {
            section[place.index] = entry;
        }
    }

    /// The finished table; `of_texts` is the digest of the texts.
    #[must_use]
    pub fn finish(self, strategy: &Strategy, of_texts: [u8; 32]) -> Compiled {
        Compiled {
            material: self.endgame.name.clone(),
            strategy: strategy.name.clone(),
            steps: strategy.steps.iter().map(|step| step.name.clone()).collect(),
            of_texts,
            casts: self.casts,
            symmetries: self.symmetries,
            sections: self.sections,
        }
    }
}
