//! Materials and positions as they were typed, and after they have been checked.

use adli_chess::{Material, Position};

use crate::args::{PositionArgs, SelectionArgs};
use crate::failure::Failure;

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
