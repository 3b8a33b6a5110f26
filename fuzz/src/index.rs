//! The numbering of positions.

use std::sync::OnceLock;

use adli_chess::{Colour, MAX_MEN, Material, Symmetry};
use adli_tables::layout::{Layout, Place};

use crate::input::Input;

/// A place has the men of its material. If they stand legally, the position and all its images under
/// the symmetries of the board are found at places that exist, that a table keeps, and whose position is again
/// one of the images; and such a place is found from itself.
///
/// One byte: the material. Then, of three bytes each: the slice, the row, the place.
pub fn index(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let layout = layout(usize::from(input.byte()));
    let slice = input.below(layout.slices());
    let row = input.below(layout.slice_rows());
    let place = Place { slice, row, place: input.byte() % 64 };

    let men = layout.men(place);
    let mut others = men.iter().skip(2).map(|&(_, man)| man);
    assert_eq!(others.try_fold(Material::KINGS, Material::with), Some(layout.material()));
    for turn in Colour::ALL {
        check(layout, place, turn);
    }
}

fn check(layout: &Layout, place: Place, turn: Colour) {
    let Some(position) = layout.position(place, turn) else { return };
    let images: Vec<_> = Symmetry::ALL.into_iter().filter_map(|s| position.transformed(s)).collect();
    assert_eq!(images.len(), if layout.pawns().is_empty() { 8 } else { 2 });
    for image in &images {
        let found = layout.locate(image);
        let exists = found.slice < layout.slices() && found.row < layout.slice_rows() && found.place < 64;
        assert!(exists, "{image} {found:?}");
        let kept = layout.canonical_places(found.row).0 >> found.place & 1 == 1;
        assert!(kept, "{image} {found:?}");
        let there = layout.position(found, turn).expect("a legal position has the place of one");
        assert!(images.contains(&there), "{image} is at {found:?}, where {there} is");
        assert_eq!(layout.locate(&there), found, "{image}");
    }
}

/// One of all materials; 146 of them, so that one byte can name each.
fn layout(which: usize) -> &'static Layout {
    type Layouts = Vec<(Material, OnceLock<Layout>)>;
    static LAYOUTS: OnceLock<Layouts> = OnceLock::new();
    let layouts = LAYOUTS.get_or_init(|| {
        let materials = (2..=MAX_MEN).flat_map(Material::all);
        materials.map(|material| (material, OnceLock::new())).collect()
    });
    let (material, layout) = &layouts[which % layouts.len()];
    layout.get_or_init(|| {
        let layout = Layout::new(*material);
        assert_eq!(Layout::places_of(*material), layout.places());
        layout
    })
}
