//! How many positions have a man on which square: where a condition holds, or where a claim fails.
//!
//! A condition is any expression of the text. It becomes a query, `tally 8 * P.rank + P.file where ..`, at the end of the text, and is counted as
//! every query is; so it means what it means in the text. Where a claim fails is counted by the engine that decides it. For claims that it does not
//! count by their first position, the failures that a report shows are taken, which is then said: they are a sample.

use std::fmt;

use adli_chess::{Position, Square};
use adli_claims::{Limit, Options, Report, TallyValue, Verdict, Watch};
use adli_exhaustive::failing_by_square;
use adli_lang::term::Slot;
use adli_lang::{Checked, Diagnostic, Program, Sources, Span, check, parse};

use crate::Text;
use adli_claims::list;

/// What is counted by the square of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Positions where a condition holds: an expression of the text, such as `k in edge`.
    Where(String),
    /// Positions from which a claim fails.
    Failures(String),
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counting::Where(condition) => f.write_str(condition),
            Counting::Failures(name) => write!(f, "`{name}` fails"),
        }
    }
}

/// Positions by the square of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BySquare {
    /// The endgame.
    pub material: String,
    /// From a1 and b1 to h8.
    pub squares: [u64; 64],
    /// These are some of the positions, and not all.
    pub sample: bool,
}

/// Why nothing was counted.
pub enum Uncounted {
    /// No man of the text has this letter, or several have; these have one of their own.
    Man(String, Vec<char>),
    /// The condition is no expression of the text: what was checked, and what is to be said about it.
    Condition(Box<Sources>, Box<Checked>),
    /// What was written is more than one expression.
    More(String),
    /// The text has no such claim.
    Claim(String),
    /// The claim does not fail, or it is not known whether it does.
    Holds(String, Verdict),
    /// A limit was reached, or the method does not take it.
    Limit(String),
    /// A fault of ours.
    Internal(String),
}

impl fmt::Display for Uncounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncounted::Man(man, _) => write!(f, "no single man of the text is called `{man}`"),
            Uncounted::Condition(_, checked) => {
                let first = checked.diagnostics.iter().map(|said| said.message.as_str()).next();
                write!(f, "this is no condition of the text: {}", first.unwrap_or_default())
            }
            Uncounted::More(what) => write!(f, "`{what}` is not one expression"),
            Uncounted::Claim(name) => write!(f, "the text has no claim called `{name}`"),
            Uncounted::Holds(name, Verdict::Proved) => write!(f, "`{name}` is proved: it fails nowhere"),
            Uncounted::Holds(name, _) => write!(f, "it is not known where `{name}` fails"),
            Uncounted::Limit(why) | Uncounted::Internal(why) => f.write_str(why),
        }
    }
}

/// How a condition is written.
const HOW: &str =
    "write a condition as in the text: the name of a definition, or such as `White to move and k in edge`";

impl Uncounted {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Uncounted::Man(_, men) => {
                let men: Vec<String> = men.iter().map(|man| format!("`{man}`")).collect();
                Some(format!("the men are {}", list(&men, "and")))
            }
            Uncounted::Condition(_, checked) => {
                let said = checked.diagnostics.first().and_then(|said| said.help.clone());
                Some(said.unwrap_or_else(|| HOW.to_owned()))
            }
            Uncounted::More(_) => Some(HOW.to_owned()),
            _ => None,
        }
    }
}

impl From<Limit> for Uncounted {
    fn from(limit: Limit) -> Uncounted {
        match limit {
            Limit::Internal(_) => Uncounted::Internal(limit.to_string()),
            _ => Uncounted::Limit(limit.to_string()),
        }
    }
}

/// The name of the query; a text that has a claim of this name is refused like any text with two claims of one name.
const QUERY: &str = "adli_by_square";

/// Counts positions by the square of a man, for each material of a text. `decide` has claims decided, as whoever asks decides
/// claims; its options name those that are wanted.
///
/// # Errors
/// Why nothing was counted.
pub fn by_square(
    text: &Text,
    settings: &[(String, String)],
    (counting, man): (&Counting, &str),
    decide: &dyn Fn(&[Program], &Options) -> Report,
    (options, watch): (&Options, &dyn Watch),
) -> Result<Vec<BySquare>, Uncounted> {
    let programs = text.check(settings).programs;
    let slots: Vec<Slot> =
        programs.iter().map(|program| slot(program, man)).collect::<Result<_, Uncounted>>()?;
    match counting {
        Counting::Where(condition) => tallied(text, settings, (condition, man), decide, options),
        Counting::Failures(name) => {
            let asked = Options { claims: vec![name.clone()], max_failures: MOST, ..options.clone() };
            let report = decide(&programs, &asked);
            let mut counted = Vec::new();
            for (program, slot) in programs.iter().zip(slots) {
                counted.extend(failures(program, name, slot, &report, (options, watch))?);
            }
            match (counted.is_empty(), report.claims.first()) {
                (true, Some(claim)) => Err(Uncounted::Holds(name.clone(), claim.verdict)),
                (true, None) => Err(Uncounted::Claim(name.clone())),
                _ => Ok(counted),
            }
        }
    }
}

/// So many failures are taken for a sample.
const MOST: usize = 1000;

/// The only man of that letter.
fn slot(program: &Program, man: &str) -> Result<Slot, Uncounted> {
    let endgame = &program.endgame;
    let mut letters = man.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && let [slot] = endgame.with_letter(letter)[..]
    {
        return Ok(slot);
    }
    let single = |letter: &char| endgame.with_letter(*letter).len() == 1;
    let men = endgame.men.iter().map(|man| man.letter).filter(single).collect();
    Err(Uncounted::Man(man.to_owned(), men))
}

/// What the words of a condition are called in messages.
const CONDITION: &str = "the condition";

/// A condition is one expression. What is wrong with how it is written is told of its own words, not of those that we put around them.
fn one_expression(condition: &str) -> Result<(), Uncounted> {
    let before = format!("def {QUERY} = ");
    let parsed = parse(0, &format!("{before}{condition}\n"));
    let more = || Err(Uncounted::More(condition.to_owned()));
    let [only] = &parsed.file.items[..] else { return more() };
    match parsed.diagnostics.first() {
        None => return Ok(()),
        Some(first) if first.span.start >= only.span.end => return more(),
        Some(_) => {}
    }
    let mut sources = Sources::new();
    let own = sources.add(CONDITION, condition);
    let told = |told| of_condition(told, &|_| true, before.len(), (own, condition));
    let diagnostics = parsed.diagnostics.into_iter().map(told).collect();
    let checked = Checked { programs: Vec::new(), diagnostics };
    Err(Uncounted::Condition(Box::new(sources), Box::new(checked)))
}

/// A complaint about a condition that was read with so many bytes before it, told of the condition alone as far as it is about it.
fn of_condition(
    mut told: Diagnostic,
    is_about: &dyn Fn(Span) -> bool,
    before: usize,
    (source, condition): (u16, &str),
) -> Diagnostic {
    let place = |at: u32| (at as usize).saturating_sub(before).min(condition.len()) as u32;
    let moved = |span: Span| match is_about(span) {
        true => Span { source, start: place(span.start), end: place(span.end) },
        false => span,
    };
    told.span = moved(told.span);
    told.notes.iter_mut().for_each(|(span, _)| *span = moved(*span));
    told.message = told.message.replace("the end of the text", "the end of the condition");
    told
}

/// Counts where a condition holds.
fn tallied(
    text: &Text,
    settings: &[(String, String)],
    (condition, man): (&str, &str),
    decide: &dyn Fn(&[Program], &Options) -> Report,
    options: &Options,
) -> Result<Vec<BySquare>, Uncounted> {
    one_expression(condition)?;
    // The condition ends with its line: a comment in it hides nothing of what follows.
    let before = format!("{}\nquery {QUERY}: tally 8 * {man}.rank + {man}.file where (", text.words());
    let mut sources = text.sources.clone();
    let number = sources.add(&format!("{} with a query", text.name), &format!("{before}{condition}\n)\n"));
    let set: Vec<(&str, &str)> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let mut checked = check(&sources, number, &set);
    if checked.has_errors() {
        let own = sources.add(CONDITION, condition);
        let ours = |span: Span| span.source == number && span.end as usize > before.len();
        let told = |told| of_condition(told, &ours, before.len(), (own, condition));
        checked.diagnostics = checked.diagnostics.into_iter().map(told).collect();
        return Err(Uncounted::Condition(Box::new(sources), Box::new(checked)));
    }
    let report = decide(&checked.programs, &Options { claims: vec![QUERY.to_owned()], ..options.clone() });
    let mut counted = Vec::new();
    for claim in &report.claims {
        match claim.verdict {
            Verdict::Proved => {}
            Verdict::Internal => return Err(Uncounted::Internal(claim.reason.clone().unwrap_or_default())),
            _ => return Err(Uncounted::Limit(claim.reason.clone().unwrap_or_default())),
        }
        let mut squares = [0; 64];
        for one in &claim.tally {
            let TallyValue::Number(number) = one.value else { continue };
            // Files and ranks are counted from 1.
            let at = usize::try_from(number - 9).ok().and_then(|at| squares.get_mut(at));
            *at.ok_or_else(|| Uncounted::Internal("a man stands beside the board".into()))? = one.positions;
        }
        counted.push(BySquare { material: claim.material.clone(), squares, sample: false });
    }
    Ok(counted)
}

/// Counts where a claim fails, if it does.
fn failures(
    program: &Program,
    name: &str,
    slot: Slot,
    report: &Report,
    (options, watch): (&Options, &dyn Watch),
) -> Result<Option<BySquare>, Uncounted> {
    let material = program.endgame.material().map_or_else(|| program.endgame.name.clone(), |m| m.to_string());
    let decided = report.claims.iter().find(|claim| claim.name == name && claim.material == material);
    let Some(failures) = decided.and_then(|claim| claim.failures.as_ref()) else { return Ok(None) };
    let Some(claim) = program.claims.iter().find(|claim| claim.name == name) else { return Ok(None) };
    // Where the engine cannot count, for want of room or because of too many men, there is still a sample.
    let counted = match failing_by_square(program, claim, slot, options, watch) {
        Err(limit @ (Limit::Internal(_) | Limit::Stopped(_))) => return Err(limit.into()),
        counted => counted.ok().flatten(),
    };
    if let Some(squares) = counted {
        let all = squares.iter().sum::<u64>();
        if !failures.extent.at_least && all != failures.extent.number {
            let why = format!("`{name}` fails from {}, and {all} by squares", failures.extent.number);
            return Err(Uncounted::Internal(why));
        }
        return Ok(Some(BySquare { material, squares, sample: false }));
    }
    let mut squares = [0; 64];
    let man = program.endgame.men.get(usize::from(slot.0));
    for failure in &failures.shown {
        let Ok(position) = failure.fen.parse::<Position>() else { continue };
        let is_he = |square: &Square| {
            let there = position.at(*square);
            there.zip(man).is_some_and(|(there, man)| (there.colour, there.kind) == (man.side, man.kind))
        };
        for square in Square::all().filter(is_he) {
            squares[square.index()] += 1;
        }
    }
    let sample = failures.extent.at_least || failures.shown.len() as u64 != failures.extent.number;
    Ok(Some(BySquare { material, squares, sample }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use adli_claims::Unwatched;
    use adli_exhaustive::prove;

    use super::*;

    const TEXT: &str = "endgame KRK White K R v Black k
        use geometry
        strategy s for White to win
          step mate_now: move where mate'
          step any: move
        lemma edges: in every position where mate: k in corner
        theorem keeps: s keeps value from White to move and K = c3
        lemma holds: in every position where mate: k in edge
        ";

    fn asked(counting: Counting, man: &str) -> Result<BySquare, String> {
        let text = Text::given("mine", "mine", TEXT, (), &BTreeMap::new()).unwrap();
        let decide = |programs: &[Program], options: &Options| prove("mine", programs, options, &Unwatched);
        let options = Options::default();
        let counted = by_square(&text, &[], (&counting, man), &decide, (&options, &Unwatched));
        counted.map(|mut found| found.remove(0)).map_err(|why| why.to_string())
    }

    /// What is wrong with a condition is shown in its own words: nobody has written the query around them.
    #[test]
    fn mistakes_are_shown_in_the_words_of_the_condition() {
        let shown = |condition: &str| match one_expression(condition) {
            Ok(()) => {
                let text = Text::given("mine", "mine", TEXT, (), &BTreeMap::new()).unwrap();
                let decide =
                    |programs: &[Program], options: &Options| prove("", programs, options, &Unwatched);
                let counting = Counting::Where(condition.to_owned());
                let asked = (&Options::default(), &Unwatched as &dyn Watch);
                match by_square(&text, &[], (&counting, "k"), &decide, asked) {
                    Err(Uncounted::Condition(sources, checked)) => checked.diagnostics[0].render(&sources),
                    _ => String::new(),
                }
            }
            Err(Uncounted::Condition(sources, checked)) => checked.diagnostics[0].render(&sources),
            Err(other) => other.to_string(),
        };
        assert_eq!(
            shown("k in edge and"),
            "error[unexpected]: expected an expression, found the end of the condition\n  --> the condition:1:11\n  |\n1 | k in edge and\n  |           ^^^\n"
        );
        assert_eq!(
            shown("k in edgs"),
            "error[unknown-name]: nothing is called `edgs`\n  --> the condition:1:6\n  |\n1 | k in edgs\n  |      ^^^^\n  = help: did you mean `edge`?\n"
        );
        assert_eq!(
            shown("K"),
            "error[wrong-type]: expected something true or false, found a man\n  --> the condition:1:1\n  |\n1 | K\n  | ^\n"
        );
    }

    /// A stalemated king is in a corner, in 68 positions (Malikovic and Janicic); the lemma fails from the mates that are elsewhere.
    #[test]
    fn positions_are_counted_where_they_are() {
        let stalemates = asked(Counting::Where("stalemate".into()), "k").unwrap();
        let corners = [0, 7, 56, 63].map(|square: usize| stalemates.squares[square]);
        assert_eq!(
            (corners, stalemates.squares.iter().sum::<u64>(), stalemates.sample),
            ([17; 4], 68, false)
        );
        let mates = asked(Counting::Where("mate".into()), "k").unwrap().squares;
        let failing = asked(Counting::Failures("edges".into()), "k").unwrap();
        assert!(!failing.sample);
        for square in Square::all() {
            let in_corner = [0, 7].contains(&square.file()) && [0, 7].contains(&square.rank());
            let expected = if in_corner { 0 } else { mates[square.index()] };
            assert_eq!(failing.squares[square.index()], expected, "{square}");
        }
        assert_eq!(mates.iter().sum::<u64>(), 216);
    }

    #[test]
    fn a_sample_is_called_one_and_mistakes_are_told() {
        let sample = asked(Counting::Failures("keeps".into()), "R").unwrap();
        assert!(sample.sample && sample.squares.iter().sum::<u64>() > 0);
        for (counting, man, why) in [
            (Counting::Failures("holds".into()), "k", "`holds` is proved: it fails nowhere"),
            (Counting::Failures("nobody".into()), "k", "the text has no claim called `nobody`"),
            (Counting::Where("mate".into()), "Q", "no single man of the text is called `Q`"),
            (
                Counting::Where("mate) query q: count positions where (mate".into()),
                "k",
                "`mate) query q: count positions where (mate` is not one expression",
            ),
            (
                Counting::Where("steps(K, k)".into()),
                "k",
                "this is no condition of the text: expected something true or false, found a number",
            ),
            (
                Counting::Where("k in edge and".into()),
                "k",
                "this is no condition of the text: expected an expression, found the end of the condition",
            ),
            (
                Counting::Where("(k in edge".into()),
                "k",
                "this is no condition of the text: expected `)`, found the end of the condition",
            ),
            (Counting::Where("k in edge)".into()), "k", "`k in edge)` is not one expression"),
            (Counting::Where("mate expect 3".into()), "k", "`mate expect 3` is not one expression"),
        ] {
            assert_eq!(asked(counting, man), Err(why.to_owned()));
        }
    }
}
