//! The texts that come with the crate.

/// Name and text of every file of the library.
pub const TEXTS: &[(&str, &str)] = &[
    ("engine-sentences/kbpk", include_str!("../../../library/engine-sentences/kbpk.adv")),
    ("engine-sentences/knpk", include_str!("../../../library/engine-sentences/knpk.adv")),
    ("engine-sentences/kpk", include_str!("../../../library/engine-sentences/kpk.adv")),
    ("engine-sentences/kqkp", include_str!("../../../library/engine-sentences/kqkp.adv")),
    ("engine-sentences/krkp", include_str!("../../../library/engine-sentences/krkp.adv")),
    ("geometry", include_str!("../../../library/geometry.adv")),
    ("laws", include_str!("../../../library/laws.adv")),
    ("knn/adli", include_str!("../../../library/knn/adli.adv")),
    ("knn/heinz-2001", include_str!("../../../library/knn/heinz-2001.adv")),
    ("knn/knnkb", include_str!("../../../library/knn/knnkb.adv")),
    ("knn/knnkn", include_str!("../../../library/knn/knnkn.adv")),
    ("kpk/recogniser", include_str!("../../../library/kpk/recogniser.adv")),
    ("kqk/adli", include_str!("../../../library/kqk/adli.adv")),
    ("kqk/beginner", include_str!("../../../library/kqk/beginner.adv")),
    ("knkr/adli", include_str!("../../../library/knkr/adli.adv")),
    ("knkr/bratko-1978", include_str!("../../../library/knkr/bratko-1978.adv")),
    ("knkr/bratko-1979", include_str!("../../../library/knkr/bratko-1979.adv")),
    ("knkr/notions", include_str!("../../../library/knkr/notions.adv")),
    ("knkr/thesis", include_str!("../../../library/knkr/thesis.adv")),
    ("krk/bratko-al1", include_str!("../../../library/krk/bratko-al1.adv")),
    ("krk/bratko", include_str!("../../../library/krk/bratko.adv")),
    ("krk/classes", include_str!("../../../library/krk/classes.adv")),
    ("krk/every-size", include_str!("../../../library/krk/every-size.adv")),
    ("krk/malikovic-janicic", include_str!("../../../library/krk/malikovic-janicic.adv")),
];
