//! The audit finds whatever is wrong with a table.

use std::sync::Arc;

use adli_chess::{Colour, Material};
use adli_tables::layout::Layout;
use adli_tables::{Known, Rows, Score, TableError, Unwatched, Value, audit, solve_all};

/// A table some of whose scores have been changed.
struct Changed {
    original: Known,
    material: Material,
    rows: [Vec<[u8; 64]>; 2],
}

impl Changed {
    fn new(known: &Known, material: Material, change: impl Fn(Colour, usize, usize, u8) -> u8) -> Changed {
        let table = known.get(material).unwrap();
        let layout = table.layout();
        let rows = Colour::ALL.map(|turn| {
            let rows = 0..layout.slices() * layout.slice_rows();
            rows.map(|row| {
                let mut scores = *table.row(turn, row / layout.slice_rows(), row % layout.slice_rows());
                for (place, score) in scores.iter_mut().enumerate() {
                    *score = change(turn, row, place, *score);
                }
                scores
            })
            .collect()
        });
        Changed { original: known.clone(), material, rows }
    }

    /// How many places the audit finds wrong.
    fn wrong(self) -> u64 {
        let (mut known, material) = (self.original.clone(), self.material);
        known.insert(Arc::new(self));
        let found = audit(&known, material, &Unwatched).unwrap();
        assert_eq!(found.wrong > 0, found.first.is_some());
        found.wrong
    }
}

impl Rows for Changed {
    fn layout(&self) -> &Layout {
        self.original.get(self.material).unwrap().layout()
    }

    fn row(&self, turn: Colour, slice: usize, row: usize) -> &[u8; 64] {
        &self.rows[turn.index()][slice * self.layout().slice_rows() + row]
    }

    fn damage(&self) -> Result<(), TableError> {
        Ok(())
    }
}

fn known(materials: &[&str]) -> Known {
    let materials: Vec<Material> = materials.iter().map(|text| text.parse().unwrap()).collect();
    solve_all(&materials, &Unwatched).unwrap()
}

#[test]
fn right_tables_pass() {
    let known = known(&["KQKR", "KPKP", "KRKP", "KBBK", "KPPK"]);
    for material in ["KK", "KPK", "KQKR", "KPKP", "KRKP", "KBBK", "KPPK"] {
        let found = audit(&known, material.parse().unwrap(), &Unwatched).unwrap();
        assert_eq!(found.wrong, 0, "{material}: {:?}", found.first);
        assert!(found.legal > 400);
    }
}

/// One wrong score anywhere is found, whatever it is changed to.
#[test]
fn a_single_wrong_score_is_found() {
    for material in ["KRK", "KPK", "KNK"] {
        let known = known(&[material]);
        let material: Material = material.parse().unwrap();
        let layout = known.get(material).unwrap().layout();
        let places = layout.slices() * layout.slice_rows() * 64;
        // Places all over the table, legal or not; 7919 is a prime.
        for i in 0..150usize {
            let (turn, at) = (Colour::ALL[i % 2], i * 7919 * 37 % places);
            let canonical = layout.canonical_places(at / 64 % layout.slice_rows());
            if !canonical.into_iter().any(|s| s.index() == at % 64) {
                continue;
            }
            let add = 1 + (i * 83 % 255) as u8;
            let change = |t: Colour, row: usize, place: usize, score: u8| {
                if t == turn && row * 64 + place == at { score.wrapping_add(add) } else { score }
            };
            assert!(Changed::new(&known, material, change).wrong() > 0, "{material} {turn} {at} plus {add}");
        }
    }
}

/// Wins that support one another: all of KNK declared won by White, in whatever pattern.
#[test]
fn mutual_support_is_found() {
    let known = known(&["KNK", "KRK"]);
    let pattern = |win: Score, loss: Score| {
        move |turn: Colour, _: usize, _: usize, score: u8| match (score, turn) {
            (0, _) => 0,
            (_, Colour::White) => win.0,
            (_, Colour::Black) => loss.0,
        }
    };
    for plies in [1, 21, 251, 253, 255] {
        let (win, loss) = (Score::decided(plies), Score::decided(plies + 1));
        assert!(Changed::new(&known, "KNK".parse().unwrap(), pattern(win, loss)).wrong() > 0);
    }
    // And a whole won endgame declared drawn is found at its mates.
    let draw = |turn: Colour, _: usize, _: usize, score: u8| if score == 0 { 0 } else { Score::draw(turn).0 };
    assert!(Changed::new(&known, "KRK".parse().unwrap(), draw).wrong() > 0);
    // As is one in which all distances are two plies too long.
    let slow = |turn: Colour, _: usize, _: usize, score: u8| {
        let plies = Score(score).value(turn).and_then(Value::plies);
        plies.map_or(score, |plies| Score::decided(usize::from(plies) + 2).0)
    };
    assert!(Changed::new(&known, "KRK".parse().unwrap(), slow).wrong() > 0);
}

#[test]
fn a_missing_table_is_named() {
    let mut only = Known::default();
    let krk = known(&["KRK"]);
    let all = Changed::new(&krk, "KRK".parse().unwrap(), |_, _, _, score| score);
    only.insert(Arc::new(all));
    let error = audit(&only, "KRK".parse().unwrap(), &Unwatched).unwrap_err();
    assert_eq!(error, TableError::Missing(Material::KINGS));
}
