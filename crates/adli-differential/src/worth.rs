//! What positions are worth with best play, for up to three men: by going over all of them, ply by ply.
//!
//! In round n every position is found that wins or loses in n plies: it wins if some move leads to one that loses in
//! n - 1, and it loses if every move leads to one that wins. Captures and promotions lead to other men, whose positions are
//! judged first. What is never found is a draw.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::Stopped;
use crate::chess::{Kind, MEN, Men, Position, Side, point, square};

/// What a position is worth to the side to move, with the plies to mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Worth {
    Win(u16),
    Draw,
    Loss(u16),
}

impl Worth {
    /// The word for the side to move, or for the other.
    pub fn word_for(self, to_move: bool) -> &'static str {
        match (self, to_move) {
            (Worth::Draw, _) => "draw",
            (Worth::Win(_), true) | (Worth::Loss(_), false) => "win",
            _ => "loss",
        }
    }

    /// In how many moves the side to move mates; 1000 if it cannot force it.
    pub fn moves_to_mate(self) -> i32 {
        if let Worth::Win(plies) = self { i32::from(plies).midpoint(1) } else { 1000 }
    }

    /// 1, 0 or -1 for the side to move.
    pub fn sign(self) -> i32 {
        match self {
            Worth::Win(_) => 1,
            Worth::Draw => 0,
            Worth::Loss(_) => -1,
        }
    }
}

/// The worth of all positions of some men; those that are not legal have none.
type Book = Vec<Option<Worth>>;

/// The books that have been worked out.
#[derive(Default)]
pub struct Books {
    known: Mutex<HashMap<Men, Arc<Book>>>,
}

/// Where a move leads: to a position of the same men, or to one whose worth is known.
#[derive(Clone, Copy)]
enum Leads {
    To(u32),
    Out(Worth),
}

/// The men that are left, in a fixed order, and the position as they see it.
fn sorted(men: &Men, position: &Position) -> (Men, Position) {
    let left = (0..men.0.len()).filter(|&man| position.squares[man].is_some());
    let mut left: Vec<(Side, Kind, usize)> =
        left.map(|man| (men.0[man].0, position.kinds[man], man)).collect();
    left.sort_unstable();
    let mut seen = Position { squares: [None; MEN], kinds: [Kind::King; MEN], ..*position };
    for (at, &(_, kind, man)) in left.iter().enumerate() {
        seen.squares[at] = position.squares[man];
        seen.kinds[at] = kind;
    }
    (Men(left.into_iter().map(|(side, kind, _)| (side, kind)).collect(), men.1), seen)
}

fn number(men: &Men, position: &Position) -> usize {
    let first = usize::from(position.turn == Side::Black);
    let at = |man: usize| position.squares[man].map_or((1, 1), point);
    let place = |man| ((at(man).1 - 1) * 8 + at(man).0 - 1) as usize;
    (0..men.0.len()).fold(first, |number, man| number * 64 + place(man))
}

fn numbered(men: &Men, number: usize) -> Position {
    let mut position =
        Position { squares: [None; MEN], kinds: [Kind::King; MEN], turn: Side::White, passing: None };
    let mut rest = number;
    for man in (0..men.0.len()).rev() {
        let at = ((rest % 8) as i32 + 1, (rest / 8 % 8) as i32 + 1);
        position.squares[man] = square(at, 8);
        position.kinds[man] = men.0[man].1;
        rest /= 64;
    }
    position.turn = if rest == 0 { Side::White } else { Side::Black };
    position
}

impl Books {
    /// What a position is worth.
    ///
    /// # Errors
    /// Where there are more than three men, or the position is not legal.
    pub fn worth(&self, men: &Men, position: &Position) -> Result<Worth, Stopped> {
        let (men, position) = sorted(men, position);
        let book = self.book(&men)?;
        book[number(&men, &position)].ok_or(Stopped::Meaningless("the worth of an illegal position"))
    }

    fn book(&self, men: &Men) -> Result<Arc<Book>, Stopped> {
        let known = |books: &Books| books.known.lock().map_or(None, |known| known.get(men).cloned());
        if let Some(book) = known(self) {
            return Ok(book);
        }
        if men.0.len() > 3 || men.1 != 8 {
            return Err(Stopped::TooMuch);
        }
        let book = Arc::new(self.solved(men)?);
        if let Ok(mut known) = self.known.lock() {
            known.insert(men.clone(), Arc::clone(&book));
        }
        Ok(book)
    }

    fn solved(&self, men: &Men) -> Result<Book, Stopped> {
        let all = 2 * 64usize.pow(men.0.len() as u32);
        let mut book: Book = vec![None; all];
        let mut moves: Vec<(usize, Vec<Leads>)> = Vec::new();
        let mut last = 0;
        for (number, worth) in book.iter_mut().enumerate() {
            let position = numbered(men, number);
            if !position.is_legal(men) {
                continue;
            }
            let mut leads = Vec::new();
            for (_, after) in position.moves(men) {
                leads.push(self.leads(men, &after, &mut last)?);
            }
            if leads.is_empty() {
                let mate = position.in_check(men, position.turn);
                *worth = Some(if mate { Worth::Loss(0) } else { Worth::Draw });
            } else {
                moves.push((number, leads));
            }
        }
        let mut plies = 1;
        loop {
            let mut found = Vec::new();
            moves.retain(|(number, leads)| {
                let worth = decided(&book, leads, plies);
                found.extend(worth.map(|worth| (*number, worth)));
                worth.is_none()
            });
            if found.is_empty() && plies > last + 1 {
                break;
            }
            found.into_iter().for_each(|(number, worth)| book[number] = Some(worth));
            plies += 1;
        }
        moves.into_iter().for_each(|(number, _)| book[number] = Some(Worth::Draw));
        Ok(book)
    }

    fn leads(&self, men: &Men, after: &Position, last: &mut u16) -> Result<Leads, Stopped> {
        if after.is_home(men) {
            return Ok(Leads::To(number(men, after) as u32));
        }
        let worth = self.worth(men, after)?;
        if let Worth::Win(plies) | Worth::Loss(plies) = worth {
            *last = plies.max(*last);
        }
        Ok(Leads::Out(worth))
    }
}

/// Whether a position wins or loses in exactly so many plies, given all that take fewer.
fn decided(book: &Book, leads: &[Leads], plies: u16) -> Option<Worth> {
    let mut lost = true;
    for lead in leads {
        let worth = match *lead {
            Leads::To(number) => book[number as usize],
            Leads::Out(worth) => Some(worth),
        };
        match worth {
            Some(Worth::Loss(n)) if n < plies => return Some(Worth::Win(plies)),
            Some(Worth::Win(n)) if n < plies => {}
            _ => lost = false,
        }
    }
    lost.then_some(Worth::Loss(plies))
}
