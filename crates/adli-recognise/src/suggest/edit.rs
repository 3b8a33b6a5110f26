//! Rules put into a text.

use std::ops::Range;

use adli_lang::ast::{Answer, Expr, ItemKind, Verdict as Rule};
use adli_lang::{Span, parse};
use adli_learn::binds_loosely;

/// A rule that goes into the text. It speaks only of positions that come to the rule of the text and satisfy its condition.
pub(super) struct Draft {
    /// The rule of the text, by its number among all rules that give answers.
    pub(super) at: u16,
    pub(super) condition: String,
    /// What is answered under this condition, before the rule is asked; if nothing, the rule is restricted to it.
    pub(super) answer: Option<String>,
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
        let rule = leaf.changed(text, draft)?;
        new.push_str(&rule);
        match draft.answer {
            Some(_) => new.push_str("\n  "),
            None => copied = leaf.place.end,
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

impl Leaf {
    /// The rule that goes before this one, or in its place. A rule that is restricted is followed by one that says `unknown`: what it does
    /// not decide any more must not come to rules that were not meant for it.
    fn changed(&self, text: &str, draft: &Draft) -> Option<String> {
        let own = match &self.condition {
            Some((place, true)) => Some(format!("({})", text.get(place.clone())?)),
            Some((place, false)) => Some(text.get(place.clone())?.to_owned()),
            None => None,
        };
        let when = match &own {
            Some(own) => format!("when {} and {own}", draft.condition),
            None => format!("when {}", draft.condition),
        };
        Some(match &draft.answer {
            Some(answer) => format!("{when} => {answer}"),
            None => {
                let begin =
                    self.condition.as_ref().map_or(self.place.start + "otherwise".len(), |(own, _)| own.end);
                let rest = own.map_or("otherwise".to_owned(), |own| format!("when {own}"));
                format!("{when}{}\n  {rest} => unknown", text.get(begin..self.place.end)?)
            }
        })
    }
}

/// The rules that give answers.
fn leaves(text: &str, recogniser: &str) -> Option<Vec<Leaf>> {
    let items = parse(0, text).file.items;
    let rules = items.iter().find_map(|item| match &item.kind {
        ItemKind::Recogniser(r) if r.name.text == recogniser => Some(&r.rules),
        _ => None,
    })?;
    let mut all = Vec::new();
    gather(rules, &mut all);
    Some(all)
}

/// The rules of a list; they are numbered as `r.rule` numbers them.
fn gather(rules: &[Rule], all: &mut Vec<Leaf>) {
    let place = |span: Span| span.start as usize..span.end as usize;
    for rule in rules {
        match &rule.then {
            Answer::Rules(inner) => gather(inner, all),
            Answer::Says(..) => {
                let name = (all.len() + 1).to_string();
                let condition = rule.when.as_ref().map(|when| (place(when.span), binds_loosely(when)));
                all.push(Leaf { name, place: place(rule.span), condition });
            }
        }
    }
}

/// The conditions that rules of a recogniser ask.
pub(super) fn asked(rules: &[Rule]) -> Vec<&Expr> {
    let mut all = Vec::new();
    for rule in rules {
        all.extend(&rule.when);
        if let Answer::Rules(inner) = &rule.then {
            all.extend(asked(inner));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "recogniser r
  when a or b => draw
  when c { when d => draw otherwise => unknown }
  otherwise => draw
";

    fn draft(at: u16, condition: &str, answer: &str) -> Draft {
        let answer = Some(answer.to_owned()).filter(|answer| !answer.is_empty());
        Draft { at, condition: condition.to_owned(), answer }
    }

    #[test]
    fn rules_are_found_again_where_they_were_put() {
        let drafts = [
            draft(0, "x", "win"),
            draft(0, "y", "loss"),
            draft(0, "z", ""),
            draft(2, "v", "draw"),
            draft(3, "w", ""),
        ];
        let (new, written) = written(TEXT, "r", &drafts).unwrap();
        assert_eq!(
            new,
            "recogniser r
  when x and (a or b) => win
  when y and (a or b) => loss
  when z and (a or b) => draw
  when (a or b) => unknown
  when c { when d => draw when v => draw
  otherwise => unknown }
  when w => draw
  otherwise => unknown
"
        );
        let names: Vec<(&str, &str)> = written.iter().map(|w| (w.old.as_str(), w.new.as_str())).collect();
        assert_eq!(names, [("1", "1"), ("1", "2"), ("1", "3"), ("3", "6"), ("4", "8")]);
    }
}
