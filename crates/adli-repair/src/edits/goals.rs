//! Goals that ask less, and what must not happen.

use adli_chess::Kind as Man;
use adli_claims::Reason;
use adli_lang::ast::AdviceClause;

use super::{Ground, clause, each_taken_out, joined, on_a_line};
use crate::blame::{Blamed, Part};
use crate::edit::{Change, Edit, Kind};
use crate::text::place;

/// Which part of a goal breaks? Each of them is left out; where there is but one thing to hold, the whole clause.
pub(super) fn weaker(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    let Part::Advice(advice, _) = blamed.part else { return };
    let name = &advice.name.text;
    let text = ground.text;
    for clause in &advice.clauses {
        let (kind, goal, verb) = match clause {
            AdviceClause::Hold(_, goal) => (Kind::Hold, goal, "hold"),
            AdviceClause::Reach(_, goal) => (Kind::Reach, goal, "be reached"),
            _ => continue,
        };
        let parts = each_taken_out(goal);
        for (change, part) in &parts {
            let what = format!("`{}` need not {verb} in `{name}`", on_a_line(text.of(part.span)));
            all.push(Edit::new(kind, name, what, vec![change.clone()]));
        }
        if kind == Kind::Hold
            && parts.is_empty()
            && let Some(begin) = text.word_before(goal.span.start, &["hold"])
        {
            let what = format!("`{}` need not {verb} in `{name}`", on_a_line(text.of(goal.span)));
            let range = text.taken_out(begin.start as usize..goal.span.end as usize);
            all.push(Edit::new(kind, name, what, vec![Change::remove(range)]));
        }
    }
}

/// What goes wrong is forbidden: stalemate, and the loss of a man.
pub(super) fn forbid(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    let name = blamed.part.name();
    let mut add = |what: String, goal: &str, after: &str, condition: &str| {
        let changes = match blamed.part {
            Part::Step(step) => match &step.moves.condition {
                Some(own) => joined(own, condition),
                None => {
                    let move_word = ground.text.word_before(step.span.end, &["move"]);
                    let men = step.moves.men.last().map(|man| man.span).or(move_word);
                    let Some(at) = men else { return };
                    vec![Change::insert(place(at).end, format!(" where {condition}"))]
                }
            },
            Part::Advice(advice, span) => {
                let goals = advice.clauses.iter().filter_map(|clause| match clause {
                    AdviceClause::Hold(_, goal) | AdviceClause::Reach(_, goal) => Some(place(goal.span).end),
                    _ => None,
                });
                let whole = place(span);
                let at = goals.max().unwrap_or(whole.end);
                vec![clause(ground, whole.start, at, &format!("hold after {after}: {goal}"))]
            }
        };
        all.push(Edit::new(Kind::Forbid, name, what, changes));
    };
    let reasons = &blamed.reasons;
    if reasons.contains(&Reason::Stalemate) || reasons.contains(&Reason::ValueLost) {
        add(format!("`{name}` must not stalemate"), "not stalemate'", "us", "not stalemate'");
    }
    if [Reason::HomeLeft, Reason::ValueLost, Reason::Conclusion].iter().any(|reason| reasons.contains(reason))
    {
        let strategy = ground.strategy.map(|strategy| strategy.side.text.clone());
        let own = |side: usize| ground.program.endgame.sides.get(side).cloned() == strategy;
        let men = ground.program.endgame.men.iter();
        let men = men.filter(|man| man.kind != Man::King && (strategy.is_none() || own(man.side.index())));
        let mut letters: Vec<char> = men.map(|man| man.letter).collect();
        letters.dedup();
        for letter in letters {
            let goal = format!("alive({letter})'");
            let condition = format!("(every move: {goal})'");
            add(format!("`{name}` must not lose `{letter}`"), &goal, "them", &condition);
        }
    }
}
