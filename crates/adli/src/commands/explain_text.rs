//! Why a rule applies, for people.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters};

use super::explain_move::{AskedMove, AtRule, Judged, Worse};
use super::explain_report::{Applying, Explained, Failing, NotAsked, RuleText};
use super::tree::Refused;
use super::tree::assumed;
use crate::facts::Fact;
use crate::output::Report;
use crate::view::{SQUARES_OF_THE_TEXT, View};
use crate::words::{counted_plies, list};

impl Report for Explained {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        mirrored_text(self.seen_as.as_deref(), out)?;
        match &self.rule {
            Some(applying) => applying.text(out, &self.strategy)?,
            None => writeln!(out, "\nno rule of `{}` applies", self.strategy)?,
        }
        match (self.earlier.is_empty(), &self.rule) {
            (true, _) => {}
            (false, Some(_)) => earlier_heading(out)?,
            (false, None) => writeln!(out)?,
        }
        self.earlier.iter().try_for_each(|failing| failing.text(out))?;
        self.asked.iter().try_for_each(|asked| asked.text(out))
    }
}

/// That the text sees another board, if it does.
pub fn mirrored_text(seen_as: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let Some(fen) = seen_as else { return Ok(()) };
    writeln!(out, "\n{}\n{SQUARES_OF_THE_TEXT}", View::told(fen))
}

/// A rule with its words and its place.
pub fn rule_heading(rule: &RuleText, of: &str, out: &mut dyn Write) -> io::Result<()> {
    let name = rule.name.as_ref().map_or_else(String::new, |name| format!(": {name}"));
    writeln!(out, "\nrule {} of {} of `{of}`{name}", rule.number, rule.of)?;
    writeln!(out, "  {}", rule.text)?;
    writeln!(out, "  at {}:{}", rule.file, rule.line)
}

pub fn earlier_heading(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nrules that come first and do not apply:")
}

impl Applying {
    fn text(&self, out: &mut dyn Write, strategy: &str) -> io::Result<()> {
        rule_heading(&self.rule, strategy, out)?;
        let sans: Vec<&str> = self.moves.iter().map(|mv| mv.san.as_str()).collect();
        writeln!(out, "\nallowed: {}", list(&sans, "or"))?;
        let left = self.satisfying.map_or(0, |satisfying| satisfying.saturating_sub(self.moves.len()));
        if left > 0 {
            let s = if left == 1 { "" } else { "s" };
            writeln!(out, "its condition holds for {left} other move{s}, which the preferences leave out")?;
        }
        if let Some(first) = self.moves.first().filter(|_| self.because.len() + self.preferences.len() > 0) {
            writeln!(out, "\nwhy {}:", first.san)?;
        }
        self.because.iter().try_for_each(|fact| fact_text(fact, out, 1))?;
        for preferred in &self.preferences {
            let word = if preferred.most { "most" } else { "least" };
            writeln!(out, "  {word} {} = {}", preferred.text, preferred.value)?;
        }
        if let Some(why) = &self.untold {
            writeln!(out, "\nits forcing tree is not told: {why}")?;
        }
        if let Some(tree) = &self.tree {
            let ends: Vec<String> = tree.ends.iter().map(|(how, times)| format!("{how} {times}")).collect();
            let plies = counted_plies(tree.plies);
            let assumed = assumed(tree.assumes_replies);
            writeln!(out, "\na forcing tree of {plies}{assumed}; its lines end: {}", list(&ends, "and"))?;
        }
        Ok(())
    }
}

impl Failing {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "  {:>2} {}: ", self.rule.number, self.rule.name.as_deref().unwrap_or_default())?;
        let of = self.men.as_ref().map_or_else(String::new, |men| format!(" of {men}"));
        if let Some(not_asked) = &self.not_asked {
            return writeln!(out, "{}", not_asked.told());
        }
        if let Some(why) = &self.untold {
            return writeln!(out, "{why}");
        }
        if self.candidates == 0 {
            return writeln!(out, "there is no move{of}");
        }
        if !self.refused.is_empty() {
            writeln!(out, "it has no tree")?;
            return refusals(&self.refused, out);
        }
        if !self.no_move_satisfies.is_empty() {
            let parts: Vec<String> = self.no_move_satisfies.iter().map(|text| format!("`{text}`")).collect();
            return writeln!(out, "no move{of} satisfies {}", list(&parts, "or"));
        }
        let Some(nearest) = &self.nearest else { return writeln!(out, "it allows no move{of}") };
        writeln!(out, "no move{of} satisfies all of it; for {}:", nearest.name.san)?;
        nearest.fails.iter().try_for_each(|fact| fact_text(fact, out, 3))
    }
}

impl NotAsked {
    fn told(&self) -> String {
        match self {
            NotAsked { when, holds: true } => {
                format!("not asked, because an earlier rule decides `when {when}`")
            }
            NotAsked { when, .. } => format!("not asked: `{when}` does not hold"),
        }
    }
}

impl AskedMove {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let san = &self.name.san;
        match (self.allowed, self.rules.last()) {
            (true, Some(rule)) => {
                writeln!(out, "\n{san} is allowed, by rule {}, {}:", rule.number, rule.name)?
            }
            _ => writeln!(out, "\nwhy not {san}:")?,
        }
        self.rules.iter().try_for_each(|rule| rule.text(san, out))
    }
}

impl AtRule {
    fn text(&self, san: &str, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "  {:>2} {}: ", self.number, self.name)?;
        match &self.verdict {
            Judged::Allows => writeln!(out, "allows it"),
            Judged::NotAsked { not_asked } => writeln!(out, "{}", not_asked.told()),
            Judged::OtherMen { men } => writeln!(out, "it moves only {men}"),
            Judged::Fails { fails } => {
                writeln!(out, "its condition is false of it")?;
                fails.iter().try_for_each(|fact| fact_text(fact, out, 3))
            }
            Judged::NoTree { refused } => match &refused.reply {
                Some(reply) => writeln!(out, "no tree begins with it: {}, {reply}", refused.why),
                None => writeln!(out, "no tree begins with it: {}", refused.why),
            },
            Judged::Worse { by } => writeln!(out, "its condition holds, but {}", by.told(san)),
            Judged::Untold { untold } => writeln!(out, "{untold}"),
        }
    }
}

impl Worse {
    fn told(&self, san: &str) -> String {
        match self {
            Worse::Preference { most, text, value, better, better_value } => {
                let word = if *most { "most" } else { "least" };
                format!("{word} {text} is {better_value} for {} and {value} for {san}", better.san)
            }
            Worse::LaterClass { better } => format!("{} is of a class that is tried first", better.san),
            Worse::NotQuickest { better } => {
                format!(
                    "{} has a quicker tree, or one as quick that is better by what is asked then",
                    better.san
                )
            }
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
pub fn fact_text(fact: &Fact, out: &mut dyn Write, indent: usize) -> io::Result<()> {
    let blank = "  ".repeat(indent);
    match fact.value.as_str() {
        value @ ("true" | "false") => writeln!(out, "{blank}{}: {value}", fact.text)?,
        value => writeln!(out, "{blank}{} = {value}", fact.text)?,
    }
    fact.inside.iter().try_for_each(|inner| fact_text(inner, out, indent + 1))
}
