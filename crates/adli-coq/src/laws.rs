//! The laws as a text is read with them, printed in full: `Rules.v` for `proofs/interface/laws/Compare.v`.
//!
//! Theorems are about `Laws.v`, claims about `laws.adv`. That both say the same is seen by reading them side by side; and by this file, in which the rules
//! of `laws.adv` stand as the program has understood them, for the men of an endgame, and which Coq compares with `Laws.v` position by position.

use adli_chess::Kind;
use adli_lang::Program;
use adli_lang::core::MoveRule;
use adli_lang::term::{Term, TermId};

use crate::print::{Env, Printer};
use crate::refused::Refused;
use crate::text::{Text, in_lines};

/// `Rules.v`: the shape `shape_of_text`, the conditions `legal_text` and `check_text`, and the list `rules` of the men's rules in the order of the header.
///
/// # Errors
/// What cannot be printed.
pub fn laws(program: &Program) -> Result<String, Refused> {
    let mut printer = Printer::new(program, &[], &[], &[]);
    printer.spell_laws();
    let mut last = Vec::new();
    for (name, law) in [("legal_text", program.laws.legal), ("check_text", program.laws.check)] {
        let Some(law) = law else { return Err(Refused::new(name, "is not in the text")) };
        let (known, _) = printer.definition(law)?;
        last.push(format!("Definition {name} : wpos -> bool := {known}."));
    }
    let rules = program.laws.moves.iter().map(|rule| one(&mut printer, rule));
    let rules = rules.collect::<Result<Vec<_>, _>>()?;
    last.push(format!("Definition shape_of_text := {}.", printer.shape()));
    last.push(format!("Definition rules : list rule := [\n{} ].", rules.join(";\n")));
    let text = printer
        .finish()
        .replace("Language Remember.", "Language Remember.\nFrom Printed Require Import Compare.");
    Ok(in_lines(&(text + &last.join("\n"))) + "\n")
}

/// The rule of one man.
fn one(printer: &mut Printer<'_>, rule: &MoveRule) -> Result<String, Refused> {
    let program = printer.program();
    let man = program.endgame.man(rule.man);
    let name = format!("the moves of {}", man.letter);
    if !matches!(program.terms.get(rule.targets), Term::Board) {
        return Err(Refused::new(&name, "lead elsewhere than to the squares of the board"));
    }
    let square = Text::atom("s");
    let env = Env { given: &["p", "q"], variables: [(rule.target, square)].into(), ..Env::default() };
    let mut said = |parts: &[TermId]| printer.conjunction(&name, parts, &env);
    let goes = said(&[rule.may_move, rule.when])?;
    let promotes = said(&[rule.promotes])?;
    let passes = said(&[rule.passing])?;
    let provided = said(&[rule.provided])?;
    let mut takes = Vec::new();
    for (slot, _) in program.endgame.slots() {
        let captured: Vec<TermId> =
            rule.captures.iter().filter(|(man, _)| *man == slot).map(|&(_, when)| when).collect();
        let when = if captured.is_empty() { "false".to_owned() } else { said(&captured)? };
        takes.push(format!("fun p s => {when}"));
    }
    let into: Vec<String> = rule.promotions.iter().map(|&kind| kind_word(kind)).collect();
    Ok(format!(
        "  (* {} *)\n  Rule {} (fun p s => {goes})\n    [{}]\n    (fun p s => {promotes}) [{}]\n    (fun p s => {passes})\n    (fun p q s => {provided})",
        man.letter,
        rule.man.0,
        takes.join("; "),
        into.join("; "),
    ))
}

/// The constructor of a kind.
fn kind_word(kind: u16) -> String {
    format!("{:?}", Kind::ALL[usize::from(kind).min(5)])
}
