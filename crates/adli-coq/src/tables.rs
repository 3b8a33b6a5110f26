//! Tables of scores that Coq's kernel checks.
//!
//! Whoever asks has written each table into a folder, `KRK.v` and so on. Here the rest is printed: what the tables are called (`All.v`), for each table
//! that its entries are right and that no legal position is left out (`RightKRK.v`), and the theorems (`Exact.v`), with what they rest on. Each file is
//! compiled for itself, so that it is known which table is refused.

use std::fmt::Write;
use std::fs;

use adli_chess::{Colour, Kind, Man};
use adli_process::{Limits, Stop};

use crate::coqc::{Trouble, assumed, beyond};
use crate::library::{ASSUMPTIONS, compiled};
use crate::workshop::Workshop;

/// Where tables stand that claims ask for: no claim is called like this. Its file `order` names the files in the order in which they are compiled.
pub const TABLES: &str = "adli-tables";

/// A table that stands in the folder under its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedTable {
    /// Such as `KRK`: the men in order.
    pub name: String,
    /// The same men.
    pub men: Vec<Man>,
}

/// What became of the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tabled {
    /// All are right: what the theorems rest on.
    Right(Vec<String>),
    /// Some are refused: their names, with what Coq says.
    Refused(Vec<(String, String)>),
}

const IMPORTS: &str = "From Coq Require Import List Uint63.\nFrom Adli Require Import Laws Legal Strategies Tables Rows.\n\
                       Import ListNotations.\n";

/// Has the kernel check tables that are in the workshop's folder with all that they need. `tell` is told which one is next.
///
/// # Errors
/// Where Coq cannot be asked, or refuses what it should not.
pub fn check_tables(
    workshop: &Workshop,
    tables: &[PrintedTable],
    limits: &Limits,
    stop: Stop<'_>,
    tell: &dyn Fn(&str),
) -> Result<Tabled, Trouble> {
    let Workshop { coqc, library, folder } = workshop;
    let library = compiled(coqc, library, &Limits::default(), stop)?;
    let compile = |name: &str, text: Option<String>| {
        let path = folder.join(name).with_extension("v");
        if let Some(text) = text {
            fs::write(&path, text).map_err(|error| Trouble::File(path.clone(), error))?;
        }
        coqc.compile(&library, &[folder], &path, limits, stop)
    };
    let order = folder.join("order");
    fs::write(&order, names(tables).join("\n") + "\n")
        .map_err(|error| Trouble::File(order.clone(), error))?;
    for table in tables {
        tell(&table.name);
        compile(&table.name, None)?;
    }
    compile("All", Some(all(tables)))?;
    let mut refused = Vec::new();
    for table in tables {
        tell(&table.name);
        match compile(&format!("Right{}", table.name), Some(right(&table.name))) {
            Ok(_) => {}
            Err(Trouble::Refused(_, said)) => refused.push((table.name.clone(), said)),
            Err(trouble) => return Err(trouble),
        }
    }
    if !refused.is_empty() {
        return Ok(Tabled::Refused(refused));
    }
    compile("Exact", Some(exact(tables)))?;
    let said = compile("Ask", Some(ask(tables)))?;
    rests_on(&said).map(Tabled::Right)
}

/// All files, in the order in which they are compiled.
fn names(tables: &[PrintedTable]) -> Vec<String> {
    let tables = || tables.iter().map(|table| table.name.clone());
    let right = tables().map(|name| format!("Right{name}"));
    let rest = ["Exact", "Ask"].map(str::to_owned);
    tables().chain(["All".to_owned()]).chain(right).chain(rest).collect()
}

/// The names in what `Print Assumptions` has said of several theorems, if all of them may be assumed.
fn rests_on(said: &str) -> Result<Vec<String>, Trouble> {
    let refuse = |why: String| Trouble::Refused("Ask.v".to_owned(), why);
    let mut names = Vec::new();
    // One theorem after the other, each with a heading of its own.
    for (at, _) in said.match_indices("Axioms:") {
        let one = &said[at..];
        let end = one[1..].find("Axioms:").map_or(one.len(), |next| next + 1);
        names.extend(assumed(&one[..end]).map_err(refuse)?);
    }
    if names.is_empty() {
        return Err(refuse("this is not what `Print Assumptions` prints".to_owned()));
    }
    names.sort();
    names.dedup();
    let more = beyond(&names, ASSUMPTIONS);
    if more.is_empty() {
        return Ok(names);
    }
    Err(refuse(format!("it rests on {}", more.join(", "))))
}

/// The tables, one after the other.
fn all(tables: &[PrintedTable]) -> String {
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let mut text = format!("{IMPORTS}From Printed Require {}.\n", names.join(" "));
    for PrintedTable { name, men } in tables {
        let men: Vec<String> = men.iter().map(|&man| word(man)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Definition men_{name} : shape := [{}].", men.join("; "));
        let _ = writeln!(text, "Definition table_{name} := table_of men_{name} {name}.white {name}.black.");
    }
    let list: Vec<String> = names.iter().map(|name| format!("table_{name}")).collect();
    let _ = writeln!(text, "Definition tables := [{}].", list.join("; "));
    text
}

fn word(man: Man) -> String {
    let side = match man.colour {
        Colour::White => "White",
        Colour::Black => "Black",
    };
    let kind = match man.kind {
        Kind::King => "King",
        Kind::Queen => "Queen",
        Kind::Rook => "Rook",
        Kind::Bishop => "Bishop",
        Kind::Knight => "Knight",
        Kind::Pawn => "Pawn",
    };
    format!("({side}, {kind})")
}

/// What the kernel finds out by running.
fn right(name: &str) -> String {
    let by_running = "Proof. vm_cast_no_check (eq_refl true). Qed.";
    format!(
        "{IMPORTS}From Printed Require Import All.\n\
         Lemma right : table_right half tables 1 table_{name} = true.\n{by_running}\n\
         Lemma white : known_with tables men_{name} White = true.\n{by_running}\n\
         Lemma black : known_with tables men_{name} Black = true.\n{by_running}\n"
    )
}

/// The theorems: every legal position of these men has the value that the table says.
fn exact(tables: &[PrintedTable]) -> String {
    let names: Vec<String> = tables.iter().map(|table| format!("Right{}", table.name)).collect();
    let mut text =
        format!("{IMPORTS}From Printed Require Import All.\nFrom Printed Require {}.\n", names.join(" "));
    let rights: Vec<String> = names.iter().map(|name| format!("{name}.right")).collect();
    let _ = writeln!(
        text,
        "Lemma right : tables_right half tables 1 = true.\nProof.\n  unfold tables_right. unfold tables at 2. cbn [forallb].\n  \
         rewrite {}. reflexivity.\nQed.",
        rights.join(", ")
    );
    for PrintedTable { name, .. } in tables {
        let _ = writeln!(
            text,
            "Theorem exact_{name} : exact_everywhere tables men_{name}.\n\
             Proof. exact (all_exact _ _ right Right{name}.white Right{name}.black). Qed."
        );
    }
    text
}

/// Names are printed as in the list only where nothing is imported.
fn ask(tables: &[PrintedTable]) -> String {
    let mut text = "From Coq Require Uint63 PArray.\nFrom Printed Require Exact.\n".to_owned();
    for table in tables {
        let _ = writeln!(text, "Print Assumptions Printed.Exact.exact_{}.", table.name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_any_theorem_rests_on_is_seen() {
        let good = "Axioms:\nPArray.get : forall A\n";
        let bad = "Axioms:\nmine : False\n";
        assert_eq!(rests_on(&format!("{good}{good}")).unwrap(), ["PArray.get"]);
        assert!(rests_on(&format!("{good}{bad}")).is_err());
        assert!(rests_on(&format!("{bad}{good}")).is_err());
        assert!(rests_on("").is_err());
    }
}
