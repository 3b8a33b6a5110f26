//! Materials, positions and names as they were typed, and after they have been checked.

use adli_chess::{Material, Position};
use adli_workbench::{Sort, Unchosen};

use crate::args::{PositionArgs, PositionsArgs, SelectionArgs};
use crate::failure::Failure;
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
        check_position(&self.fen)
    }
}

impl PositionsArgs {
    /// The one position that is meant, where there is no suite.
    pub fn check(&self) -> Result<Position, Failure> {
        check_position(&self.fen)
    }
}

/// The position of a FEN, whose parts may have been typed apart.
pub fn check_position(fen: &[String]) -> Result<Position, Failure> {
    fen.join(" ")
        .parse::<Position>()
        .map_err(|wrong| Failure::inputs(wrong.faults.iter().map(ToString::to_string).collect()))
}

/// The option by which one is chosen, and how one is written.
fn how(sort: Sort) -> (&'static str, &'static str) {
    match sort {
        Sort::Strategy => {
            ("--strategy", "a strategy reads `strategy name for White to win step first: move where ..`")
        }
        Sort::Advice => (
            "--advice",
            "a piece of advice reads `advice name for White to win reach after us: .. within 3 plies`",
        ),
        Sort::Recogniser => {
            ("--recogniser", "a recogniser reads `recogniser name when .. => draw otherwise => unknown`")
        }
    }
}

/// Why nothing was chosen of what a text has, and how a user chooses.
impl From<Box<Unchosen>> for Failure {
    fn from(nobody: Box<Unchosen>) -> Failure {
        let Unchosen { wanted, near, own, used, .. } = &*nobody;
        let (option, reads) = how(nobody.sort);
        let all = |names: &[&Vec<String>]| {
            let quoted: Vec<String> =
                names.iter().copied().flatten().map(|name| format!("`{name}`")).collect();
            list(&quoted, "and")
        };
        let help = match (wanted, near, own.len(), used.len()) {
            (Some(_), Some(near), ..) => format!("did you mean `{near}`?"),
            (_, _, 0, 0) => reads.to_owned(),
            (Some(_), None, ..) => format!("it has {}", all(&[own, used])),
            (None, _, 0, _) => format!("it uses {}; choose one with `{option} NAME`", all(&[used])),
            (None, ..) => format!("choose one with `{option} NAME`"),
        };
        Failure::input(nobody.to_string()).help(help)
    }
}
