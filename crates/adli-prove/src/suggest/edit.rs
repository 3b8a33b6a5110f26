//! Rules put into a text.

use std::ops::Range;

use adli_lang::ast::{Answer, BinaryOp, Expr, ExprKind, ItemKind, Verdict as Rule};
use adli_lang::{Span, parse};

/// A rule that goes into the text.
pub(super) struct Draft {
    /// The rule of the text, by its number among all rules that give answers.
    pub(super) at: u16,
    /// The new rule, which goes before it; or the condition by which it is restricted.
    pub(super) words: String,
    pub(super) restricts: bool,
}

/// A rule in the new text: its number there, the number of the old rule, its words.
pub(super) struct Written {
    pub(super) new: String,
    pub(super) old: String,
    pub(super) rule: String,
}

/// A rule of a text that gives an answer.
struct Leaf {
    name: String,
    place: Range<usize>,
    /// Where its condition stands; `otherwise` has none. Whether it needs brackets if another is added.
    condition: Option<(Range<usize>, bool)>,
}

/// The text with the rules in it, and what became of each. Drafts come in the order of the rules, a restriction after what goes before
/// its rule.
pub(super) fn written(text: &str, recogniser: &str, drafts: &[Draft]) -> Option<(String, Vec<Written>)> {
    let old = leaves(text, recogniser)?;
    let mut new = String::new();
    let mut copied = 0;
    let mut places = Vec::new();
    for draft in drafts {
        let leaf = old.get(usize::from(draft.at))?;
        new.push_str(text.get(copied..leaf.place.start)?);
        copied = leaf.place.start;
        let start = new.len();
        let rule = if draft.restricts {
            copied = leaf.place.end;
            restricted(text, leaf, &draft.words)?
        } else {
            draft.words.clone()
        };
        new.push_str(&rule);
        if !draft.restricts {
            new.push_str("\n  ");
        }
        places.push((start, leaf.name.clone(), rule));
    }
    new.push_str(text.get(copied..)?);
    let after = leaves(&new, recogniser)?;
    let written = places.into_iter().map(|(start, old, rule)| {
        let leaf = after.iter().find(|leaf| leaf.place.start == start)?;
        Some(Written { new: leaf.name.clone(), old, rule })
    });
    let written = written.collect::<Option<Vec<_>>>()?;
    Some((new, written))
}

/// A rule with one more condition. What `otherwise` does not decide any more has to be decided by somebody.
fn restricted(text: &str, leaf: &Leaf, also: &str) -> Option<String> {
    let rule = text.get(leaf.place.clone())?;
    Some(match &leaf.condition {
        Some((own, brackets)) => {
            let answer = text.get(own.end..leaf.place.end)?;
            let own = text.get(own.clone())?;
            let own = if *brackets { format!("({own})") } else { own.to_owned() };
            format!("when {also} and {own}{answer}")
        }
        None => format!("when {also}{}\n  otherwise => unknown", rule.strip_prefix("otherwise")?),
    })
}

/// The rules that give answers.
fn leaves(text: &str, recogniser: &str) -> Option<Vec<Leaf>> {
    let items = parse(0, text).file.items;
    let rules = items.iter().find_map(|item| match &item.kind {
        ItemKind::Recogniser(r) if r.name.text == recogniser => Some(&r.rules),
        _ => None,
    })?;
    let mut all = Vec::new();
    gather(rules, "", &mut all);
    Some(all)
}

fn gather(rules: &[Rule], above: &str, all: &mut Vec<Leaf>) {
    let place = |span: Span| span.start as usize..span.end as usize;
    for (number, rule) in rules.iter().enumerate() {
        let name = format!("{above}{}", number + 1);
        match &rule.then {
            Answer::Rules(inner) => gather(inner, &format!("{name}."), all),
            Answer::Says(..) => {
                let condition = rule.when.as_ref().map(|when| (place(when.span), binds_loosely(when)));
                all.push(Leaf { name, place: place(rule.span), condition });
            }
        }
    }
}

/// Whether an expression has to stand in brackets beside `and`.
fn binds_loosely(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Chain(_, rest) => {
            let loose = [BinaryOp::Or, BinaryOp::Implies, BinaryOp::Iff];
            rest.iter().any(|(op, _)| loose.contains(op))
        }
        ExprKind::If(..) | ExprKind::Case(..) | ExprKind::Let(..) | ExprKind::Quantified(..) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "recogniser r
  when a or b => draw
  when c { when d => draw otherwise => unknown }
  otherwise => draw
";

    fn draft(at: u16, words: &str, restricts: bool) -> Draft {
        Draft { at, words: words.to_owned(), restricts }
    }

    #[test]
    fn rules_are_found_again_where_they_were_put() {
        let drafts = [
            draft(0, "when x => win", false),
            draft(0, "when y => loss", false),
            draft(0, "z", true),
            draft(2, "when v => draw", false),
            draft(3, "w", true),
        ];
        let (new, written) = written(TEXT, "r", &drafts).unwrap();
        assert_eq!(
            new,
            "recogniser r
  when x => win
  when y => loss
  when z and (a or b) => draw
  when c { when d => draw when v => draw
  otherwise => unknown }
  when w => draw
  otherwise => unknown
"
        );
        let names: Vec<(&str, &str)> = written.iter().map(|w| (w.old.as_str(), w.new.as_str())).collect();
        assert_eq!(names, [("1", "1"), ("1", "2"), ("1", "3"), ("2.2", "4.2"), ("3", "5")]);
    }
}
