//! The texts of the library check, and mean what their sources say.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use adli_chess::{Colour, Square};
use adli_lang::term::StrategyId;
use adli_lang::{Interpreter, MovesFrom, Program, Sources, State, TEXTS, check};

fn program(name: &str) -> Program {
    let sources = Sources::library();
    let checked = check(&sources, sources.find(name).unwrap(), &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(shown.is_empty(), "{name}\n{shown}");
    checked.programs.into_iter().next().unwrap()
}

/// All legal placements of a three-man endgame with this side to move.
fn three_men(program: &Program, turn: Colour) -> impl Iterator<Item = State> + '_ {
    let squares = || Square::all();
    let all = squares().flat_map(move |a| squares().flat_map(move |b| squares().map(move |c| [a, b, c])));
    all.map(move |men| State::at_home(&program.endgame, turn, &men))
        .filter(|state| state.position(&program.endgame).is_ok())
}

/// What stands in the folder is what comes with the crate, under the name of its file.
#[test]
fn the_library_is_its_folder() {
    fn gather(folder: &Path, names: &mut BTreeSet<String>, root: &Path) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                gather(&path, names, root);
            } else if path.extension().is_some_and(|ending| ending == "adv") {
                let name = path.strip_prefix(root).unwrap().with_extension("");
                names.insert(name.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("/"));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut names = BTreeSet::new();
    gather(&root, &mut names, &root);
    assert_eq!(TEXTS.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), names);
}

#[test]
fn every_text_of_the_library_checks() {
    for (name, _) in TEXTS {
        program(name);
    }
}

/// The plain interpreter with White's king in one eighth of the board: each square of his stands for its images. With
/// `ADLI_THOROUGH=1` he goes everywhere.
#[test]
fn the_nine_steps_apply_as_often_as_the_paper_says() {
    let program = program("krk/malikovic-janicic");
    let mut interpreter = Interpreter::new(&program).moves_from(MovesFrom::Core);
    let thorough = std::env::var_os("ADLI_THOROUGH").is_some();
    let images = |king: Square| match (thorough, king.file(), king.rank()) {
        (true, ..) => 1,
        (_, file, rank) if rank > file || file > 3 => 0,
        (_, file, rank) => {
            if file == rank {
                4
            } else {
                8
            }
        }
    };
    let mut counts = [0_u32; 10];
    let mut positions = 0;
    for state in three_men(&program, Colour::White) {
        let king = state.position(&program.endgame).unwrap().king(Colour::White);
        let images = images(king);
        if images > 0 {
            let choice = interpreter.choice(StrategyId(0), &state).unwrap();
            counts[choice.map_or(9, |choice| choice.step)] += images;
            positions += images;
        }
    }
    assert_eq!(positions, 175_168);
    assert_eq!(counts, [1512, 648, 119_236, 12_192, 4124, 3472, 184, 33_368, 432, 0]);
}
