//! A strategy as a table: the move for every position, without a rule being asked.
//!
//! Rules that look many plies ahead take long to ask. A compiled table has asked them once: for every position of the men of
//! the text with the strategy to move it holds one of the allowed moves and the step that allows it. Whoever reads it
//! needs neither the text nor the prover, only the laws of chess.
//!
//! **Places.** If the strategy has been shown to respect symmetries of the board, one position of a class stands for all: the
//! one whose number is least ([`Places`]). Men that are alike count as exchanged. A move is its number among the
//! legal moves of that position in the order of origin, target and promotion; so no file, whatever its bytes, makes
//! anybody play a move that is not legal.
//!
//! **Hand-over.** A strategy that hands over has places for the men of each text that goes on, one after the other.
//!
//! **Trees that are played out.** What a committed strategy does depends on its commitment too. Each commitment has a
//! section of its own, the first is for no commitment, and an entry says to which one its move leads. After a reply the
//! strategy is still committed if that section has a move for the position; else it is free again.
//!
//! **The file** is a header, the sections, and the BLAKE3 digest of all that ([`file`]). A file that is damaged, cut
//! off or of another version is refused as a whole.

mod file;
mod making;

pub use file::Damaged;
pub use making::{Making, Place};

use adli_chess::{Move, Position, Square, Symmetry};
use adli_lang::{Cast, Endgame, MAX_SLOTS, State};

/// The moves of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The men, as the header of the text names them.
    pub material: String,
    /// What the strategy is called.
    pub strategy: String,
    /// The names of its steps.
    pub steps: Vec<String>,
    /// The digest of the texts that it was made from.
    pub of_texts: [u8; 32],
    /// The men with whom the strategy is asked, if they are others than those of the header alone.
    casts: Vec<Cast>,
    /// The symmetries that it respects, by number; the identity among them.
    symmetries: Vec<u8>,
    /// By commitment and place.
    sections: Vec<Vec<Entry>>,
}

/// What is kept of a position: nothing, or a step, a move and the commitment after it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Entry {
    /// 0 for nothing; otherwise one more than step times [`MOVES`] plus move.
    word: u16,
    next: u8,
}

/// More legal moves than the men of a text have.
const MOVES: u16 = 128;

/// What a compiled strategy does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// The step that allows it, by number.
    pub step: usize,
    /// What it is committed to after the move; 0 for nothing.
    pub commitment: u8,
}

impl Entry {
    /// A step, a move by its number and the commitment after it; nothing if there are too many steps or moves for a word.
    #[must_use]
    pub fn new(step: u16, number: usize, next: u8) -> Option<Entry> {
        let word = u32::from(step) * u32::from(MOVES) + number as u32 + 1;
        let word = u16::try_from(word).ok().filter(|_| number < usize::from(MOVES))?;
        Some(Entry { word, next })
    }
}

impl Compiled {
    /// What the strategy does in a position, with the commitment from its move before, or 0. Nothing if no rule applies, or if
    /// it is not a position of the text.
    #[must_use]
    pub fn look_up(&self, endgame: &Endgame, position: &Position, commitment: u8) -> Option<Answer> {
        let places = Places::new(endgame, &self.casts, &self.symmetries)?;
        let mut casts = places.casts.iter();
        let state = casts.find_map(|part| State::with_cast(endgame, &part.cast, position))?;
        if state.passing() != (0, 0) {
            return None;
        }
        let (place, symmetry) = places.of(&state)?;
        let of = |section: u8| self.sections.get(usize::from(section))?.get(place).filter(|e| e.word != 0);
        let entry = of(commitment).or_else(|| of(0))?;
        let (step, number) = ((entry.word - 1) / MOVES, (entry.word - 1) % MOVES);
        let image = state.image(symmetry, 8).position(endgame).ok()?;
        let mv = *ordered(&image).get(usize::from(number))?;
        let back = symmetry.inverse();
        let mv = Move { from: back.square(mv.from), to: back.square(mv.to), ..mv };
        position.is_legal(mv).then_some(Answer { mv, step: usize::from(step), commitment: entry.next })
    }

    /// How many positions have a move, without commitment.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.sections.first().map_or(0, |section| section.iter().filter(|entry| entry.word != 0).count())
    }
}

/// The legal moves of a position in the order in which they are numbered.
fn ordered(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().collect();
    moves.sort_by_key(|mv| (mv.from.index(), mv.to.index(), mv.promotion.map(|kind| kind as u8)));
    moves
}

/// Where positions have their entries: those of one cast after those of another.
struct Places {
    symmetries: Vec<Symmetry>,
    /// The slot of the first king, whose squares are the fewest.
    king: usize,
    /// The squares that he has in positions with the least number of their class, in order.
    squares: Vec<usize>,
    casts: Vec<Part>,
    count: usize,
}

/// The places of one cast.
struct Part {
    cast: Cast,
    /// The men on the board.
    men: Vec<usize>,
    /// Pairs of men that are alike.
    alike: Vec<(usize, usize)>,
    /// The number of the first.
    first: usize,
}

/// No table has more places than this: four men, or five with a few symmetries less.
const MAX_PLACES: usize = 1 << 28;

impl Places {
    /// With no cast that is named, for everybody at home.
    fn new(endgame: &Endgame, casts: &[Cast], symmetries: &[u8]) -> Option<Places> {
        let find = |number: &u8| Symmetry::ALL.get(usize::from(*number)).copied();
        let symmetries: Vec<Symmetry> = symmetries.iter().map(find).collect::<Option<_>>()?;
        let king = endgame.men.iter().position(|man| man.kind == adli_chess::Kind::King)?;
        let least = |square: Square| symmetries.iter().all(|s| s.square(square).index() >= square.index());
        let squares: Vec<usize> = Square::all().filter(|&square| least(square)).map(Square::index).collect();
        let home = [endgame.home()];
        let mut count = 0usize;
        let mut parts = Vec::new();
        for cast in if casts.is_empty() { &home[..] } else { casts } {
            if cast.0.len() != endgame.men.len() || cast.0[king].is_none() {
                return None;
            }
            let men: Vec<usize> = (0..cast.0.len()).filter(|&man| cast.0[man].is_some()).collect();
            let same =
                |a: usize, b: usize| (endgame.men[a].side, cast.0[a]) == (endgame.men[b].side, cast.0[b]);
            let pairs = men.iter().flat_map(|&a| men.iter().map(move |&b| (a, b)));
            let alike = pairs.filter(|&(a, b)| a < b && same(a, b)).collect();
            let places = 64usize.checked_pow(men.len().checked_sub(1)? as u32)?.checked_mul(squares.len())?;
            parts.push(Part { cast: cast.clone(), men, alike, first: count });
            count = count.checked_add(places).filter(|&count| count <= MAX_PLACES)?;
        }
        Some(Places { symmetries, king, squares, casts: parts, count })
    }

    /// The least number of the images of a position, and a symmetry that leads there.
    fn of(&self, state: &State) -> Option<(usize, Symmetry)> {
        let part = self.casts.iter().find(|part| state.has_cast(&part.cast))?;
        let number = |symmetry: Symmetry| Some((self.number(part, state, symmetry)?, symmetry));
        let images = self.symmetries.iter().filter_map(|&symmetry| number(symmetry));
        images.min_by_key(|(number, _)| *number)
    }

    fn number(&self, part: &Part, state: &State, symmetry: Symmetry) -> Option<usize> {
        let mut at = [0usize; MAX_SLOTS];
        for &slot in &part.men {
            let (file, rank) = state.place(adli_lang::term::Slot(slot as u8));
            at[slot] = symmetry.square(Square::at(file as i8 - 1, rank as i8 - 1)?).index();
        }
        for &(a, b) in &part.alike {
            if at[b] < at[a] {
                at.swap(a, b);
            }
        }
        let king = self.squares.binary_search(&at[self.king]).ok()?;
        let others = part.men.iter().filter(|&&slot| slot != self.king);
        Some(part.first + others.fold(king, |number, &slot| number * 64 + at[slot]))
    }
}
