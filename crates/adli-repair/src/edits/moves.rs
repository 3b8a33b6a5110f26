//! Which move that the text forbids would save it? Every restriction is left out by itself.

use adli_lang::Span;
use adli_lang::ast::{AdviceClause, MoveClass};

use super::{Ground, each_taken_out, on_a_line};
use crate::blame::{Blamed, Part};
use crate::edit::{Change, Edit, Kind};
use crate::text::place;

/// More moves for a step or a piece of advice.
pub(super) fn more(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    let name = blamed.part.name();
    match blamed.part {
        Part::Step(step) => {
            let classes = std::slice::from_ref(&step.moves);
            Classes { ground, name, classes, whole: step.span, or_else: false }.more(all);
        }
        Part::Advice(advice, span) => {
            for clause in &advice.clauses {
                let (classes, or_else) = match clause {
                    AdviceClause::First(classes) => (classes, true),
                    AdviceClause::Each(each) => (&each.classes, each.rank.is_empty()),
                    _ => continue,
                };
                Classes { ground, name, classes, whole: span, or_else }.more(all);
            }
        }
    }
}

/// What every move of the strategy must satisfy: each part is left out.
pub(super) fn always(ground: &Ground<'_>, all: &mut Vec<Edit>) {
    let Some(strategy) = ground.strategy else { return };
    let (name, text) = (&strategy.name.text, ground.text);
    for condition in &strategy.always {
        let parts = each_taken_out(condition);
        let what = |span: Span| format!("`{}` need not hold always in `{name}`", on_a_line(text.of(span)));
        for (change, part) in &parts {
            all.push(Edit::new(Kind::Moves, name, what(part.span), vec![change.clone()]));
        }
        if parts.is_empty()
            && let Some(begin) = text.word_before(condition.span.start, &["always"])
        {
            let range = text.taken_out(begin.start as usize..condition.span.end as usize);
            all.push(Edit::new(Kind::Moves, name, what(condition.span), vec![Change::remove(range)]));
        }
    }
}

/// Classes of moves and whose they are.
struct Classes<'a> {
    ground: &'a Ground<'a>,
    name: &'a str,
    classes: &'a [MoveClass],
    /// Where the step or the advice stands.
    whole: Span,
    /// Whether another class may follow.
    or_else: bool,
}

impl Classes<'_> {
    fn more(&self, all: &mut Vec<Edit>) {
        let (text, name) = (self.ground.text, self.name);
        let mut add = |what: String, change| all.push(Edit::new(Kind::Moves, name, what, vec![change]));
        for class in self.classes {
            if let Some((first, last)) = class.men.first().zip(class.men.last()) {
                let change = Change { place: place(first.span.to(last.span)), new: "any".to_owned() };
                add(format!("any man may move in `{name}`"), change);
            }
            let Some(condition) = &class.condition else { continue };
            let parts = each_taken_out(condition);
            let need_not =
                |span: Span| format!("a move of `{name}` need not satisfy `{}`", on_a_line(text.of(span)));
            for (change, part) in &parts {
                add(need_not(part.span), change.clone());
            }
            if parts.is_empty()
                && let Some(begin) = text.word_before(condition.span.start, &["where"])
            {
                let begin = text.words.get(..begin.start as usize).unwrap_or_default().trim_end().len();
                add(need_not(condition.span), Change::remove(begin..condition.span.end as usize));
            }
        }
        let Some(last) = self.classes.last().filter(|_| self.or_else) else { return };
        let end = last.condition.as_ref().map(|e| e.span).or(last.men.last().map(|man| man.span));
        if let Some(end) = end.filter(|end| end.end <= self.whole.end) {
            let change = Change::insert(end.end as usize, " else any");
            add(format!("where no such move has a tree, `{name}` may make any"), change);
        }
    }
}
