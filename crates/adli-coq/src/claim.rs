//! Claims as theorems: which are taken, and the files for each.
//!
//! | file | what it is | has to be believed |
//! |---|---|---|
//! | `Rules.v` | the definitions of the text, and its strategy | that it says what the text says |
//! | `Left.v` | how many moves are left, for `reaches mate` | nothing: it is checked |
//! | `Claim.v` | the theorem, shown by going through every placement, where it is counted too | that the theorem says what the claim says |
//! | `Ask.v` | what the theorem rests on | nothing |

use adli_chess::Kind;
use adli_claims::ClaimReport;
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Program};

use crate::domain::Domain;
use crate::left;
use crate::print::Printer;
use crate::refused::Refused;
use crate::text::in_lines;
use crate::turns::Asked;

/// The most men: going through all placements of four takes Coq half an hour.
const MOST_MEN: usize = 3;

/// More moves than this are not kept in seven bits.
pub(crate) const MOST_MOVES: u32 = 126;

/// A claim that can be printed.
pub(crate) struct Theorem {
    /// `Rules.v`.
    rules: String,
    name: String,
    shape: String,
    /// Who is to move in the positions that it speaks of: numbers of sides.
    sides: Vec<u16>,
    says: Says,
    /// Whether the moves are remembered.
    remembers_moves: bool,
}

/// What another method has counted, and Coq counts again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// In how many moves a strategy mates.
    pub moves: u32,
    /// How many positions the claim speaks of.
    pub positions: u64,
    /// In how many of them no step is played, the first step, the second, and so on.
    pub by_step: Vec<u64>,
}

impl Figures {
    /// Those of a report.
    #[must_use]
    pub fn of(report: &ClaimReport, claim: &Claim) -> Figures {
        let within = match claim.says {
            ClaimKind::Reaches { within, .. } => within,
            _ => None,
        };
        let moves = report.longest_moves.or(within).unwrap_or(1);
        let by_step = [report.no_rule.unwrap_or_default()]
            .into_iter()
            .chain(report.rules.iter().map(|rule| rule.positions));
        Figures { moves, positions: report.positions.unwrap_or_default(), by_step: by_step.collect() }
    }
}

enum Says {
    /// A strategy mates, from where the condition holds, if there is one.
    Reaches { strategy: String, from: Option<String> },
    /// A condition holds; the first is where it is claimed.
    Everywhere { domain: Option<String>, holds: String },
    /// So many positions.
    Count { holds: String },
}

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
        } else if matches!(claim.says, ClaimKind::Reaches { .. })
            && endgame.men.iter().any(|man| man.kind == Kind::Pawn)
        {
            return refuse(
                "is about the play with a pawn, who may become another man; that is not printed for Coq",
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
            ClaimKind::Play { .. } => refuse(
                "is about plays of a few moves, and Coq is asked about positions and about whole strategies",
            ),
            ClaimKind::Keeps { .. } | ClaimKind::Optimal { .. } => {
                refuse("is about values, for which Coq would need a table")
            }
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

    fn printed(printer: Printer<'_>, name: String, sides: Vec<u16>, says: Says) -> Theorem {
        let remembers_moves = printer.remembers_moves().contains(&true);
        let shape = printer.shape().to_owned();
        Theorem { rules: printer.finish(), name, shape, sides, says, remembers_moves }
    }

    /// The names of the sides.
    fn side_words(&self) -> Vec<&'static str> {
        self.sides.iter().map(|&side| side_word(side)).collect()
    }

    /// What the theorem is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether moves that are left are needed.
    pub(crate) fn needs_moves_left(&self) -> bool {
        matches!(self.says, Says::Reaches { .. })
    }

    /// All files, each after those that it uses, with what another method has counted.
    pub(crate) fn files(&self, figures: &Figures, left: Option<&[u32]>) -> Vec<(&'static str, String)> {
        let mut files = vec![("Rules", self.rules.clone())];
        files.extend(left.map(|left| ("Left", left::file(left))));
        files.extend([("Claim", self.claim(figures)), ("Ask", self.ask())]);
        files
    }

    /// `Claim.v`.
    fn claim(&self, figures: &Figures) -> String {
        let name = &self.name;
        let mut text = format!("(** The theorem [{name}] is about [Laws.v] and [Games.v]. Printed. *)\n");
        text += "From Coq Require Import ZArith NArith List Bool Uint63.\n";
        text += "From Adli Require Import Games Laws Words Same Run Legal Strategies Remember Counted.\n";
        text +=
            &format!("From Printed Require Rules{}.\n", if self.needs_moves_left() { " Left" } else { "" });
        text += "Import ListNotations.\n\n";
        text += &match &self.says {
            Says::Reaches { strategy, from } => self.reaches_claim(strategy, from.as_deref(), figures),
            Says::Everywhere { domain, holds } => {
                self.everywhere_claim(domain.as_deref(), holds, figures.positions)
            }
            Says::Count { holds } => self.count_claim(holds, figures.positions),
        };
        in_lines(&text) + "\n"
    }

    fn reaches_claim(&self, strategy: &str, from: Option<&str>, figures: &Figures) -> String {
        let Theorem { name, shape, .. } = self;
        let side = side_word(self.sides.first().copied().unwrap_or_default());
        let asked = from.map_or_else(|| "(fun _ => true)".to_owned(), |from| format!("Rules.{from}"));
        let given = from.map_or_else(String::new, |from| format!(" Rules.{from} (write p) = true ->"));
        let (intros, last) = if from.is_some() { ("p L M G N F", "F") } else { ("p L M G N", "eq_refl") };
        let counts: Vec<String> = figures.by_step.iter().map(u64::to_string).collect();
        let (moves_of, shown) = match self.remembers_moves {
            true => (
                "Rules.moves_of",
                "intros p. unfold Rules.moves_of. destruct (wturn p); first [apply remembered_moves_right | reflexivity].",
            ),
            false => ("legal_moves", "reflexivity."),
        };
        let (moves, steps, counts) = (figures.moves, counts.len(), counts.join("; "));
        format!(
            "(** Moves that were remembered are those of the laws. *)\n\
             Lemma moves_are_those_of_the_laws : forall p, {moves_of} p = legal_moves p.\n\
             Proof. {shown} Qed.\n\n\
             (** Every position is gone through; where no step is played, where the first, and so on, is counted. *)\n\
             Lemma by_going_through :\n  \
             claim_counted {moves_of} Rules.{strategy} {side} Rules.{shape} Left.moves_left {asked} {moves}%uint63 {steps}%uint63\n    \
             [{counts}]%uint63 = true.\n\
             Proof. by_running. Qed.\n\n\
             Theorem {name} : forall p : position,\n  \
             legal p = true -> material p = Rules.{shape} -> to_move p = {side} -> passing p = None ->{given}\n  \
             mates_within position moves check (allowed Rules.{strategy}) {moves} p.\n\
             Proof.\n  \
             intros {intros}. exact (reaches_mate _ _ _ _ _ _ _ (counted_right _ _ _ _ _ _ _ _ _ moves_are_those_of_the_laws by_going_through) p L M G N {last}).\n\
             Qed.\n"
        )
    }

    /// The same said of each side that may be to move, added up.
    fn sum(&self, one: impl Fn(&str) -> String) -> String {
        self.side_words().iter().map(|side| one(side)).collect::<Vec<_>>().join(" + ")
    }

    /// That a condition holds in so many positions, found out by going through them.
    fn counted(&self, condition: &str, positions: u64) -> String {
        let sum = self.sum(|side| format!("how_many Rules.{} {side} {condition}", self.shape));
        format!(
            "Lemma counted : ({sum})%N = {positions}%N.\n\
             Proof. vm_cast_no_check (eq_refl {positions}%N). Qed.\n"
        )
    }

    fn count_claim(&self, holds: &str, positions: u64) -> String {
        let Theorem { name, shape, .. } = self;
        let found = |side: &str| {
            format!(
                "N.of_nat (List.length (filter (fun p => Rules.{holds} (write p)) (positions Rules.{shape} {side})))"
            )
        };
        let counted = self.counted(&format!("Rules.{holds}"), positions);
        format!(
            "{counted}\n\
             Lemma in_words : forall p, wf p -> Rules.{holds} p = Rules.{holds} (write (read p)).\n\
             Proof. intros p W. now rewrite write_read. Qed.\n\n\
             Theorem {name} :\n  ({})%N = {positions}%N.\n\
             Proof. exact (eq_trans {} counted). Qed.\n",
            self.sum(found),
            self.as_counted(holds)
        )
    }

    /// That what is said of [Laws.v] is what was counted in words, side by side. It is said in full, because Coq would otherwise try to find out by itself whether
    /// the positions of one side are those of the other.
    fn as_counted(&self, holds: &str) -> String {
        let one = |side: &&str| {
            format!(
                "(eq_sym (how_many_right Rules.{} {side} Rules.{holds} (fun p => Rules.{holds} (write p)) in_words))",
                self.shape
            )
        };
        match &self.side_words().iter().map(one).collect::<Vec<_>>()[..] {
            [white, black] => format!("(f_equal2 N.add {white} {black})"),
            sides => sides.concat(),
        }
    }

    fn everywhere_claim(&self, domain: Option<&str>, holds: &str, positions: u64) -> String {
        let Theorem { name, shape, .. } = self;
        let domain = domain.map_or_else(|| "(fun _ => true)".to_owned(), |domain| format!("Rules.{domain}"));
        let mut text = self.counted(&domain, positions) + "\n";
        for side in self.side_words() {
            text += &format!(
                "Lemma by_going_through_{side} : everywhere Rules.{shape} (fun l => let p := WPos {side} l nowhere in if legal_now p then Rules.{holds} p else true) = true.\n\
                 Proof. by_running. Qed.\n"
            );
        }
        let (given, intros) = match self.side_words()[..] {
            [side] => (format!(" to_move p = {side} ->"), "p L M G N"),
            _ => (String::new(), "p L M N"),
        };
        text += &format!(
            "\nTheorem {name} : forall p : position, legal p = true -> material p = Rules.{shape} ->{given} passing p = None -> Rules.{holds} (write p) = true.\n\
             Proof.\n  intros {intros}.{}\n",
            if self.sides.len() > 1 { " destruct (to_move p) eqn:G." } else { "" }
        );
        for side in self.side_words() {
            let bullet = if self.sides.len() > 1 { "- " } else { "" };
            text += &format!(
                "  {bullet}exact (everywhere_legal Rules.{holds} Rules.{shape} {side} by_going_through_{side} p L M G N).\n"
            );
        }
        text + "Qed.\n"
    }

    /// `Ask.v`: imports nothing, so that names are printed in full.
    fn ask(&self) -> String {
        format!(
            "From Coq Require Uint63 PArray.\nFrom Printed Require Claim.\nPrint Assumptions Printed.Claim.{}.\n",
            self.name
        )
    }
}

pub(crate) fn side_word(side: u16) -> &'static str {
    if side == 0 { "White" } else { "Black" }
}

fn reaches(program: &Program, claim: &Claim, strategy: StrategyId, from: TermId) -> Result<Theorem, Refused> {
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
    let roots: Vec<(TermId, Asked)> = domain.rest.iter().map(|&term| (term, asked)).collect();
    let mut printer = Printer::new(program, &claim.under, &roots, &[strategy]);
    let played = printer.strategy(strategy)?;
    let from = domain.define(&mut printer, claim, side)?;
    let name = printer.new_name(&format!("claim_{}", claim.name));
    let says = Says::Reaches { strategy: played.name, from };
    Ok(Theorem::printed(printer, name, vec![side], says))
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
    let roots: Vec<(TermId, Asked)> =
        domain.rest.iter().copied().chain(show).map(|term| (term, asked)).collect();
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
