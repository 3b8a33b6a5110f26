//! Why a rule applies, for people.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters};
use adli_workbench::{
    Applying, AskedMove, AtRule, Explained, Fact, Failing, Judged, NotAsked, Recognised, Refused, RuleText,
    Worse,
};

use super::tree::assumed;
use crate::output::Report;
use crate::words::{counted_plies, list, seen_as, tree_count};

impl Report for Explained {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        mirrored_text(self.seen_as.as_deref(), out)?;
        match &self.rule {
            Some(applying) => applying_text(applying, &self.strategy, out)?,
            None => writeln!(out, "\nno rule of `{}` applies", self.strategy)?,
        }
        match (self.earlier.is_empty(), &self.rule) {
            (true, _) => {}
            (false, Some(_)) => earlier_heading(out)?,
            (false, None) => writeln!(out)?,
        }
        self.earlier.iter().try_for_each(|failing| failing_text(failing, out))?;
        self.asked.iter().try_for_each(|asked| asked_text(asked, out))
    }
}

/// Said before words of the text, which speak of its own board.
const SQUARES_OF_THE_TEXT: &str =
    "moves are on your board; squares, ranks and men in the words of the text are those of its own";

/// That the text sees another board, if it does.
fn mirrored_text(fen: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let Some(fen) = fen else { return Ok(()) };
    writeln!(out, "\n{}\n{SQUARES_OF_THE_TEXT}", seen_as(fen))
}

/// A rule with its words and its place.
fn rule_heading(rule: &RuleText, of: &str, out: &mut dyn Write) -> io::Result<()> {
    let name = rule.name.as_ref().map_or_else(String::new, |name| format!(": {name}"));
    writeln!(out, "\nrule {} of {} of `{of}`{name}", rule.number, rule.of)?;
    writeln!(out, "  {}", rule.text)?;
    writeln!(out, "  at {}:{}", rule.file, rule.line)
}

fn earlier_heading(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nrules that come first and do not apply:")
}

fn applying_text(applying: &Applying, strategy: &str, out: &mut dyn Write) -> io::Result<()> {
    rule_heading(&applying.rule, strategy, out)?;
    let sans: Vec<&str> = applying.moves.iter().map(|mv| mv.san.as_str()).collect();
    writeln!(out, "\nallowed: {}", list(&sans, "or"))?;
    let left = applying.satisfying.map_or(0, |satisfying| satisfying.saturating_sub(applying.moves.len()));
    if left > 0 {
        let s = if left == 1 { "" } else { "s" };
        writeln!(out, "its condition holds for {left} other move{s}, which the preferences leave out")?;
    }
    if let Some(first) =
        applying.moves.first().filter(|_| applying.because.len() + applying.preferences.len() > 0)
    {
        writeln!(out, "\nwhy {}:", first.san)?;
    }
    applying.because.iter().try_for_each(|fact| fact_text(fact, out, 1))?;
    for preferred in &applying.preferences {
        let word = if preferred.most { "most" } else { "least" };
        writeln!(out, "  {word} {} = {}", preferred.text, preferred.value)?;
    }
    if let Some(why) = &applying.untold {
        writeln!(out, "\nits forcing tree is not told: {why}")?;
    }
    if let Some(tree) = &applying.tree {
        let ends: Vec<String> =
            tree.ends.iter().map(|(how, times)| format!("{how} {}", tree_count(*times))).collect();
        let plies = counted_plies(tree.plies);
        let assumed = assumed(tree.assumes_replies);
        writeln!(out, "\na forcing tree of {plies}{assumed}; its lines end: {}", list(&ends, "and"))?;
    }
    Ok(())
}

fn failing_text(failing: &Failing, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  {:>2} {}: ", failing.rule.number, failing.rule.name.as_deref().unwrap_or_default())?;
    let of = failing.men.as_ref().map_or_else(String::new, |men| format!(" of {men}"));
    if let Some(not_asked) = &failing.not_asked {
        return writeln!(out, "{}", not_asked_words(not_asked));
    }
    if let Some(why) = &failing.untold {
        return writeln!(out, "{why}");
    }
    if failing.candidates == 0 {
        return writeln!(out, "there is no move{of}");
    }
    if !failing.refused.is_empty() {
        writeln!(out, "it has no tree")?;
        return refusals(&failing.refused, out);
    }
    if !failing.no_move_satisfies.is_empty() {
        let parts: Vec<String> = failing.no_move_satisfies.iter().map(|text| format!("`{text}`")).collect();
        return writeln!(out, "no move{of} satisfies {}", list(&parts, "or"));
    }
    let Some(nearest) = &failing.nearest else { return writeln!(out, "it allows no move{of}") };
    writeln!(out, "no move{of} satisfies all of it; for {}:", nearest.name.san)?;
    nearest.fails.iter().try_for_each(|fact| fact_text(fact, out, 3))
}

fn not_asked_words(not_asked: &NotAsked) -> String {
    match not_asked {
        NotAsked { when, holds: true } => {
            format!("not asked, because an earlier rule decides `when {when}`")
        }
        NotAsked { when, .. } => format!("not asked: `{when}` does not hold"),
    }
}

fn asked_text(asked: &AskedMove, out: &mut dyn Write) -> io::Result<()> {
    let san = &asked.name.san;
    match (asked.allowed, asked.rules.last()) {
        (true, Some(rule)) => writeln!(out, "\n{san} is allowed, by rule {}, {}:", rule.number, rule.name)?,
        _ => writeln!(out, "\nwhy not {san}:")?,
    }
    asked.rules.iter().try_for_each(|rule| at_rule_text(rule, san, out))
}

fn at_rule_text(rule: &AtRule, san: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  {:>2} {}: ", rule.number, rule.name)?;
    match &rule.verdict {
        Judged::Allows => writeln!(out, "allows it"),
        Judged::NotAsked { not_asked } => writeln!(out, "{}", not_asked_words(not_asked)),
        Judged::OtherMen { men } => writeln!(out, "it moves only {men}"),
        Judged::Fails { fails } => {
            writeln!(out, "its condition is false of it")?;
            fails.iter().try_for_each(|fact| fact_text(fact, out, 3))
        }
        Judged::NoTree { refused } => match &refused.reply {
            Some(reply) => writeln!(out, "no tree begins with it: {}, {reply}", refused.why),
            None => writeln!(out, "no tree begins with it: {}", refused.why),
        },
        Judged::Worse { by } => writeln!(out, "its condition holds, but {}", worse_words(by, san)),
        Judged::Untold { untold } => writeln!(out, "{untold}"),
    }
}

fn worse_words(by: &Worse, san: &str) -> String {
    match by {
        Worse::Preference { most, text, value, better, better_value } => {
            let word = if *most { "most" } else { "least" };
            format!("{word} {text} is {better_value} for {} and {value} for {san}", better.san)
        }
        Worse::LaterClass { better } => format!("{} is of a class that is tried first", better.san),
        Worse::NotQuickest { better } => {
            format!("{} has a quicker tree, or one as quick that is better by what is asked then", better.san)
        }
    }
}

/// Moves with the same reason stand together.
fn refusals(refused: &[Refused], out: &mut dyn Write) -> io::Result<()> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for refused in refused {
        let mv = match &refused.reply {
            Some(reply) => format!("{} {reply}", refused.san),
            None => refused.san.clone(),
        };
        match reasons.iter_mut().find(|(why, _)| *why == refused.why) {
            Some((_, moves)) => moves.push(mv),
            None => reasons.push((refused.why, vec![mv])),
        }
    }
    reasons.iter().try_for_each(|(why, moves)| writeln!(out, "      {why}: {}", list(moves, "and")))
}

/// A condition is true or false; a number equals something.
fn fact_text(fact: &Fact, out: &mut dyn Write, indent: usize) -> io::Result<()> {
    let blank = "  ".repeat(indent);
    match fact.value.as_str() {
        value @ ("true" | "false") => writeln!(out, "{blank}{}: {value}", fact.text)?,
        value => writeln!(out, "{blank}{} = {value}", fact.text)?,
    }
    fact.inside.iter().try_for_each(|inner| fact_text(inner, out, indent + 1))
}

impl Report for Recognised {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        mirrored_text(self.seen_as.as_deref(), out)?;
        rule_heading(&self.rule, &self.recogniser, out)?;
        writeln!(out, "\nanswer: {} ({})", self.answer, self.sentence)?;
        if !self.because.is_empty() {
            writeln!(out, "\nwhy:")?;
        }
        self.because.iter().try_for_each(|fact| fact_text(fact, out, 1))?;
        if !self.earlier.is_empty() {
            earlier_heading(out)?;
        }
        for passed in &self.earlier {
            match passed.number == passed.to {
                true => writeln!(out, "  {:>2}:", passed.number)?,
                false => writeln!(out, "  {:>2} to {}:", passed.number, passed.to)?,
            }
            passed.fails.iter().try_for_each(|fact| fact_text(fact, out, 3))?;
        }
        Ok(())
    }
}
