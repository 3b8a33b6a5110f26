//! Each line of linear arithmetic as a goal for Coq's `lia`.
//!
//! A second opinion on the lines, by a program of other people: `coqc` accepts the file only if it has proved every goal. It says nothing about the clauses and the
//! proof over them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::Range;

use adli_farkas::{Atom, Lines, Problem};

/// Writes a file for `coqc`, one goal for each of some lines.
///
/// # Errors
/// Those of the writing; and where a line speaks of a variable that stands for no inequality.
pub fn write_goals(
    problem: &Problem,
    lines: &Lines,
    which: Range<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let atoms: BTreeMap<u32, &Atom> =
        problem.atoms().iter().chain(&lines.atoms).map(|atom| (atom.variable, atom)).collect();
    writeln!(out, "Require Import ZArith Lia.\nOpen Scope Z_scope.")?;
    for line in lines.lines.get(which).unwrap_or_default() {
        let mut integers = BTreeSet::new();
        let mut premises = Vec::new();
        for &(_, literal) in line {
            let atom = atoms
                .get(&literal.unsigned_abs())
                .ok_or_else(|| io::Error::other(format!("variable {literal} stands for no inequality")))?;
            let terms: Vec<String> =
                atom.terms.iter().map(|(factor, integer)| format!("({factor}) * x{integer}")).collect();
            integers.extend(atom.terms.iter().map(|&(_, integer)| integer));
            // What is wrong if the literal is false.
            let compared = if literal < 0 { "<=" } else { ">" };
            premises.push(format!("{} {compared} {}", terms.join(" + "), atom.bound));
        }
        let names: Vec<String> = integers.iter().map(|integer| format!("x{integer}")).collect();
        let quantified =
            if names.is_empty() { String::new() } else { format!("forall {} : Z, ", names.join(" ")) };
        writeln!(out, "Goal {quantified}{} -> False. Proof. lia. Qed.", premises.join(" -> "))?;
    }
    Ok(())
}
