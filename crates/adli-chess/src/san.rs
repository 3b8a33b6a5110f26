//! Moves as people write them: standard algebraic notation, such as `Kd4`, `Rxe5+`, `Nbd2` or `a8=Q#`.
//!
//! Writing follows the PGN standard: the square of origin is named only as far as needed to tell the move
//! from other legal moves, first by file, then by rank, then by both. Reading is more patient: signs for
//! check and mate are passed over, those for capture and promotion may be left out, and any part of the
//! square of origin will do that leaves one legal move. But a sign for a capture has to be true: `Rxe5` is
//! refused where there is nothing to capture.

use crate::{Kind, Man, Move, NotAMove, Position, Square};

impl Position {
    /// Writes a legal move.
    ///
    /// ```
    /// use adli_chess::Position;
    ///
    /// let position: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
    /// let mate = position.read_san("Ra1").unwrap();
    /// assert_eq!(position.san(mate), "Ra1#");
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        let next = self.play(mv);
        if next.is_check() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        let kind = self.at(mv.from).map_or(Kind::Pawn, |man| man.kind);
        let capture = if self.is_capture(mv) { "x" } else { "" };
        if kind != Kind::Pawn {
            return format!("{}{}{capture}{}", kind.letter(), self.origin(kind, mv), mv.to);
        }
        let origin = if capture.is_empty() { String::new() } else { file_letter(mv.from).to_string() };
        let promotion = mv.promotion.map_or(String::new(), |kind| format!("={}", kind.letter()));
        format!("{origin}{capture}{}{promotion}", mv.to)
    }

    /// As much of the square of origin as is needed.
    fn origin(&self, kind: Kind, mv: Move) -> String {
        let like = self.of(Man { colour: self.turn, kind }).without(mv.from);
        let rivals = like.into_iter().filter(|&from| self.legal_targets(from).contains(mv.to));
        let rivals: Vec<Square> = rivals.collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != mv.from.file()) {
            file_letter(mv.from).to_string()
        } else if rivals.iter().all(|rival| rival.rank() != mv.from.rank()) {
            (mv.from.rank() + 1).to_string()
        } else {
            mv.from.to_string()
        }
    }

    fn is_capture(&self, mv: Move) -> bool {
        let pawn_leaves_file =
            self.kinds[Kind::Pawn.index()].contains(mv.from) && mv.from.file() != mv.to.file();
        self.men(!self.turn).contains(mv.to) || pawn_leaves_file
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// If the text is not in algebraic notation, or the move is not legal here, or several moves fit.
    pub fn read_san(&self, text: &str) -> Result<Move, NotAMove> {
        let illegal = || NotAMove::Illegal(text.to_owned(), self.turn);
        if matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
            return Err(illegal());
        }
        let wanted = Wanted::read(text).ok_or_else(|| NotAMove::NotSan(text.to_owned()))?;
        let fitting: Vec<Move> = self.legal_moves().filter(|&mv| wanted.fits(self, mv)).collect();
        match fitting[..] {
            [] => Err(illegal()),
            [mv] => Ok(mv),
            _ => {
                let ways = fitting.iter().map(|&mv| self.san(mv)).collect();
                Err(NotAMove::Ambiguous(text.to_owned(), ways))
            }
        }
    }
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// What a text says about a move.
struct Wanted {
    kind: Kind,
    to: Square,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    captures: bool,
    promotion: Option<Kind>,
}

impl Wanted {
    fn read(text: &str) -> Option<Wanted> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let officer = text.chars().next().and_then(officer);
        let (kind, mut rest) = match officer {
            Some(kind) => (kind, text.get(1..)?),
            None => (Kind::Pawn, text),
        };
        let promotion = rest.chars().last().and_then(officer_of_promotion).filter(|_| kind == Kind::Pawn);
        if promotion.is_some() {
            rest = rest.get(..rest.len() - 1)?;
            rest = rest.strip_suffix('=').unwrap_or(rest);
        }
        let to_at = rest.len().checked_sub(2)?;
        let to = rest.get(to_at..)?.parse().ok()?;
        let origin = rest.get(..to_at)?;
        let captures = origin.ends_with('x');
        let (from_file, from_rank) = match origin.strip_suffix('x').unwrap_or(origin).as_bytes() {
            [] => (None, None),
            &[file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            &[rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        Some(Wanted { kind, to, from_file, from_rank, captures, promotion })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        let kind_fits = position.at(mv.from).is_some_and(|man| man.kind == self.kind);
        // A pawn's file may be left out only if the pawn stays on it.
        let from_file = self.from_file.or((self.kind == Kind::Pawn).then_some(self.to.file()));
        kind_fits
            && mv.to == self.to
            && from_file.is_none_or(|file| file == mv.from.file())
            && self.from_rank.is_none_or(|rank| rank == mv.from.rank())
            && (!self.captures || position.is_capture(mv))
            && (self.promotion.is_none() || self.promotion == mv.promotion)
    }
}

/// The man with a capital letter. Small letters are files.
fn officer(letter: char) -> Option<Kind> {
    Kind::from_letter(letter).filter(|&kind| letter.is_ascii_uppercase() && kind != Kind::Pawn)
}

fn officer_of_promotion(letter: char) -> Option<Kind> {
    officer(letter).filter(|kind| Kind::PROMOTIONS.contains(kind))
}
