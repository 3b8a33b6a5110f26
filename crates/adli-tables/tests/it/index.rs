//! Every place has its position, and every position its place.

use adli_chess::{Colour, Material, Symmetry};
use adli_tables::layout::{Layout, Place};
use proptest::prelude::*;

/// A canonical place with a legal position comes back from it; so do all its images.
fn check(layout: &Layout, place: Place) {
    for turn in Colour::ALL {
        let Some(position) = layout.position(place, turn) else { continue };
        let found = layout.locate(&position);
        if layout.canonical_places(place.row).into_iter().any(|s| s.index() as u8 == place.place) {
            let back = layout.position(found, turn).unwrap();
            // With both kings on the diagonal, or pawns that are their own reflection, a position and its image
            // have a place each; otherwise the place is the same.
            let image = Symmetry::ALL.iter().any(|&s| position.transformed(s) == Some(back));
            assert!(image, "{position} went to {found:?}, which is {back}");
            let twice = layout.locate(&back);
            assert_eq!(twice, found, "{position}");
        }
        let symmetries = if layout.pawns().is_empty() { &Symmetry::ALL[..] } else { &Symmetry::WITH_PAWNS };
        for image in symmetries.iter().filter_map(|&s| position.transformed(s)) {
            let there = layout.position(layout.locate(&image), turn).unwrap();
            assert!(symmetries.iter().any(|&s| position.transformed(s) == Some(there)), "{position} {image}");
        }
    }
}

#[test]
fn every_place_of_three_men() {
    for layout in Material::all(3).into_iter().map(Layout::new) {
        for slice in 0..layout.slices() {
            for row in 0..layout.slice_rows() {
                (0..64).for_each(|place| check(&layout, Place { slice, row, place }));
            }
        }
    }
}

/// The number of different places that the positions of a material have is the number of classes: nothing is lost,
/// nothing is kept twice but what the layout says.
#[test]
fn places_of_legal_positions_are_distinct() {
    for material in ["KRK", "KPK", "KNNK", "KPPK"] {
        let layout = Layout::new(material.parse().unwrap());
        let mut seen = std::collections::HashSet::new();
        for slice in 0..layout.slices() {
            for row in 0..layout.slice_rows() {
                for square in layout.canonical_places(row) {
                    let place = Place { slice, row, place: square.index() as u8 };
                    if let Some(position) = layout.position(place, Colour::White) {
                        assert!(seen.insert(position.to_string()), "{position} has two places");
                    }
                }
            }
        }
        assert!(!seen.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn some_places_of_four_and_five_men(which in 0usize..140, slice: u32, row: u32, place in 0u8..64) {
        let materials: Vec<Material> = (4..=5).flat_map(Material::all).collect();
        let material = materials[which % materials.len()];
        thread_local! {
            static LAYOUTS: std::cell::RefCell<std::collections::BTreeMap<Material, &'static Layout>> =
                Default::default();
        }
        let layout: &'static Layout = LAYOUTS.with(|known| {
            *known.borrow_mut().entry(material).or_insert_with(|| Box::leak(Box::new(Layout::new(material))))
        });
        let slice = slice as usize % layout.slices();
        let row = row as usize % layout.slice_rows();
        check(layout, Place { slice, row, place });
    }
}
