//! Claims as theorems: which are taken, and the files for each.
//!
//! | file | what it is | has to be believed |
//! |---|---|---|
//! | `Rules.v` | the definitions of the text, and its strategy | that it says what the text says |
//! | `Left.v` | how many moves are left, for `reaches mate` | nothing: it is checked |
//! | `Claim.v` | the theorem, shown by going through every placement | that its statement says what the claim says |
//! | `Count.v` | what Coq counts, for a comparison | nothing |
//! | `Ask.v` | what the theorem rests on | nothing |

use adli_chess::Kind;
use adli_lang::term::{Pos, SIDES, Slot, StrategyId, Term, TermId};
use adli_lang::{Claim, ClaimKind, Program};

use crate::print::{Env, Printer};
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
    pub(crate) rules: String,
    name: String,
    shape: String,
    /// Who is to move in the positions that it speaks of: numbers of sides.
    sides: Vec<u16>,
    says: Says,
}

enum Says {
    /// A strategy mates, from where the condition holds, if there is one.
    Reaches { strategy: String, step_of: String, steps: usize, from: Option<String> },
    /// A condition holds; the first is where it is claimed.
    Everywhere { domain: Option<String>, holds: String },
    /// So many positions.
    Count { holds: String },
}

/// What a domain says besides that a position is legal and all men are there.
struct Domain {
    rest: Vec<TermId>,
    side: Option<u16>,
    is_empty: bool,
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
            return refuse("is about boards of every size, and the laws in Coq are those of the board of eight");
        } else if men > MOST_MEN {
            return refuse("is about more than three men, which is too much for Coq to go through one by one");
        } else if endgame.men.iter().any(|man| man.kind == Kind::Pawn) {
            return refuse("is about a pawn, who may become another man; that is not printed for Coq");
        } else if (0..men).any(|one| (0..one).any(|other| like(one, other))) {
            return refuse("is about two like men, whom printed definitions do not tell apart");
        } else if claim.fifty {
            return refuse("counts moves without capture or pawn move, which is not printed for Coq");
        }
        match &claim.says {
            ClaimKind::Reaches { strategy, or: None, from, .. } => reaches(program, claim, *strategy, *from),
            ClaimKind::Reaches { .. } => refuse("ends where something else than mate is reached, which is not printed for Coq"),
            ClaimKind::Everywhere { domain, show } => everywhere(program, claim, *domain, Some(*show)),
            ClaimKind::CountPositions(domain) => everywhere(program, claim, *domain, None),
            ClaimKind::Play { .. } => refuse("is about plays of a few moves, and Coq is asked about positions and about whole strategies"),
            ClaimKind::Keeps { .. } | ClaimKind::Optimal { .. } => refuse("is about values, for which Coq would need a table"),
            ClaimKind::Recognises { .. } => refuse("is about a recogniser, for which Coq would need a table"),
            ClaimKind::Symmetric { .. } => refuse("compares images of positions, which is not printed for Coq"),
            ClaimKind::CountClasses(_) => refuse("counts classes of positions, which is not printed for Coq"),
            ClaimKind::List(..) | ClaimKind::Longest(..) | ClaimKind::Share(..) => {
                refuse("asks for more than one number, and Coq is asked for theorems and counts")
            }
        }
    }

    /// The names of the sides.
    fn side_words(&self) -> Vec<&'static str> {
        self.sides.iter().map(|&side| side_word(side)).collect()
    }

    /// Whether moves that are left are needed.
    pub(crate) fn needs_moves_left(&self) -> bool {
        matches!(self.says, Says::Reaches { .. })
    }

    /// `Claim.v`: `number` is how many moves, or how many positions.
    pub(crate) fn claim(&self, number: u64) -> String {
        let Theorem { name, shape, .. } = self;
        let mut text = format!("(** `{name}`, as a theorem about [Laws.v] and [Games.v]. Printed. *)\n");
        text += "From Coq Require Import ZArith NArith List Bool Uint63.\n";
        text += "From Adli Require Import Games Laws Words Same Run Legal Strategies.\n";
        text += &format!("From Printed Require Rules{}.\n\n", if self.needs_moves_left() { " Left" } else { "" });
        text += &match &self.says {
            Says::Reaches { strategy, from, .. } => {
                let side = side_word(self.sides.first().copied().unwrap_or_default());
                let asked = from.as_ref().map_or_else(|| "fun _ => true".to_owned(), |from| format!("Rules.{from}"));
                let given = from.as_ref().map_or_else(String::new, |from| format!(" Rules.{from} (write p) = true ->"));
                let (intros, last) = if from.is_some() { ("p L M G N F", "F") } else { ("p L M G N", "eq_refl") };
                format!(
                    "Lemma by_going_through : claim_right Rules.{strategy} {side} (cons (Left Rules.{shape} Left.moves_left) nil) ({asked}) {number}%uint63 = true.\n\
                     Proof. by_running. Qed.\n\n\
                     Theorem {name} : forall p : position, legal p = true -> material p = Rules.{shape} -> to_move p = {side} -> passing p = None ->{given}\n  \
                     mates_within position moves check (allowed Rules.{strategy}) {number} p.\n\
                     Proof. intros {intros}. exact (reaches_mate _ _ _ _ _ _ _ by_going_through p L M G N {last}). Qed.\n"
                )
            }
            Says::Everywhere { holds, .. } => self.everywhere_claim(holds),
            Says::Count { holds } => {
                let sum = |one: &dyn Fn(&str) -> String| {
                    self.side_words().iter().map(|side| one(side)).collect::<Vec<_>>().join(" + ")
                };
                let fast = sum(&|side| format!("how_many Rules.{shape} {side} Rules.{holds}"));
                let slow = sum(&|side| {
                    format!("N.of_nat (List.length (filter (fun p => Rules.{holds} (write p)) (positions Rules.{shape} {side})))")
                });
                format!(
                    "Lemma by_going_through : ({fast})%N = {number}%N.\n\
                     Proof. vm_cast_no_check (eq_refl {number}%N). Qed.\n\n\
                     Lemma in_words : forall p, wf p -> Rules.{holds} p = Rules.{holds} (write (read p)).\n\
                     Proof. intros p W. now rewrite write_read. Qed.\n\n\
                     Theorem {name} :\n  ({slow})%N = {number}%N.\n\
                     Proof. rewrite <- !(how_many_right Rules.{shape} _ Rules.{holds} _ in_words). exact by_going_through. Qed.\n"
                )
            }
        };
        in_lines(&text) + "\n"
    }

    fn everywhere_claim(&self, holds: &str) -> String {
        let Theorem { name, shape, .. } = self;
        let mut text = String::new();
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

    /// `Count.v`: prints a list of numbers.
    pub(crate) fn count(&self) -> String {
        let shape = &self.shape;
        let mut text = "(** What is counted, for a comparison with what another program counts; nothing rests on it. *)\n".to_owned();
        text += "From Coq Require Import ZArith NArith List Bool Uint63 PArray.\n";
        text += "From Adli Require Import Laws Words Run Legal Strategies.\n";
        text += "From Printed Require Rules.\nOpen Scope uint63_scope.\n\n";
        match &self.says {
            Says::Reaches { step_of, steps, from, .. } => {
                let side = side_word(self.sides.first().copied().unwrap_or_default());
                let asked = from.as_ref().map_or_else(|| "true".to_owned(), |from| format!("Rules.{from} p"));
                text += "(* every placement of a shape, with something carried along *)\n\
                    Fixpoint through (sh : shape) (f : list wman -> array int -> array int) (t : array int) : array int :=\n  \
                    match sh with\n  \
                    | nil => f nil t\n  \
                    | cons (g, k) sh => fold_left (fun t s => through sh (fun m => f (cons (WMan g k s) m)) t) squares t\n  \
                    end.\n";
                text += &format!(
                    "Definition by_step : array int := through Rules.{shape} (fun l t => let p := WPos {side} l nowhere in\n  \
                     if legal_now p then if {asked} then let i := Rules.{step_of} p in t.[i <- t.[i] + 1] else t else t) (make {} 0).\n\
                     Eval vm_compute in List.map (fun i => to_Z (by_step.[i])) (count_up {} 0).\n",
                    steps + 1,
                    steps + 1
                );
            }
            Says::Everywhere { domain, .. } => {
                let domain = domain.as_ref().map_or_else(|| "(fun _ => true)".to_owned(), |domain| format!("Rules.{domain}"));
                text += &self.how_many(&domain);
            }
            Says::Count { holds } => text += &self.how_many(&format!("Rules.{holds}")),
        }
        text
    }

    fn how_many(&self, condition: &str) -> String {
        let one = |side: &&str| format!("how_many Rules.{} {side} {condition}", self.shape);
        let all: Vec<String> = self.side_words().iter().map(one).collect();
        format!("Eval vm_compute in cons ({})%N nil.\n", all.join(" + "))
    }

    /// `Ask.v`: imports nothing, so that names are printed in full.
    pub(crate) fn ask(&self) -> String {
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
        let what = format!("begins where {} need not be to move, and Coq is asked about the strategy's own moves", side_word(side));
        return Err(Refused::new(&claim.name, what));
    }
    let asked = Asked::first(side);
    let roots: Vec<(TermId, Asked)> = domain.rest.iter().map(|&term| (term, asked)).collect();
    let mut printer = Printer::new(program, &claim.under, &roots, &[strategy]);
    let played = printer.strategy(strategy)?;
    let from = domain.define(&mut printer, claim, side)?;
    let name = printer.new_name(&format!("claim_{}", claim.name));
    let steps = program[strategy].steps.len();
    let says = Says::Reaches { strategy: played.name, step_of: played.step_of, steps, from };
    Ok(Theorem { name, shape: printer.shape().to_owned(), sides: vec![side], says, rules: printer.finish() })
}

fn everywhere(program: &Program, claim: &Claim, domain: TermId, show: Option<TermId>) -> Result<Theorem, Refused> {
    let domain = Domain::of(program, claim, domain)?;
    let asked = domain.side.map_or(Asked::either(), Asked::first);
    let sides = domain.side.map_or_else(|| vec![0, 1], |side| vec![side]);
    let roots: Vec<(TermId, Asked)> = domain.rest.iter().copied().chain(show).map(|term| (term, asked)).collect();
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
    Ok(Theorem { name, shape: printer.shape().to_owned(), sides, says, rules: printer.finish() })
}

impl Domain {
    fn of(program: &Program, claim: &Claim, domain: TermId) -> Result<Domain, Refused> {
        let terms = &program.terms;
        if terms.as_bool(domain) == Some(false) {
            return Ok(Domain { rest: vec![domain], side: None, is_empty: true });
        }
        let (mut rest, mut there) = (Vec::new(), Vec::new());
        let mut is_legal = false;
        for part in parts(program, domain) {
            match terms.get(part) {
                Term::Alive(pos, slot) if terms.pos(*pos) == Pos::Given(0) => there.push(*slot),
                Term::Call(def, positions, _)
                    if Some(*def) == program.laws.legal && positions.iter().all(|&pos| terms.pos(pos) == Pos::Given(0)) =>
                {
                    is_legal = true;
                }
                _ => rest.push(part),
            }
        }
        let missing = |(slot, man): (Slot, adli_lang::core::HeaderMan)| man.kind != Kind::King && !there.contains(&slot);
        if !is_legal || program.endgame.slots().any(missing) {
            return Err(Refused::new(&claim.name, "speaks of positions where men are missing, and Coq goes through those with all of them"));
        }
        let side = rest.iter().find_map(|&part| to_move(program, part));
        Ok(Domain { rest, side, is_empty: false })
    }

    /// Prints what a domain says besides whose move it is, unless that is all.
    fn define(&self, printer: &mut Printer<'_>, claim: &Claim, side: u16) -> Result<Option<String>, Refused> {
        let rest: Vec<TermId> = self.rest.iter().copied().filter(|&part| !printer.is_turn(part, side)).collect();
        if rest.is_empty() {
            return Ok(None);
        }
        printer.condition(&format!("{}_where", claim.name), &claim.name, &rest).map(Some)
    }
}

/// The parts of a conjunction.
fn parts(program: &Program, term: TermId) -> Vec<TermId> {
    match program.terms.get(term) {
        Term::And(parts) => parts.to_vec(),
        _ => vec![term],
    }
}

/// Who is to move where a condition holds, if it says so.
fn to_move(program: &Program, term: TermId) -> Option<u16> {
    let terms = &program.terms;
    match terms.get(term) {
        Term::Eq(a, b) => [(a, b), (b, a)].into_iter().find_map(|(turn, side)| match (terms.get(*turn), terms.get(*side)) {
            (Term::Turn(pos), Term::Enum(SIDES, side)) if terms.pos(*pos) == Pos::Given(0) => Some(*side),
            _ => None,
        }),
        Term::And(parts) => parts.iter().find_map(|&part| to_move(program, part)),
        Term::Call(def, positions, _) if positions.first().is_some_and(|&pos| terms.pos(pos) == Pos::Given(0)) => {
            to_move(program, program[*def].body)
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// Whether a term says that a side is to move, and nothing else.
    fn is_turn(&self, term: TermId, side: u16) -> bool {
        let program = self.program();
        matches!(program.terms.get(term), Term::Eq(..)) && to_move(program, term) == Some(side)
    }

    /// A condition of one position, defined.
    fn condition(&mut self, name: &str, claim: &str, parts: &[TermId]) -> Result<String, Refused> {
        let text = self.conjunction(claim, parts, &Env { given: ["p", ""], ..Env::default() })?;
        let name = self.new_name(name);
        self.push(format!("Definition {name} (p : wpos) : bool :=\n  {text}."));
        Ok(name)
    }

    /// What is shown wherever something is given.
    fn given_and_shown(&mut self, claim: &str, given: Option<&str>, shown: &str) -> String {
        let Some(given) = given else { return shown.to_owned() };
        let name = self.new_name(claim);
        self.push(format!("Definition {name} (p : wpos) : bool := if {given} p then {shown} p else true."));
        name
    }
}
