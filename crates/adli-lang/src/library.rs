//! The texts that come with the crate.

/// Name and text of every file of the library.
pub const TEXTS: &[(&str, &str)] = &[
    ("geometry", include_str!("../../../library/geometry.adv")),
    ("laws", include_str!("../../../library/laws.adv")),
    ("krk/malikovic-janicic", include_str!("../../../library/krk/malikovic-janicic.adv")),
];
