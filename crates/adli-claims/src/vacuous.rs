//! Claims that hold and speak of nothing.
//!
//! Such a claim is proved, as logic has it, and a theorem may rest on it. But the report says that nothing
//! was met, in its headline, as a
//! warning and in a field of its own, whatever the kind of the claim and the method.

use adli_lang::term::{StrategyId, Term, TermId};
use adli_lang::{Claim, ClaimKind, Program};

use crate::report::{ClaimReport, Kind};

/// What a claim that holds did not meet, as far as the method has counted it.
pub(crate) fn nothing_met(program: &Program, claim: &Claim, report: &ClaimReport) -> Option<String> {
    if says_nothing_is(program, claim) {
        return None;
    }
    let kind = report.kind.word();
    if report.plays == Some(0) {
        return Some(format!("no play satisfies what the {kind} supposes"));
    }
    let counted = |positions: u64| (positions == 0).then(|| format!("the {kind} speaks of no position"));
    if let ClaimKind::Recognises { .. } = claim.says {
        let answers = report.recognised.iter().flat_map(|side| &side.answers);
        let answers = answers.filter(|(answer, _)| *answer != "unknown").map(|(_, given)| given.positions);
        let silent =
            (answers.sum::<u64>() == 0).then(|| "the recogniser answers nothing but `unknown`".into());
        return counted(report.recognised.iter().map(|side| side.positions).sum()).or(silent);
    }
    let strategy = strategy_of(&claim.says).and_then(|strategy| program.strategy(strategy));
    let asked: Option<u64> = match report.met {
        Some(met) => Some(met),
        None if report.rules.is_empty() => None,
        None => Some(report.rules.iter().map(|rule| rule.positions).sum()),
    };
    report.positions.and_then(counted).or_else(|| {
        let idle = strategy.filter(|_| asked == Some(0) && report.no_rule.is_none())?;
        Some(format!("the strategy `{}` never gets to move", idle.name))
    })
}

/// Whether a method that proved a claim has counted what it speaks of.
pub(crate) fn is_counted(report: &ClaimReport) -> bool {
    report.kind == Kind::Query
        || report.positions.or(report.plays).or(report.met).is_some()
        || !report.recognised.is_empty()
}

/// The lemma that nothing satisfies what a claim supposes. For a theorem that a strategy reaches a goal: that
/// the goal holds from the beginning.
pub(crate) fn that_nothing_is(program: &Program, claim: &Claim) -> Option<Claim> {
    let show = program.terms.known_truth(false)?;
    let nowhere = |domain: TermId| ClaimKind::Everywhere { domain, show };
    let says = match claim.says {
        _ if says_nothing_is(program, claim) => return None,
        ClaimKind::Play { last, strategy, given, .. } => ClaimKind::Play { last, strategy, given, show },
        ClaimKind::Everywhere { domain, .. } => nowhere(claim.supposes.unwrap_or(domain)),
        ClaimKind::Reaches { or, from, .. } => {
            ClaimKind::Everywhere { domain: from, show: or.unwrap_or(show) }
        }
        ClaimKind::Keeps { from, .. }
        | ClaimKind::Optimal { from, .. }
        | ClaimKind::Recognises { from, .. } => nowhere(from),
        _ => return None,
    };
    let name = format!("{}.nothing", claim.name);
    Some(Claim { name, says, supposes: None, proof: None, by: Vec::new(), expect: None, ..claim.clone() })
}

/// Says of a claim that the lemma [`that_nothing_is`] has been proved.
pub(crate) fn what_nothing_is(program: &Program, claim: &Claim, kind: Kind) -> String {
    match claim.says {
        ClaimKind::Reaches { or: Some(_), strategy, .. } => {
            let name = program.strategy(strategy).map_or("", |strategy| &strategy.name);
            format!("the strategy `{name}` never gets to move")
        }
        _ => format!("nothing satisfies what the {} supposes", kind.word()),
    }
}

/// A lemma that something is impossible is about nothing on purpose.
fn says_nothing_is(program: &Program, claim: &Claim) -> bool {
    match claim.says {
        ClaimKind::Play { show, .. } | ClaimKind::Everywhere { show, .. } => {
            program.terms.get(show) == &Term::Bool(false)
        }
        _ => false,
    }
}

fn strategy_of(says: &ClaimKind) -> Option<StrategyId> {
    match says {
        ClaimKind::Reaches { strategy, .. }
        | ClaimKind::Keeps { strategy, .. }
        | ClaimKind::Optimal { strategy, .. }
        | ClaimKind::Symmetric { strategy } => Some(*strategy),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use adli_lang::{Interpreter, Sources, State, Value, check};

    use super::*;

    /// Methods that count nothing decide that the goal of a theorem holds from the beginning, so that the
    /// strategy makes no move.
    #[test]
    fn a_strategy_never_moves_where_its_goal_holds_from_the_beginning() {
        let text = "endgame KRK White K R v Black k
strategy s for White to win
  step any: move K
theorem t: s reaches mate or (K = c3) from White to move and R = c4
";
        let mut sources = Sources::library();
        let number = sources.add("text", text);
        let program = check(&sources, number, &[]).programs.remove(0);
        let lemma = that_nothing_is(&program, &program.claims[0]).unwrap();
        let ClaimKind::Everywhere { domain, show } = lemma.says else { panic!("{lemma:?}") };
        for (fen, is_start, is_goal) in [
            ("7k/8/8/8/2R5/2K5/8/8 w - - 0 1", true, true),
            ("7k/8/8/8/2R5/8/2K5/8 w - - 0 1", true, false),
            ("7k/8/8/8/3R4/2K5/8/8 w - - 0 1", false, true),
        ] {
            let state = State::from_position(&program.endgame, &fen.parse().unwrap()).unwrap();
            let value = |term| Interpreter::new(&program).value(term, &[state]).unwrap();
            assert_eq!((value(domain), value(show)), (Value::Bool(is_start), Value::Bool(is_goal)), "{fen}");
        }
        let told = what_nothing_is(&program, &program.claims[0], Kind::Theorem);
        assert_eq!(told, "the strategy `s` never gets to move");
    }
}
