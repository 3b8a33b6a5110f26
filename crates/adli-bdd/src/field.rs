//! Positions of several casts: a set for each.

use std::collections::BTreeMap;

use adli_chess::{Kind, Symmetry};
use adli_lang::State;
use adli_lang::term::TermId;

use crate::atlas::Atlas;
use crate::board::{Board, Cast, state};
use crate::store::{BITS, Bit, Made, Set, Store};

/// Positions, by who is on the board and who moves. Casts without positions are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Field(BTreeMap<Cast, Set>);

impl Field {
    /// The positions of a cast.
    #[must_use]
    pub fn get(&self, cast: &Cast) -> Option<&Set> {
        self.0.get(cast)
    }

    /// All casts with their positions.
    pub fn iter(&self) -> impl Iterator<Item = (&Cast, &Set)> {
        self.0.iter()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds positions of a cast.
    ///
    /// # Errors
    /// No room.
    pub fn add(&mut self, store: &Store, cast: &Cast, set: &Set) -> Made<()> {
        if store.is_empty(set) {
            return Ok(());
        }
        let all = match self.0.get(cast) {
            Some(known) => store.or(known, set)?,
            None => set.clone(),
        };
        self.0.insert(cast.clone(), all);
        Ok(())
    }

    /// The positions that are in another field too, or that are not.
    ///
    /// # Errors
    /// No room.
    pub fn restricted(&self, store: &Store, other: &Field, inside: bool) -> Made<Field> {
        let mut field = Field::default();
        for (cast, set) in &self.0 {
            let both = match other.get(cast) {
                Some(there) if inside => store.and(set, there)?,
                Some(there) => store.without(set, there)?,
                None if inside => continue,
                None => set.clone(),
            };
            field.add(store, cast, &both)?;
        }
        Ok(field)
    }

    /// All positions of some casts, and of the others those that are in another field, which `inside` names.
    ///
    /// # Errors
    /// No room.
    pub fn kept<'f>(&self, store: &Store, inside: impl Fn(&Cast) -> Option<&'f Field>) -> Made<Field> {
        let mut field = Field::default();
        for (cast, set) in &self.0 {
            match inside(cast) {
                None => field.add(store, cast, set)?,
                Some(other) => {
                    let there = other.get(cast).cloned().unwrap_or_else(|| store.constant(false));
                    field.add(store, cast, &store.and(set, &there)?)?;
                }
            }
        }
        Ok(field)
    }

    /// The positions of both.
    ///
    /// # Errors
    /// No room.
    pub fn joined(&self, store: &Store, other: &Field) -> Made<Field> {
        let mut field = self.clone();
        for (cast, set) in &other.0 {
            field.add(store, cast, set)?;
        }
        Ok(field)
    }
}

impl Atlas<'_> {
    /// Everybody who may be on the board, captured and promoted men included.
    pub(crate) fn all_casts(&self) -> Vec<Cast> {
        let endgame = &self.program.endgame;
        let mut all: Vec<Vec<Option<Kind>>> = vec![Vec::new()];
        for (slot, man) in endgame.slots() {
            let mut kinds = vec![Some(man.kind)];
            if man.kind != Kind::King {
                kinds.push(None);
            }
            if man.kind == Kind::Pawn {
                let rule = self.program.laws.moves.iter().find(|rule| rule.man == slot);
                let promotions = rule.into_iter().flat_map(|rule| &rule.promotions);
                kinds.extend(
                    promotions.filter_map(|&kind| Kind::ALL.get(usize::from(kind))).map(|&kind| Some(kind)),
                );
            }
            let with = |men: &Vec<Option<Kind>>| {
                let more = |&kind: &Option<Kind>| men.iter().copied().chain([kind]).collect();
                kinds.iter().map(more).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let turns = [adli_chess::Colour::White, adli_chess::Colour::Black];
        turns
            .iter()
            .flat_map(|&turn| all.iter().map(move |men| Cast::new(endgame, men.clone(), turn)))
            .collect()
    }

    /// The positions of a claim's domain.
    pub(crate) fn domain(&mut self, condition: TermId) -> Made<Field> {
        let mut field = Field::default();
        for cast in self.all_casts() {
            let set = self.where_holds(condition, &cast)?;
            field.add(&self.store, &cast, &set)?;
        }
        Ok(field)
    }

    /// The positions where a condition holds, among some.
    pub(crate) fn among(&mut self, field: &Field, condition: TermId) -> Made<Field> {
        let mut found = Field::default();
        for (cast, set) in field.iter() {
            let holds = self.where_holds(condition, cast)?;
            let both = self.store.and(set, &holds)?;
            found.add(&self.store, cast, &both)?;
        }
        Ok(found)
    }

    /// Men who are alike: the numbers of each two.
    fn alike(&self, cast: &Cast) -> Vec<(usize, usize)> {
        let men = &self.program.endgame.men;
        let same = |a: usize, b: usize| {
            let on_board = cast.men.get(a).copied().flatten().is_some();
            on_board
                && cast.men.get(a) == cast.men.get(b)
                && men[a].side == men[b].side
                && men[a].kind == men[b].kind
        };
        let pairs = (0..men.len()).flat_map(|a| (a + 1..men.len()).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| same(a, b)).collect()
    }

    /// The positions in which men who are alike stand in one order, so that each is counted once.
    fn ordered(&self, cast: &Cast) -> Made<Set> {
        let mut ordered = self.store.constant(true);
        for (a, b) in self.alike(cast) {
            let bit = |man, number| Bit::Variable(self.store.variable(man, number, 0), false);
            // From the lowest bit up: less where this bit is less, or the same and less before.
            let mut less = self.store.constant(false);
            for number in 0..BITS {
                let (x, y) = (self.store.bit(bit(a, number))?, self.store.bit(bit(b, number))?);
                let same = self.store.same(&x, &y)?;
                let below = self.store.without(&y, &x)?;
                less = self.store.choose(&same, &less, &below)?;
            }
            ordered = self.store.and(&ordered, &less)?;
        }
        Ok(ordered)
    }

    /// How many positions of a cast are in a set; men who are alike are not told apart.
    pub(crate) fn count_of(&self, cast: &Cast, set: &Set) -> Made<u64> {
        let gone = cast.men.iter().filter(|kind| kind.is_none()).count();
        let ordered = self.store.and(set, &self.ordered(cast)?)?;
        Ok((self.store.count(&ordered) >> (BITS * gone)) as u64)
    }

    /// How many positions there are; men who are alike are not told apart.
    ///
    /// # Errors
    /// No room.
    pub fn count(&self, field: &Field) -> Made<u64> {
        field.iter().map(|(cast, set)| self.count_of(cast, set)).sum()
    }

    /// How many classes of symmetric positions there are: those with a position in the field. By counting, for every
    /// symmetry and exchange of men who are alike, the positions that it leaves as they are (Burnside's lemma).
    ///
    /// # Errors
    /// No room.
    pub fn classes(&self, field: &Field) -> Made<u64> {
        let mut classes = 0;
        for (cast, set) in field.iter() {
            let symmetries = self.program.endgame.symmetries();
            let mut closed = set.clone();
            for &symmetry in symmetries {
                let image = Board::plain(cast).image(symmetry).replacing(&self.store);
                closed = self.store.or(&closed, &self.store.replace(set, &image)?)?;
            }
            let exchanges = self.exchanges(cast);
            let gone = cast.men.iter().filter(|kind| kind.is_none()).count();
            let mut fixed = 0;
            for &symmetry in symmetries {
                for exchange in &exchanges {
                    let still = self.store.and(&closed, &self.still(cast, symmetry, exchange)?)?;
                    fixed += self.store.count(&still) >> (BITS * gone);
                }
            }
            classes += fixed as u64 / (symmetries.len() * exchanges.len()) as u64;
        }
        Ok(classes)
    }

    /// All ways to exchange men who are alike.
    fn exchanges(&self, cast: &Cast) -> Vec<Vec<usize>> {
        let mut all = vec![(0..cast.men.len()).collect::<Vec<usize>>()];
        for (a, b) in self.alike(cast) {
            for mut exchange in all.clone() {
                exchange.swap(a, b);
                if !all.contains(&exchange) {
                    all.push(exchange);
                }
            }
        }
        all
    }

    /// Where a symmetry takes everybody to his own square, or to that of the man he is exchanged with.
    fn still(&self, cast: &Cast, symmetry: Symmetry, exchange: &[usize]) -> Made<Set> {
        let (here, image) = (Board::plain(cast), Board::plain(cast).image(symmetry));
        let mut still = self.store.constant(true);
        for (man, &other) in exchange.iter().enumerate() {
            let (Some(from), Some(to)) = (image.bits(&self.store, man), here.bits(&self.store, other)) else {
                continue;
            };
            for (a, b) in from.into_iter().zip(to) {
                let same = self.store.same(&self.store.bit(a)?, &self.store.bit(b)?)?;
                still = self.store.and(&still, &same)?;
            }
        }
        Ok(still)
    }

    /// The first positions, White to move first, then by the squares of the men in the order of the header.
    ///
    /// # Errors
    /// No room.
    pub fn first_positions(&self, field: &Field, most: usize) -> Made<Vec<State>> {
        let mut found = Vec::new();
        for (cast, set) in field.iter() {
            let ordered = self.store.and(set, &self.ordered(cast)?)?;
            self.list(cast, &ordered, &mut Vec::new(), most, &mut found)?;
        }
        let places = |state: &State| {
            let slots = self.program.endgame.slots();
            slots.map(|(slot, _)| state.place(slot)).map(|(file, rank)| (rank, file)).collect::<Vec<_>>()
        };
        found.sort_by_key(|state| (state.turn() == adli_chess::Colour::Black, places(state)));
        found.truncate(most);
        Ok(found)
    }

    fn list(
        &self,
        cast: &Cast,
        set: &Set,
        squares: &mut Vec<u8>,
        most: usize,
        found: &mut Vec<State>,
    ) -> Made<()> {
        let man = squares.len();
        if found.len() >= most || self.store.is_empty(set) {
            return Ok(());
        }
        let Some(kind) = cast.men.get(man) else {
            found.push(state(&self.program.endgame, cast, squares));
            return Ok(());
        };
        let last = if kind.is_some() { 64 } else { 1 };
        for square in 0..last {
            let bit = |bit| (self.store.variable(man, bit, 0), Bit::Known(square >> bit & 1 == 1));
            let here = self.store.replace(set, &(0..BITS).map(bit).collect())?;
            squares.push(square);
            self.list(cast, &here, squares, most, found)?;
            squares.pop();
        }
        Ok(())
    }
}
