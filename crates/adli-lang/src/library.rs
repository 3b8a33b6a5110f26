//! The texts that come with the crate.

/// Name and text of every file of the library.
pub const TEXTS: &[(&str, &str)] = &[
    ("geometry", include_str!("../../../library/geometry.adv")),
    ("laws", include_str!("../../../library/laws.adv")),
    ("kqk/adli", include_str!("../../../library/kqk/adli.adv")),
    ("kqk/beginner", include_str!("../../../library/kqk/beginner.adv")),
    ("knkr/bratko-1978", include_str!("../../../library/knkr/bratko-1978.adv")),
    ("knkr/notions", include_str!("../../../library/knkr/notions.adv")),
    ("krk/bratko-al1", include_str!("../../../library/krk/bratko-al1.adv")),
    ("krk/bratko", include_str!("../../../library/krk/bratko.adv")),
    ("krk/classes", include_str!("../../../library/krk/classes.adv")),
    ("krk/malikovic-janicic", include_str!("../../../library/krk/malikovic-janicic.adv")),
];
