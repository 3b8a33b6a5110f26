//! Where the verified checker is: where somebody says, in `ADLI_VERIFIED`, among the programs, or where `proofs/extracted/build` puts it.

use std::env;
use std::path::{Path, PathBuf};

use adli_coq::{VERIFIED, Verified};

use crate::failure::Failure;

/// Says where the program is, if nobody names it in the command.
const VARIABLE: &str = "ADLI_VERIFIED";

/// The checker that was named, or the first that is found. One that was named and is none is an error, whatever else is there.
pub fn find_verified(named: Option<&str>) -> Result<Verified, Failure> {
    let from_variable = env::var_os(VARIABLE).filter(|program| !program.is_empty()).map(PathBuf::from);
    let help = format!(
        "in a checkout of Adli `proofs/extracted/build` makes it, with Debian's packages `coq` and `ocaml`; name another place in `{VARIABLE}`"
    );
    if let Some(program) = named.map(PathBuf::from).or(from_variable) {
        return Verified::at(&program).map_err(|error| {
            Failure::input(format!("`{}` is not the verified checker: {error}", program.display())).help(help)
        });
    }
    let built = beside_this_program();
    let places = [Some(Path::new(VERIFIED)), built.as_deref()];
    places.into_iter().flatten().find_map(|program| Verified::at(program).ok()).ok_or_else(|| {
        Failure::input(format!("the verified checker `{VERIFIED}` is not installed")).help(help)
    })
}

/// In a checkout this program is `target/release/adli`, and the checker `target/proofs/extracted/adli-verified`.
fn beside_this_program() -> Option<PathBuf> {
    let target = env::current_exe().ok()?.parent()?.parent()?.to_owned();
    Some(target.join("proofs").join("extracted").join(VERIFIED)).filter(|path| path.is_file())
}
