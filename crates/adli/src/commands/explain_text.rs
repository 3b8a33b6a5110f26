//! Why a rule applies, for people.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters};

use super::explain::{Applying, Explained, Failing, NotAsked};
use super::tree::Refused;
use crate::facts::Fact;
use crate::output::Report;
use crate::words::{counted_plies, list};

impl Report for Explained {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        if self.turned_round {
            writeln!(out, "\n{}", super::tree::TURNED_ROUND)?;
        }
        match &self.rule {
            Some(applying) => applying.text(out, &self.strategy)?,
            None => writeln!(out, "\nno rule of `{}` applies", self.strategy)?,
        }
        match (self.earlier.is_empty(), &self.rule) {
            (true, _) => {}
            (false, Some(_)) => writeln!(out, "\nrules that come first and do not apply:")?,
            (false, None) => writeln!(out)?,
        }
        self.earlier.iter().try_for_each(|failing| failing.text(out))
    }
}

impl Applying {
    fn text(&self, out: &mut dyn Write, strategy: &str) -> io::Result<()> {
        let rule = &self.rule;
        writeln!(out, "\nrule {} of {} of `{strategy}`: {}", rule.number, rule.of, rule.name)?;
        writeln!(out, "  {}", rule.text)?;
        writeln!(out, "  at {}:{}", rule.file, rule.line)?;
        let sans: Vec<&str> = self.moves.iter().map(|mv| mv.san.as_str()).collect();
        writeln!(out, "\nallowed: {}", list(&sans, "or"))?;
        let left = self.satisfying.saturating_sub(self.moves.len());
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
            writeln!(out, "\na forcing tree of {plies}; its lines end: {}", list(&ends, "and"))?;
        }
        Ok(())
    }
}

impl Failing {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "  {:>2} {}: ", self.rule.number, self.rule.name)?;
        let of = self.men.as_ref().map_or_else(String::new, |men| format!(" of {men}"));
        match &self.not_asked {
            Some(NotAsked { when, holds: true }) => {
                return writeln!(out, "not asked, because an earlier rule decides `when {when}`");
            }
            Some(NotAsked { when, .. }) => return writeln!(out, "not asked: `{when}` does not hold"),
            None => {}
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
