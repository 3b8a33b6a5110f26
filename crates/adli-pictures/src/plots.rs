//! The pictures of a claim and of an endgame: which there are, and what they say.

use std::collections::{BTreeMap, BTreeSet};

use adli_claims::{ClaimReport, Report, Verdict, grouped};

use crate::bars::{Share, bars};
use crate::columns::{Counted, Row, columns};
use crate::frame::{Picture, Sheet};
use crate::theme::Tone;

/// The pictures of all claims, in the order of the report.
#[must_use]
pub fn of_report(report: &Report) -> Vec<Picture> {
    let several =
        report.claims.iter().any(|claim| report.claims.first().map(|c| &c.material) != Some(&claim.material));
    named_apart(report.claims.iter().flat_map(|claim| of_claim(claim, several)).collect())
}

/// The pictures of a claim: moves needed, moves more than best play, how often rules apply, a query's tally. None of what was not counted. If the text has
/// several materials their names are part of the pictures' names.
#[must_use]
pub fn of_claim(claim: &ClaimReport, several: bool) -> Vec<Picture> {
    let about = About { claim, several };
    [about.moves(), about.excess(), about.rules(), about.tally()].into_iter().flatten().collect()
}

/// How far positions are from mate, for one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// Won positions by the plies to mate.
    pub wins: BTreeMap<u16, u64>,
    /// Lost positions by the plies to mate.
    pub losses: BTreeMap<u16, u64>,
    /// Drawn positions.
    pub draws: u64,
}

/// How far the positions of an endgame are from mate with best play, for White and for Black to move.
#[must_use]
pub fn distances(material: &str, [white, black]: [&Distances; 2]) -> Picture {
    let in_moves = |plies: &BTreeMap<u16, u64>| {
        let mut moves: BTreeMap<u32, u64> = BTreeMap::new();
        for (&plies, &count) in plies {
            *moves.entry(u32::from(plies).div_ceil(2)).or_default() += count;
        }
        moves
    };
    let sides = [
        ("White to move mates", in_moves(&white.wins), Tone::Main),
        ("Black to move is mated", in_moves(&black.losses), Tone::Light),
        ("Black to move mates", in_moves(&black.wins), Tone::Other),
        ("White to move is mated", in_moves(&white.losses), Tone::Other),
    ];
    let row = |(label, counts, tone): &(&str, BTreeMap<u32, u64>, Tone)| {
        let beside = match last(counts) {
            0 => "already".to_owned(),
            most => format!("in at most {}, {}", moves(most), average(counts)),
        };
        ((*label).to_owned(), beside, counts.clone(), *tone)
    };
    let told: Vec<_> = sides.iter().filter(|(_, counts, _)| !counts.is_empty()).map(row).collect();
    let rows: Vec<Row<'_>> = told
        .iter()
        .map(|(label, beside, counts, tone)| Row {
            label: label.clone(),
            beside: beside.clone(),
            counts,
            tone: *tone,
        })
        .collect();
    let draws = format!(
        "best play on both sides; drawn: {} with White to move, {} with Black",
        grouped(white.draws),
        grouped(black.draws)
    );
    let sheet = Sheet::new(&format!("distances-{material}"), format!("{material}: distance to mate"), draws);
    let counted = Counted { unit: ["move", "moves"], axis: "moves of the winner to mate", of: "positions" };
    columns(sheet, &counted, &rows)
}

/// A claim that is drawn.
struct About<'a> {
    claim: &'a ClaimReport,
    several: bool,
}

impl About<'_> {
    fn name(&self, what: &str) -> String {
        let ClaimReport { name, material, .. } = self.claim;
        if self.several { format!("{what}-{name}-{material}") } else { format!("{what}-{name}") }
    }

    /// `KRK, theorem wins: moves needed`
    fn title(&self, what: &str) -> String {
        format!("{}, {} {}: {what}", self.claim.material, self.claim.kind.word(), self.claim.name)
    }

    /// Of how many positions the picture speaks, and what is left out.
    fn subtitle(&self, counts: &BTreeMap<u32, u64>) -> String {
        let (counted, all) = (counts.values().sum::<u64>(), self.claim.positions);
        match all.filter(|&all| all > counted) {
            Some(all) => {
                let why = if self.claim.verdict == Verdict::Refuted {
                    "where it reaches its aim nevertheless"
                } else {
                    "those that are won"
                };
                format!("{} of {} positions: {why}", grouped(counted), grouped(all))
            }
            None => format!("all {} positions of the claim", grouped(counted)),
        }
    }

    fn moves(&self) -> Option<Picture> {
        let ClaimReport { by_moves, luckiest_by_moves, optimal_by_moves, .. } = self.claim;
        if by_moves.is_empty() {
            return None;
        }
        let all = |counts: &BTreeMap<u32, u64>| counts.values().sum::<u64>();
        let row = |label: &str, counts, tone| {
            // Where not all rows speak of the same positions, each says of how many.
            let of = match all(counts) == all(by_moves) {
                true => String::new(),
                false => format!("{} positions, ", grouped(all(counts))),
            };
            let beside = format!("{of}at most {}, {}", moves(last(counts)), average(counts));
            Row { label: label.to_owned(), beside, counts, tone }
        };
        let mut rows = vec![row("by the rules, at worst", by_moves, Tone::Main)];
        // Luck is another row only where there is a choice.
        if !luckiest_by_moves.is_empty() && luckiest_by_moves != by_moves {
            rows.push(row("by the rules, quickest choices", luckiest_by_moves, Tone::Light));
        }
        if !optimal_by_moves.is_empty() {
            rows.push(row("best play", optimal_by_moves, Tone::Other));
        }
        let sheet = Sheet::new(&self.name("moves"), self.title("moves needed"), self.subtitle(by_moves));
        let axis = "moves of the strategy's side; at worst: over all allowed moves and all replies";
        Some(columns(sheet, &Counted { unit: ["move", "moves"], axis, of: "positions" }, &rows))
    }

    fn excess(&self) -> Option<Picture> {
        let excess = &self.claim.excess_by_moves;
        if excess.is_empty() {
            return None;
        }
        let none = excess.get(&0).copied().unwrap_or(0);
        let all: u64 = excess.values().sum();
        let beside = format!(
            "at most {} more, {}; as quick as best play from {}",
            moves(last(excess)),
            average(excess),
            crate::bars::percent(none, all)
        );
        let sheet =
            Sheet::new(&self.name("excess"), self.title("moves more than best play"), self.subtitle(excess));
        let axis = "moves more than with best play, at worst";
        let counted = Counted { unit: ["move more", "moves more"], axis, of: "positions" };
        Some(columns(
            sheet,
            &counted,
            &[Row { label: "by the rules, at worst".to_owned(), beside, counts: excess, tone: Tone::Main }],
        ))
    }

    fn rules(&self) -> Option<Picture> {
        if self.claim.rules.is_empty() {
            return None;
        }
        let share = |rule: &adli_claims::RuleReport| Share {
            name: rule.name.clone(),
            positions: rule.positions,
            with_choice: rule.with_choice,
        };
        let mut shares: Vec<Share> = self.claim.rules.iter().map(share).collect();
        let none =
            self.claim.no_rule.map(|positions| Share { name: "(no rule)".into(), positions, with_choice: 0 });
        shares.extend(none);
        let all: u64 = shares.iter().map(|share| share.positions).sum();
        let what = format!(
            "the first rule that has a move, in {} positions where the strategy is asked",
            grouped(all)
        );
        let sheet = Sheet::new(&self.name("rules"), self.title("how often each rule applies"), what);
        Some(bars(sheet, &shares))
    }

    fn tally(&self) -> Option<Picture> {
        if self.claim.tally.is_empty() {
            return None;
        }
        let share = |one: &adli_claims::Tallied| Share {
            name: one.value.to_string(),
            positions: one.positions,
            with_choice: 0,
        };
        let shares: Vec<Share> = self.claim.tally.iter().map(share).collect();
        let all: u64 = shares.iter().map(|share| share.positions).sum();
        let what = format!("{} positions", grouped(all));
        let sheet = Sheet::new(&self.name("tally"), self.title("positions by value"), what);
        Some(bars(sheet, &shares))
    }
}

/// Gives pictures with the same name different ones.
#[must_use]
pub fn named_apart(mut pictures: Vec<Picture>) -> Vec<Picture> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for picture in &mut pictures {
        let plain = picture.name.clone();
        let others = (2u32..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.clone()).chain(others).find(|name| !taken.contains(name));
        picture.name = free.unwrap_or(plain);
        taken.insert(picture.name.clone());
    }
    pictures
}

fn last(counts: &BTreeMap<u32, u64>) -> u32 {
    counts.keys().next_back().copied().unwrap_or(0)
}

/// `1 move`, `16 moves`
fn moves(number: u32) -> String {
    if number == 1 { "1 move".to_owned() } else { format!("{number} moves") }
}

/// `9.81 on average`
fn average(counts: &BTreeMap<u32, u64>) -> String {
    let all: u64 = counts.values().sum();
    let sum: u128 = counts.iter().map(|(&number, &count)| u128::from(number) * u128::from(count)).sum();
    if all == 0 { "none".to_owned() } else { format!("{:.2} on average", sum as f64 / all as f64) }
}
