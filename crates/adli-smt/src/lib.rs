//! Claims about endgame strategies on boards of every size, as problems of linear arithmetic.

mod board;
pub mod formula;
mod instances;
mod logic;
mod problem;
mod terms;
mod text;

pub use logic::Refused;
pub use problem::Sizes;

/// For development: the text of the problems of a claim.
pub fn dump(program: &adli_lang::Program, claim: &adli_lang::Claim) -> Result<Vec<String>, Refused> {
    let watch = &adli_claims::Unwatched;
    let reaches = std::rc::Rc::new(terms::reaches(program, watch)?);
    let sizes = claim.sizes.map_or(Sizes::Only(8), |n| Sizes::From(i64::from(n)));
    let mut texts = Vec::new();
    for (_, mut problem) in problem::pose(program, claim, (&reaches, sizes), watch)? {
        let left = instances::instances(&mut problem.terms.logic.formulas, &problem.asserted, &Default::default());
        let text = text::smt_lib(&problem.terms.logic.formulas, &left.asserted, &problem.terms.said, &format!("{}: {} cases", claim.name, left.cases));
        texts.push(text);
    }
    Ok(texts)
}
