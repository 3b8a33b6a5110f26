//! How a file is read when another file uses it: which of our men play its men, and how its options are set.
//!
//! The rule is that an imported name means what it means in its own file, under the stated renaming of men and options. So a file
//! with a header is read with its letters standing for men of the first file; `home` in it means that just these men are on the
//! board, as its header has them. A file without a header belongs to the file that uses it. A file that is read in several ways is
//! there several times: each copy has its own men, its own settings and its own declarations.

use adli_chess::Kind;

use crate::core::term::Slot;
use crate::syntax::ast::{Expr, ExprKind, Header, Name, Use};
use crate::{Code, Diagnostic, Span};

/// A man of a header, and the man of the first file who plays him.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Role {
    pub(crate) letter: char,
    /// The number of his side.
    side: usize,
    /// The kinds that the header gives him.
    pub(crate) kinds: Vec<Kind>,
    /// His place in the header of the first file.
    pub(crate) slot: Slot,
}

impl Role {
    /// Whether the man is of a kind, or may promote to it.
    fn can_be(&self, kind: Kind) -> bool {
        let promotes = self.kinds.contains(&Kind::Pawn) && Kind::PROMOTIONS.contains(&kind);
        promotes || self.kinds.contains(&kind)
    }
}

/// How a file is read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Reading {
    /// Who plays the men of its header or, if it has none, of the file that uses it.
    pub(crate) men: Vec<Role>,
    /// The options that `use .. with` sets in it or in files that it uses, each with its value as written, by name.
    pub(crate) settings: Vec<(String, String)>,
}

impl Reading {
    /// Of the first file: each man plays himself.
    pub(crate) fn first(header: Option<&Header>) -> Reading {
        Reading { men: header.map(themselves).unwrap_or_default(), settings: Vec::new() }
    }
}

/// The value of an option as a file writes it; `None` if that is no value.
pub(super) fn written(value: &Expr) -> Option<String> {
    Some(match &value.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Negative(inner) => match inner.kind {
            ExprKind::Number(number) => (-number).to_string(),
            _ => return None,
        },
        ExprKind::Truth(truth) => truth.to_string(),
        ExprKind::Name(name) => name.clone(),
        _ => return None,
    })
}

/// The men of a header, each playing himself.
fn themselves(header: &Header) -> Vec<Role> {
    let sides = header.sides.iter().enumerate();
    let men = sides.flat_map(|(side, men)| men.men.iter().map(move |man| (side, man)));
    let role = |(number, (side, man)): (usize, (usize, &Name))| Role {
        letter: letter(man),
        side,
        kinds: kinds(header, man),
        slot: Slot(number as u8),
    };
    men.enumerate().map(role).collect()
}

fn letter(name: &Name) -> char {
    name.text.chars().next().unwrap_or(' ')
}

/// The kinds that a header gives to a man: those of its `where`, or that of his letter.
fn kinds(header: &Header, man: &Name) -> Vec<Kind> {
    let said = header.alternatives.iter().find(|(other, _)| other.text == man.text);
    match said {
        Some((_, kinds)) => kinds.iter().filter_map(|kind| Kind::from_letter(letter(kind))).collect(),
        None => Kind::from_letter(letter(man)).into_iter().collect(),
    }
}

/// Finds who plays the men of a file that another file uses. A letter stands for the same letter unless `where` says otherwise.
///
/// # Errors
/// Says which man has no player.
pub(super) fn players(ours: &[Role], header: &Header, wanted: &Use) -> Result<Vec<Role>, Diagnostic> {
    let theirs = themselves(header);
    // What could not be read has been reported.
    for (there, here) in
        wanted.men.iter().filter(|(there, here)| !(there.text.is_empty() || here.text.is_empty()))
    {
        let Some(man) = theirs.iter().find(|man| there.text == man.letter.to_string()) else {
            return Err(no_man(there, "that text", &theirs));
        };
        let Some(player) = ours.iter().find(|man| here.text == man.letter.to_string()) else {
            return Err(no_man(here, "this text", ours));
        };
        if man.side != player.side {
            let message = format!("`{}` and `{}` are on different sides", there.text, here.text);
            return Err(Diagnostic::error(Code::ImportMen, here.span, message));
        }
    }
    let player = |man: &Role| {
        let said = wanted.men.iter().find(|(there, _)| letter(there) == man.letter);
        said.map_or(man.letter, |(_, here)| letter(here))
    };
    let mut players: Vec<Role> = Vec::new();
    for man in &theirs {
        let can_play = |other: &&Role| (other.letter, other.side) == (player(man), man.side);
        let is_free = |other: &&Role| players.iter().all(|before| before.slot != other.slot);
        let Some(first) = ours.iter().filter(can_play).find(is_free) else {
            let message = format!("no man of this endgame plays `{}` of that text", man.letter);
            let help = format!("say who does: `use \"..\" where {} is ..`", man.letter);
            let complaint = Diagnostic::error(Code::ImportMen, wanted.path.span, message);
            return Err(complaint.note(header.name.span, "its header").help(help));
        };
        if !man.kinds.iter().any(|&kind| first.can_be(kind)) {
            let message = format!("`{}` never plays `{}` of that text", first.letter, man.letter);
            let help = "he can play a man of his own kind and, if he is a pawn, one that he may promote to";
            let complaint = Diagnostic::error(Code::ImportMen, wanted.path.span, message);
            return Err(complaint.note(header.name.span, "its header").help(help));
        }
        // Like men cannot be told apart, so all of them play like men, or none does.
        let alike = ours.iter().filter(can_play).count();
        let wanted_alike = theirs.iter().filter(|other| other.letter == man.letter).count();
        if alike != wanted_alike {
            let letter = first.letter;
            let message = format!(
                "which of the {alike} men `{letter}` plays `{}`? they cannot be told apart",
                man.letter
            );
            let help = "the other text needs as many of them, or none";
            return Err(Diagnostic::error(Code::ImportMen, wanted.path.span, message).help(help));
        }
        players.push(Role { slot: first.slot, ..man.clone() });
    }
    Ok(players)
}

fn no_man(name: &Name, whose: &str, men: &[Role]) -> Diagnostic {
    let letters: String = men.iter().map(|man| man.letter).collect();
    let message = format!("`{}` is no man of {whose}", name.text);
    Diagnostic::error(Code::ImportMen, name.span, message).help(format!("its men are `{letters}`"))
}

/// Reports that one `use` sets an option that another one has set already, to another value.
pub(super) fn set_twice(name: &str, place: Span) -> Diagnostic {
    let help = "leave one of the two settings out";
    Diagnostic::error(Code::OptionValue, place, format!("`{name}` is set to two values")).help(help)
}
