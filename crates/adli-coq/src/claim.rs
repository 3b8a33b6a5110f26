//! Claims as theorems: which are taken, and the files for each.
//!
//! | file | what it is | has to be believed |
//! |---|---|---|
//! | `Rules.v` | the definitions of the text, and its strategy | that it says what the text says |
//! | `Left.v` | how many moves are left, for `reaches mate` | nothing: it is checked |
//! | `Met.v` | which positions plays come to, for `keeps` | nothing: it is checked |
//! | `Claim.v` | the theorem, shown by going through every placement, where it is counted too | that the theorem says what the claim says |
//! | `Ask.v` | what the theorem rests on | nothing |

use adli_chess::Kind;
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Program};

use crate::domain::Domain;
use crate::figures::side_word;
use crate::plays::{self, AlongPlays};
use crate::print::Printer;
use crate::refused::Refused;
use crate::theorem::{Says, Theorem};
use crate::turns::Asked;

/// The most men: going through all placements of four takes Coq half an hour.
const MOST_MEN: usize = 3;

/// More moves than this are not kept in seven bits.
pub(crate) const MOST_MOVES: u32 = 126;

impl Theorem {
    /// Prints the definitions of a claim, and says which theorem it becomes.
    ///
    /// # Errors
    /// What cannot be printed, or cannot be shown in this way.
    pub(crate) fn new(program: &Program, claim: &Claim) -> Result<Theorem, Refused> {
        let refuse = |what: &str| Err(Refused::new(&claim.name, what));
        let endgame = &program.endgame;
        let like = |one: usize, other: usize| {
            let (one, other) = (endgame.men[one], endgame.men[other]);
            (one.side, one.kind) == (other.side, other.kind)
        };
        let men = endgame.men.len();
        if claim.sizes.is_some() {
            return refuse(
                "is about boards of every size, and the laws in Coq are those of the board of eight",
            );
        } else if men > MOST_MEN {
            return refuse(
                "is about more than three men, which is too much for Coq to go through one by one",
            );
        } else if against_pawns(program, claim) {
            return refuse(
                "plays against a pawn, whose double steps helper data for Coq does not reckon with",
            );
        } else if (0..men).any(|one| (0..one).any(|other| like(one, other))) {
            return refuse("is about two like men, whom printed definitions do not tell apart");
        } else if claim.fifty {
            return refuse("counts moves without capture or pawn move, which is not printed for Coq");
        }
        match &claim.says {
            ClaimKind::Reaches { strategy, or: None, from, .. } => reaches(program, claim, *strategy, *from),
            ClaimKind::Reaches { .. } => {
                refuse("ends where something else than mate is reached, which is not printed for Coq")
            }
            ClaimKind::Everywhere { domain, show } => everywhere(program, claim, *domain, Some(*show)),
            ClaimKind::CountPositions(domain) => everywhere(program, claim, *domain, None),
            ClaimKind::Play { last, strategy, given, show } => {
                along_plays(program, claim, (*strategy, *last), (*given, *show))
            }
            ClaimKind::Keeps { strategy, value, from } => keeps(program, claim, *strategy, (*from, *value)),
            ClaimKind::Optimal { .. } => refuse("is about best moves, which is not printed for Coq"),
            ClaimKind::Recognises { .. } => refuse("is about a recogniser, for which Coq would need a table"),
            ClaimKind::Symmetric { .. } => {
                refuse("compares images of positions, which is not printed for Coq")
            }
            ClaimKind::CountClasses(_) => refuse("counts classes of positions, which is not printed for Coq"),
            ClaimKind::List(..) | ClaimKind::Longest(..) | ClaimKind::Share(..) | ClaimKind::Tally { .. } => {
                refuse("asks for more than one number, and Coq is asked for theorems and counts")
            }
        }
    }
}

/// Whether a strategy is to reach or to keep something, and its opponent has a pawn.
fn against_pawns(program: &Program, claim: &Claim) -> bool {
    let (ClaimKind::Reaches { strategy, .. } | ClaimKind::Keeps { strategy, .. }) = claim.says else {
        return false;
    };
    let side = program.strategy(strategy).map(|found| usize::from(found.side));
    program.endgame.men.iter().any(|man| man.kind == Kind::Pawn && Some(man.side.index()) != side)
}

/// A strategy that plays from some positions, with what it needs to be printed: who plays it, its name, and the condition where it begins.
fn played<'p>(
    program: &'p Program,
    claim: &Claim,
    strategy: StrategyId,
    from: TermId,
) -> Result<(Printer<'p>, u16, String, Option<String>), Refused> {
    let domain = Domain::of(program, claim, from)?;
    let side = program.strategy(strategy).map(|found| found.side).unwrap_or_default();
    if domain.side != Some(side) && !domain.is_empty {
        let what = format!(
            "begins where {} need not be to move, and Coq is asked about the strategy's own moves",
            side_word(side)
        );
        return Err(Refused::new(&claim.name, what));
    }
    let asked = Asked::first(side);
    let roots: Vec<(TermId, Vec<Asked>)> = domain.rest.iter().map(|&term| (term, vec![asked])).collect();
    let mut printer = Printer::new(program, &claim.under, &roots, &[strategy]);
    let played = printer.strategy(strategy)?;
    let from = domain.define(&mut printer, claim, side)?;
    Ok((printer, side, played.name, from))
}

fn reaches(program: &Program, claim: &Claim, strategy: StrategyId, from: TermId) -> Result<Theorem, Refused> {
    let (mut printer, side, strategy, from) = played(program, claim, strategy, from)?;
    let name = printer.new_name(&format!("claim_{}", claim.name));
    Ok(Theorem::printed(printer, name, vec![side], Says::Reaches { strategy, from }))
}

fn keeps(
    program: &Program,
    claim: &Claim,
    strategy: StrategyId,
    (from, exactly): (TermId, bool),
) -> Result<Theorem, Refused> {
    let (mut printer, side, strategy, from) = played(program, claim, strategy, from)?;
    let name = printer.new_name(&format!("claim_{}", claim.name));
    Ok(Theorem::printed(printer, name, vec![side], Says::Keeps { strategy, from, exactly }))
}

fn along_plays(
    program: &Program,
    claim: &Claim,
    (strategy, last): (StrategyId, u8),
    (given, show): (TermId, TermId),
) -> Result<Theorem, Refused> {
    let side = program.strategy(strategy).map(|found| found.side).unwrap_or_default();
    let asked = plays::asked(side, last);
    let roots = [(given, asked.clone()), (show, asked)];
    let mut printer = Printer::new(program, &claim.under, &roots, &[strategy]);
    let says = AlongPlays::new(&mut printer, claim, (strategy, side, last), given, show)?;
    let name = printer.new_name(&format!("claim_{}", claim.name));
    Ok(Theorem::printed(printer, name, vec![side], Says::Plays(says)))
}

fn everywhere(
    program: &Program,
    claim: &Claim,
    domain: TermId,
    show: Option<TermId>,
) -> Result<Theorem, Refused> {
    let domain = Domain::of(program, claim, domain)?;
    let asked = domain.side.map_or(Asked::either(), Asked::first);
    let sides = domain.side.map_or_else(|| vec![0, 1], |side| vec![side]);
    let roots: Vec<(TermId, Vec<Asked>)> =
        domain.rest.iter().copied().chain(show).map(|term| (term, vec![asked])).collect();
    let mut printer = Printer::new(program, &claim.under, &roots, &[]);
    let given = domain.define(&mut printer, claim, domain.side.unwrap_or(2))?;
    let says = match show {
        Some(show) => {
            let shown = printer.condition(&format!("{}_shows", claim.name), &claim.name, &[show])?;
            let holds = printer.given_and_shown(&claim.name, given.as_deref(), &shown);
            Says::Everywhere { domain: given, holds }
        }
        None => {
            let holds = match given {
                Some(given) => given,
                None => printer.condition(&format!("{}_where", claim.name), &claim.name, &[])?,
            };
            Says::Count { holds }
        }
    };
    let name = printer.new_name(&format!("claim_{}", claim.name));
    Ok(Theorem::printed(printer, name, sides, says))
}
