//! Tables as Coq reads them, for claims that ask what positions are worth.

use adli_chess::Man;
use adli_claims::{Limit, Options, Watch};
use adli_coq::PrintedTable;
use adli_lang::Program;
use adli_tables::{Scores, Shape};
use adli_values::{TableSource, Tables};

/// The tables of an endgame's men and of all that captures and promotions lead to, each as a text for Coq's kernel.
pub fn for_coq(
    source: &TableSource<'_>,
    program: &Program,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Vec<(PrintedTable, String)>, Limit> {
    let endgame = &program.endgame;
    let men: Vec<Man> = endgame.men.iter().map(|man| Man { colour: man.side, kind: man.kind }).collect();
    let shape = Shape::listed(&men).ok_or_else(|| {
        Limit::NotRun("tables for Coq need White's men first, each king before the others".into())
    })?;
    let tables = Tables::new(endgame, watch, options.memory, source);
    let known = tables.known().ok_or_else(|| tables.absence())?;
    let mut printed = Vec::new();
    for shape in Shape::order(&[shape]) {
        let scores = Scores::new(known, &shape).map_err(|error| Limit::Internal(error.to_string()))?;
        let mut text = Vec::new();
        scores.write_coq(&mut text).map_err(|error| Limit::NotRun(error.to_string()))?;
        let text = String::from_utf8(text).map_err(|error| Limit::Internal(error.to_string()))?;
        printed.push((PrintedTable { name: shape.to_string(), men: shape.men().to_vec() }, text));
    }
    Ok(printed)
}
