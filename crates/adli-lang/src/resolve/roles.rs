//! Who plays whom in a text that goes on for another.
//!
//! When a pawn has promoted, the text about the queen goes on: its `Q` is our `P`. So such a text is read with its letters standing
//! for men of ours; `home` in it means that they are there, as its
//! header has them, and nobody else is. Men are counted through the header of the first text, in its order.

use crate::core::term::Slot;
use crate::syntax::ast::{Header, Name, Use};
use crate::{Diagnostic, Span};

/// A man of a text's header, and the man of the first header who plays him.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Role {
    pub(crate) letter: char,
    /// The number of his side.
    side: usize,
    pub(crate) slot: Slot,
}

/// How a text is read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Roles {
    /// Who plays the men of its header, in their order; everybody himself if nothing is said.
    pub(crate) men: Option<Vec<Role>>,
    /// The text whose men are those of `home`, if it is not itself.
    pub(crate) home: Option<usize>,
}

impl Roles {
    /// Of the first text, and of texts that it uses as they are.
    pub(crate) fn plain() -> Roles {
        Roles { men: None, home: Some(0) }
    }
}

/// The men of a header, each playing himself.
pub(super) fn themselves(header: Option<&Header>) -> Vec<Role> {
    let sides = header.into_iter().flat_map(|header| header.sides.iter().enumerate());
    let men = sides.flat_map(|(side, men)| men.men.iter().map(move |man| (side, man)));
    let role = |(number, (side, man)): (usize, (usize, &Name))| Role {
        letter: man.text.chars().next().unwrap_or(' '),
        side,
        slot: Slot(number as u8),
    };
    men.enumerate().map(role).collect()
}

/// The men of a text that is used as it is by one whose men are played by others; nothing if it has men that the other has not.
pub(super) fn inherited(ours: &[Role], header: &Header) -> Option<Vec<Role>> {
    let mut free = ours.to_vec();
    let theirs = themselves(Some(header));
    let mut taken = |man: &Role| {
        let same = |ours: &Role| (ours.letter, ours.side) == (man.letter, man.side);
        Some(free.remove(free.iter().position(same)?))
    };
    theirs.iter().map(&mut taken).collect()
}

/// How the men of a text play those of a text that it uses.
///
/// # Errors
/// Why they cannot.
pub(super) fn players(ours: &[Role], header: &Header, wanted: &Use) -> Result<Vec<Role>, Diagnostic> {
    let theirs = themselves(Some(header));
    let letter = |name: &Name| name.text.chars().next().unwrap_or(' ');
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
            return Err(Diagnostic::error(here.span, message));
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
            let message = format!("nobody here plays `{}` of that text", man.letter);
            let help = format!("say who does: `use \"..\" where {} is ..`", man.letter);
            let complaint = Diagnostic::error(wanted.path.span, message);
            return Err(complaint.note(header.name.span, "its header").help(help));
        };
        players.push(Role { slot: first.slot, ..*man });
        // Like men are told apart by nobody, so all of them play like men, or none.
        let alike = ours.iter().filter(can_play).count();
        let wanted_alike = theirs.iter().filter(|other| other.letter == man.letter).count();
        if alike != wanted_alike {
            let letter = first.letter;
            let message = format!(
                "which of the {alike} men `{letter}` plays `{}`? they are not told apart",
                man.letter
            );
            let help = "a text that goes on has as many of them, or none";
            return Err(Diagnostic::error(wanted.path.span, message).help(help));
        }
    }
    Ok(players)
}

fn no_man(name: &Name, whose: &str, men: &[Role]) -> Diagnostic {
    let letters: String = men.iter().map(|man| man.letter).collect();
    let message = format!("`{}` is no man of {whose}", name.text);
    Diagnostic::error(name.span, message).help(format!("its men are `{letters}`"))
}

/// That the men of a text are not there.
pub(crate) fn strangers(place: Span, header: &Header) -> Diagnostic {
    let message = "the men of that text are not men of this endgame";
    let help = "every letter of its header must be here, as often, on the same side; \
                or say who plays whom: `use \"..\" where Q is P`";
    Diagnostic::error(place, message).note(header.name.span, "its header").help(help)
}
