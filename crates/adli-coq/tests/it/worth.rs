//! Values and strategies that give nothing away: what Coq accepts with a table that it has checked, and what it does not.

use std::fs;

use adli_claims::{Options, Unwatched};
use adli_coq::{Figures, Helpers, PrintedTable, Tabled, Trouble, Workshop, accept, check_tables, files};
use adli_exhaustive::{met_in_play, prove};
use adli_lang::ClaimKind;
use adli_process::Limits;
use adli_tables::{Scores, Shape};
use adli_values::{TableSource, Tables};

use crate::common::{ALONE, claim, program, workshop};

/// Two kings: nobody ever wins, which a strategy keeps whatever it plays. A position that plays come to and `Met.v` leaves out is refused, and so is a
/// table that says something else, or leaves everything out.
#[test]
fn what_is_kept_rests_on_a_table_that_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let program = program(
        "endgame KK White K v Black k\nstrategy s for White to draw\n  step any: move\n\
         theorem kept: s keeps value from White to move and value(Black) = draw and moves_to_mate = 1000\n",
    );
    let source = TableSource::empty();
    let tables = Tables::new(&program.endgame, &Unwatched, 1 << 30, &source);
    let shape: Shape = "KK".parse().unwrap();
    let mut text = Vec::new();
    Scores::new(tables.known().unwrap(), &shape).unwrap().write_coq(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let printed = [PrintedTable { name: "KK".into(), men: shape.men().to_vec() }];
    let check = |name: &str, text: &str| {
        let there = Workshop { folder: folder.path().join(name), ..workshop.clone() };
        fs::create_dir(&there.folder).unwrap();
        fs::write(there.folder.join("KK.v"), text).unwrap();
        check_tables(&there, &printed, &Limits::default(), &|| None, &|_| ()).unwrap()
    };
    assert!(matches!(check("tables", &text), Tabled::Right(_)));
    // Eight draws are a word of eight times 64; eight losses would be eight times 63.
    let [draws, losses] = [64_u64, 63].map(|score| (0..8).fold(0, |word, _| word << 7 | score).to_string());
    assert!(text.contains(&draws));
    assert!(matches!(check("losses", &text.replacen(&draws, &losses, 1)), Tabled::Refused(_)));
    assert!(matches!(check("nothing", &text.replacen(&draws, "0", 1)), Tabled::Refused(_)));

    let claim = claim(&program, "kept");
    let report = prove("mine", std::slice::from_ref(&program), &Options::default(), &Unwatched);
    // 3,612 placements of two kings that are not next to each other: 64 x 63 less 420.
    let figures = Figures::of(&report.claims[0], claim);
    assert_eq!((figures.positions, figures.by_step.as_slice()), (3612, &[0, 3612][..]));
    let ClaimKind::Keeps { strategy, from, .. } = claim.says else { panic!("it keeps something") };
    let mut met = met_in_play(&program, (strategy, from), &[], &Options::default(), &Unwatched).unwrap();
    assert_eq!(met.iter().filter(|&&met| met == 1).count(), 3612);
    let beside = folder.path().join("tables");
    let ask = |met: &[u32]| {
        let files = files(&program, claim, &figures, &Helpers { met: Some(met), tables: &printed, ..ALONE });
        accept(&workshop, (folder.path(), Some(&beside)), &files.unwrap(), 1 << 30, &Unwatched)
    };
    ask(&met).unwrap();
    *met.iter_mut().find(|met| **met == 1).unwrap() = 0;
    let said = ask(&met);
    assert!(matches!(&said, Err(Trouble::Refused(file, _)) if file == "Claim.v"), "{said:?}");
}
