//! What small pictures look like: `ADLI_BLESS=1 cargo test -p adli-pictures` writes them anew; look at them before you keep them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use adli_pictures::{Distances, Heat, distances, heat};

fn compare(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("ADLI_BLESS").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), drawn, "{}", path.display());
}

#[test]
fn columns() {
    let wins = BTreeMap::from([(1, 120), (3, 2_480), (5, 12)]);
    let white = Distances { wins, losses: BTreeMap::new(), draws: 7 };
    let losses = BTreeMap::from([(0, 40), (2, 900), (4, 2_000)]);
    let black = Distances { wins: BTreeMap::new(), losses, draws: 0 };
    compare("distances.svg", &distances("KXK", [&white, &black]).svg());
}

#[test]
fn a_board() {
    let squares =
        std::array::from_fn(|square| if square % 9 == 0 { 1_000 + square as u64 } else { square as u64 });
    let what = Heat {
        what: "a < b & \"c\"".into(),
        man: "k".into(),
        material: "KXK".into(),
        squares,
        sample: false,
    };
    compare("board.svg", &heat(&what).svg());
}
