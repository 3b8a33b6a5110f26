//! Positions as words: how the men of an endgame stand, packed into 64 bits.
//!
//! A column of positions is then a column of words, and a position can be compared, hashed, sent to a table or
//! taken apart with a few shifts. Seven bits for each man say where he stands (64: captured), three what he is,
//! seven where a pawn may be taken in passing (64: nowhere), one whose move it is.
//!
//! Most positions also have an **index**, by which tables are kept: squares as digits, 64 for a king, 65 for a man
//! who may be captured, more for a pawn who may promote if the table stays small. Other positions (a right to
//! take in passing, promotions where there are many pawns, a promoted man who has been captured) have none and are dealt
//! with one by one.

use adli_chess::{Colour, Kind, Symmetry};
use adli_claims::Limit;
use adli_lang::term::Slot;
use adli_lang::{Cast, Endgame, State, Strategy};

/// A position in one word.
pub type Code = u64;

/// How many men fit into a word.
pub const MAX_MEN: usize = 5;
/// The square of a captured man, and of a pawn that cannot be taken in passing.
pub const OFF: u64 = 64;

const SQUARE_BITS: u32 = 7;
const KINDS: u32 = 35;
const TURN: u32 = 50;
const PASSING: u32 = 51;
/// Bits beyond the position itself: to which tree a strategy is committed (strong mode; only who follows plays uses them).
const MODE: u32 = 58;
/// Tables in which promoted men have places of their own have at most this many.
const MAX_PLACES: u64 = 1 << 26;

/// The positions of an endgame as words.
#[derive(Clone, Debug)]
pub struct Space {
    /// The men.
    pub endgame: Endgame,
    /// The word of nobody anywhere, with everybody's kind at home.
    home: Code,
    /// By how much an index grows with a man's square; not at all with that of nobody.
    strides: [u64; MAX_MEN],
    /// How many places a table has for one side to move.
    places: u64,
    /// Whether promoted men have places.
    promotions: bool,
    /// The slots of the kings, White's and Black's.
    pub(crate) kings: [usize; 2],
    /// Pairs of like men, first and second.
    like: Vec<(usize, usize)>,
    /// The lowest bit of every square in a word.
    squares: Code,
}

impl Space {
    /// The numbers of an endgame's positions.
    ///
    /// # Errors
    /// That there are too many men.
    pub fn of(endgame: &Endgame) -> Result<Space, Limit> {
        Space::new(endgame).ok_or_else(|| Limit::NotRun("there are too many men".into()))
    }

    /// Nothing if there are too many men.
    pub fn new(endgame: &Endgame) -> Option<Space> {
        let men = &endgame.men;
        if men.len() > MAX_MEN {
            return None;
        }
        let mut home = OFF << PASSING;
        for (number, man) in men.iter().enumerate() {
            home |= (man.kind.index() as u64) << (KINDS + 3 * number as u32);
        }
        let digit = |kind, promotions| match kind {
            Kind::King => 64,
            Kind::Pawn if promotions => 65 + 4 * 64,
            _ => 65,
        };
        let places = |promotions| men.iter().map(|man| digit(man.kind, promotions)).product::<u64>();
        let promotions = places(true) <= MAX_PLACES;
        let mut strides = [0; MAX_MEN];
        let mut stride = 1;
        for (man, place) in men.iter().zip(&mut strides).rev() {
            *place = stride;
            stride *= digit(man.kind, promotions);
        }
        let mut like = Vec::new();
        for second in 0..men.len() {
            let same =
                |first: &usize| men[*first].side == men[second].side && men[*first].kind == men[second].kind;
            like.extend((0..second).rev().find(same).map(|first| (first, second)));
        }
        let squares = (0..men.len()).fold(1 << PASSING, |squares, slot| squares | 1 << shift(slot));
        Some(Space {
            endgame: endgame.clone(),
            home,
            strides,
            places: places(promotions),
            promotions,
            kings: [Colour::White, Colour::Black]
                .map(|side| endgame.king(side).map_or(0, |slot| usize::from(slot.0))),
            like,
            squares,
        })
    }

    /// How many men.
    #[inline]
    pub fn men(&self) -> usize {
        self.endgame.men.len()
    }

    /// How many places a table has for one side to move.
    #[inline]
    pub fn places(&self) -> usize {
        self.places as usize
    }

    /// The men at home on these squares (64: captured).
    pub fn at(&self, turn: Colour, squares: &[u8]) -> Code {
        let men = squares.iter().enumerate().map(|(slot, &square)| u64::from(square) << shift(slot));
        men.fold(self.home | (turn.index() as u64) << TURN, |code, man| code | man)
    }

    /// The number of a placement of all men when they are gone through square by square.
    pub fn placement(&self, code: Code) -> u64 {
        (0..self.men()).fold(0, |number, slot| 64 * number + square(code, slot).min(63))
    }

    /// The place in a table, for its side to move. Nothing is asked more often.
    #[inline(always)]
    pub fn index(&self, code: Code) -> Option<usize> {
        if code >> PASSING != OFF {
            return None;
        }
        debug_assert!(self.has_kings(code), "a king has 64 squares; one more is another man's place");
        let mut index = 0;
        for (slot, stride) in self.strides.iter().enumerate() {
            index += square(code, slot) * stride;
        }
        let kinds = (code ^ self.home) >> KINDS & 0x7fff;
        if kinds != 0 {
            index += self.promoted(code)?;
        }
        Some(index as usize)
    }

    fn has_kings(&self, code: Code) -> bool {
        let mut kings = self.endgame.men.iter().enumerate().filter(|(_, man)| man.kind == Kind::King);
        kings.all(|(slot, _)| square(code, slot) < OFF)
    }

    /// The place in a table for both sides to move.
    #[inline]
    pub fn cell(&self, code: Code) -> Option<usize> {
        Some(self.index(code)? + usize::from(turn(code).0) * self.places as usize)
    }

    /// What is added to an index for promoted men. One who has been captured keeps the kind he had, which a text may ask
    /// for, and has no place.
    #[inline]
    fn promoted(&self, code: Code) -> Option<u64> {
        if !self.promotions {
            return None;
        }
        let mut sum = 0;
        for (slot, man) in self.endgame.men.iter().enumerate() {
            let kind = kind(code, slot) as u64;
            if kind != man.kind.index() as u64 {
                if square(code, slot) == OFF {
                    return None;
                }
                sum += (65 + (kind - 1) * 64) * self.strides[slot];
            }
        }
        Some(sum)
    }

    /// Whether no man has been captured or has promoted.
    #[inline]
    pub fn is_home(&self, code: Code) -> bool {
        let captured = (0..self.men()).fold(0, |gone, slot| gone | code & OFF << shift(slot));
        captured == 0 && (code ^ self.home) >> KINDS & 0x7fff == 0
    }

    /// Whether a strategy is asked at a position: its side is to move, and the men are its own or those of one to which it hands over.
    #[inline]
    pub fn asks(&self, strategy: &Strategy, code: Code) -> bool {
        u16::from(turn(code).0) == strategy.side
            && strategy.casts.iter().any(|cast| self.has_cast(code, cast))
    }

    /// Whether just these men are on the board.
    #[inline]
    pub fn has_cast(&self, code: Code, cast: &Cast) -> bool {
        cast.0.iter().enumerate().all(|(slot, wanted)| match wanted {
            Some(wanted) => square(code, slot) != OFF && kind(code, slot) == wanted.index(),
            None => square(code, slot) == OFF,
        })
    }

    /// Like men in the order of their squares: which of them is which makes no difference.
    #[inline]
    pub fn canonical(&self, code: Code) -> Code {
        let mut code = code;
        // Bubble sort; there are at most three like men.
        for _ in &self.like {
            for &(first, second) in &self.like {
                if square(code, first) > square(code, second) && kind(code, first) == kind(code, second) {
                    let (a, b) = (square(code, first), square(code, second));
                    code = with_square(with_square(code, first, b), second, a);
                }
            }
        }
        code
    }

    /// The image under a symmetry, by its number. All squares of the word are turned at once, a few bits each; those of captured men
    /// are none.
    #[inline]
    pub fn image(&self, code: Code, symmetry: usize) -> Code {
        let on_board = self.squares & !(code / OFF);
        let (files, ranks) = (on_board * 0o07, on_board * 0o70);
        let mut image = code;
        if symmetry & Symmetry::FILES.index() != 0 {
            image ^= files;
        }
        if symmetry & Symmetry::RANKS.index() != 0 {
            image ^= ranks;
        }
        if symmetry & Symmetry::DIAGONAL.index() != 0 {
            image = image & !(files | ranks) | (image & files) << 3 | (image & ranks) >> 3;
        }
        image
    }

    /// The symmetries that keep the laws here.
    #[inline]
    pub fn symmetries(&self) -> &'static [Symmetry] {
        self.endgame.symmetries()
    }

    /// The least of the images: the same word for all positions of a class.
    #[inline]
    pub fn class(&self, code: Code) -> Code {
        let images = self.symmetries().iter().map(|s| self.canonical(self.image(code, s.index())));
        images.min().unwrap_or(code)
    }

    /// The same position for the plain interpreter.
    #[inline]
    pub fn state(&self, code: Code) -> State {
        let mut state = State::empty(&self.endgame, turn(code).into_colour());
        let point =
            |square: u64| if square >= 64 { (0, 0) } else { (square as i32 % 8 + 1, square as i32 / 8 + 1) };
        for slot in 0..self.men() {
            state.put(Slot(slot as u8), point(square(code, slot)));
            state.promote(Slot(slot as u8), Kind::ALL[kind(code, slot).min(5)]);
        }
        if passing(code) != OFF {
            // Handing over twice leaves the side to move as it was.
            state.hand_over((0, 0));
            state.hand_over(point(passing(code)));
        }
        state
    }

    /// From the plain interpreter's position.
    #[inline]
    pub fn code(&self, state: &State) -> Code {
        let square = |(file, rank): (i32, i32)| {
            if file < 1 { OFF } else { (8 * (rank - 1) + file - 1) as u64 & 63 }
        };
        let mut code = (state.turn().index() as u64) << TURN | square(state.passing()) << PASSING;
        for slot in 0..self.men() {
            code |= square(state.place(Slot(slot as u8))) << shift(slot);
            code |= (state.kind(Slot(slot as u8)).index() as u64) << (KINDS + 3 * slot as u32);
        }
        code
    }
}

/// Where the bits of a man's square begin.
#[inline]
pub const fn shift(slot: usize) -> u32 {
    SQUARE_BITS * slot as u32
}

/// A man's square, 64 if he has been captured.
#[inline]
pub const fn square(code: Code, slot: usize) -> u64 {
    code >> shift(slot) & 127
}

/// The number of a man's kind.
#[inline]
pub const fn kind(code: Code, slot: usize) -> usize {
    (code >> (KINDS + 3 * slot as u32) & 7) as usize
}

/// The number of the side to move.
#[inline]
pub const fn turn(code: Code) -> Turn {
    Turn((code >> TURN & 1) as u8)
}

/// A side to move, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn(pub u8);

impl Turn {
    /// The side itself.
    #[must_use]
    #[inline]
    pub fn into_colour(self) -> Colour {
        Colour::ALL[usize::from(self.0 & 1)]
    }
}

/// Where a pawn may be taken in passing; 64 if nowhere.
#[inline]
pub const fn passing(code: Code) -> u64 {
    code >> PASSING & 127
}

/// To which tree a strategy is committed here; 0 if to none.
#[inline]
pub const fn mode(code: Code) -> u8 {
    (code >> MODE) as u8
}

/// With another commitment.
#[inline]
pub const fn with_mode(code: Code, mode: u8) -> Code {
    bare(code) | (mode as u64) << MODE
}

/// The position itself.
#[inline]
pub const fn bare(code: Code) -> Code {
    code & ((1 << MODE) - 1)
}

/// With a man elsewhere.
#[inline]
pub const fn with_square(code: Code, slot: usize, square: u64) -> Code {
    code & !(127 << shift(slot)) | square << shift(slot)
}

/// With a man of another kind.
#[inline]
pub const fn with_kind(code: Code, slot: usize, kind: usize) -> Code {
    code & !(7 << (KINDS + 3 * slot as u32)) | (kind as u64) << (KINDS + 3 * slot as u32)
}

/// With the other side to move, and this square for taking in passing.
#[inline]
pub const fn handed_over(code: Code, passing: u64) -> Code {
    code & ((1 << PASSING) - 1) ^ 1 << TURN | passing << PASSING
}
