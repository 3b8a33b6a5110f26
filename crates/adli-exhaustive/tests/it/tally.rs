//! Positions counted by a value, against the same counted one value at a time.
use adli_claims::{TallyValue, Verdict};

use crate::common::{claim, text};

const KRK: &str = "endgame KRK White K R v Black k use geometry
    strategy s for White to win
      step mate_now: move where mate'
      step near: move K where K'.file < K.file or steps(K', k') < steps(K, k) ";

#[test]
fn a_tally_is_what_counting_each_value_gives() {
    for (of, values, domain) in [
        ("steps(K, k) - R.file", (-6..=6).map(|n| n.to_string()).collect::<Vec<_>>(), "White to move"),
        ("s.step", ["mate_now", "near", "none"].map(str::to_owned).to_vec(), "White to move and R.rank = 3"),
        ("check", ["true", "false"].map(str::to_owned).to_vec(), "Black to move and k in edge"),
        ("kind(R)", vec!["R".to_owned()], "White to move and K = b3"),
        ("to_move", ["White", "Black"].map(str::to_owned).to_vec(), "R = d4"),
    ] {
        let counts: String = values
            .iter()
            .enumerate()
            .map(|(number, value)| {
                format!("query q{number}: count positions where {domain} and ({of}) = {value} ")
            })
            .collect();
        let counts = counts.replace("(check) = true", "check").replace("(check) = false", "not check");
        let report = text(&format!("{KRK} query tally: tally {of} where {domain} {counts}"));
        let tally = claim(&report, "tally");
        assert_eq!(tally.verdict, Verdict::Proved, "{of}: {:?}", tally.reason);
        let counted: Vec<(String, u64)> = values
            .iter()
            .enumerate()
            .map(|(number, value)| (value.clone(), claim(&report, &format!("q{number}")).number.unwrap()))
            .filter(|(_, positions)| *positions > 0)
            .collect();
        let found: Vec<(String, u64)> =
            tally.tally.iter().map(|one| (one.value.to_string(), one.positions)).collect();
        let mut sorted = (counted, found);
        sorted.0.sort();
        sorted.1.sort();
        assert_eq!(sorted.0, sorted.1, "{of}");
        assert_eq!(
            tally.tally.iter().map(|one| one.positions).sum::<u64>(),
            tally.positions.unwrap(),
            "{of}"
        );
    }
}

#[test]
fn what_is_expected_of_a_tally_is_compared() {
    // The white king has so many squares beside a black king in the corner and one of his own rooks far away.
    let about = "tally steps(K, k) where White to move and k = a1 and R = h8 and K.file <= 3 and K.rank <= 3";
    let report = text(&format!(
        "{KRK} query a: {about} expect {{2: 5}} query b: {about} expect {{2: 4}} query c: {about} expect {{2: 5, 3: 1}}
         query d: {about} expect {{3: 0, 2: 5}}"
    ));
    let as_claimed = ["a", "b", "c", "d"].map(|name| claim(&report, name).as_claimed);
    assert_eq!(as_claimed, [Some(true), Some(false), Some(false), Some(true)]);
    assert_eq!(claim(&report, "a").tally[0].value, TallyValue::Number(2));
    assert_eq!(claim(&report, "c").expected.as_deref(), Some("{2: 5, 3: 1}"));
}
