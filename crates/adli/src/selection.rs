//! Materials, positions and names as they were typed, and after they have been checked.

use adli_chess::{Material, Position};
use adli_lang::suggest;

use crate::args::{PositionArgs, SelectionArgs};
use crate::failure::Failure;
use crate::texts::Text;
use crate::words::list;

impl SelectionArgs {
    /// The canonical materials that are meant; all that is wrong with the names is said at once.
    pub fn check(&self) -> Result<Vec<Material>, Failure> {
        if let Some(men) = self.men {
            return Ok((3..=usize::from(men)).flat_map(Material::all).collect());
        }
        let mut faults = Vec::new();
        let mut materials = Vec::new();
        for name in &self.materials {
            match name.parse::<Material>() {
                Ok(material) if materials.contains(&material.canonical()) => {}
                Ok(material) => materials.push(material.canonical()),
                Err(fault) => faults.push(fault.to_string()),
            }
        }
        if faults.is_empty() { Ok(materials) } else { Err(Failure::inputs(faults)) }
    }
}

/// One material, in the colouring that was typed.
pub fn check_material(name: &str) -> Result<Material, Failure> {
    name.parse::<Material>().map_err(|fault| Failure::input(fault.to_string()))
}

impl PositionArgs {
    /// The position that is meant; all that is wrong with the FEN is said at once.
    pub fn check(&self) -> Result<Position, Failure> {
        let fen = self.fen.join(" ");
        fen.parse::<Position>()
            .map_err(|wrong| Failure::inputs(wrong.faults.iter().map(ToString::to_string).collect()))
    }
}

/// What a text has under names of its own, and how a user chooses one.
pub struct Sort {
    one: &'static str,
    several: &'static str,
    option: &'static str,
    /// How one is written.
    reads: &'static str,
}

pub const STRATEGY: Sort = Sort {
    one: "strategy",
    several: "strategies",
    option: "--strategy",
    reads: "a strategy reads `strategy name for White to win step first: move where ..`",
};

pub const ADVICE: Sort = Sort {
    one: "piece of advice",
    several: "pieces of advice",
    option: "--advice",
    reads: "a piece of advice reads `advice name for White to win reach after us: .. within 3 plies`",
};

pub const RECOGNISER: Sort = Sort {
    one: "recogniser",
    several: "recognisers",
    option: "--recogniser",
    reads: "a recogniser reads `recogniser name when .. => draw otherwise => unknown`",
};

/// One that may be chosen.
pub struct Offer<'n, T> {
    pub name: &'n str,
    /// It is written in the text itself, and not in one that it uses.
    pub is_own: bool,
    pub what: T,
}

/// The one of that name, or the only one of the text itself.
pub fn select<T>(
    sort: &Sort,
    text: &Text,
    mut offers: Vec<Offer<'_, T>>,
    wanted: Option<&str>,
) -> Result<T, Failure> {
    // A name of the text itself comes before the same name of another; of several materials one is enough.
    offers.sort_by_key(|offer| !offer.is_own);
    let mut seen = std::collections::BTreeSet::new();
    offers.retain(|offer| seen.insert(offer.name));
    let quoted = |offers: &[Offer<'_, T>]| -> Vec<String> {
        offers.iter().map(|offer| format!("`{}`", offer.name)).collect()
    };
    let (own, used) = offers.split_at(offers.iter().filter(|offer| offer.is_own).count());
    let (own_names, used_names) = (quoted(own), quoted(used));
    let Sort { one, several, option, reads } = *sort;
    let name = &text.name;
    let failure = match (wanted, own.len(), used.len()) {
        (Some(wanted), ..) => {
            let near = suggest(wanted, offers.iter().map(|offer| offer.name));
            if let Some(at) = offers.iter().position(|offer| offer.name == wanted) {
                return Ok(offers.swap_remove(at).what);
            }
            let failure = Failure::input(format!("`{name}` has no {one} called `{wanted}`"));
            match near {
                Some(near) => failure.help(format!("did you mean `{near}`?")),
                None if offers.is_empty() => failure.help(reads),
                None => failure.help(format!("it has {}", list(&quoted(&offers), "and"))),
            }
        }
        (None, 1, _) => return Ok(offers.swap_remove(0).what),
        (None, 0, 0) => Failure::input(format!("`{name}` has no {one}")).help(reads),
        (None, 0, _) => Failure::input(format!("`{name}` has no {one} of its own"))
            .help(format!("it uses {}; choose one with `{option} NAME`", list(&used_names, "and"))),
        (None, ..) => Failure::input(format!("`{name}` has the {several} {}", list(&own_names, "and")))
            .help(format!("choose one with `{option} NAME`")),
    };
    Err(failure)
}
