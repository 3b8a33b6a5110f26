//! Theorems: what `Claim.v` says, and how Coq finds it out.

use crate::figures::{Figures, Shown, side_word};
use crate::left;
use crate::plays::AlongPlays;
use crate::print::Printer;
use crate::tables::PrintedTable;
use crate::text::in_lines;

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
    /// Whether it asks what positions are worth.
    asks_values: bool,
}

/// What a claim comes to.
pub(crate) enum Says {
    /// A strategy mates, from where the condition holds, if there is one.
    Reaches { strategy: String, from: Option<String> },
    /// A strategy gives nothing away: neither a draw, nor anything if `exactly`.
    Keeps { strategy: String, from: Option<String>, exactly: bool },
    /// A condition holds; the first is where it is claimed.
    Everywhere { domain: Option<String>, holds: String },
    /// So many positions.
    Count { holds: String },
    /// Something holds along plays.
    Plays(AlongPlays),
}

/// Data that helps to prove a claim, and that nobody believes.
#[derive(Clone, Copy, Default)]
pub struct Helpers<'h> {
    /// How many moves a strategy has left.
    pub left: Option<&'h [u32]>,
    /// Which positions its plays come to: not 0.
    pub met: Option<&'h [u32]>,
    /// Tables of what positions are worth, which have been checked.
    pub tables: &'h [PrintedTable],
}

impl Theorem {
    /// With definitions that have been printed.
    pub(crate) fn printed(printer: Printer<'_>, name: String, sides: Vec<u16>, says: Says) -> Theorem {
        let remembers_moves = printer.remembers_moves().contains(&true);
        let shape = printer.shape().to_owned();
        let asks_values = printer.asks_values();
        Theorem { rules: printer.finish(), name, shape, sides, says, remembers_moves, asks_values }
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

    /// Whether it is about plays of a few moves.
    pub(crate) fn is_along_plays(&self) -> bool {
        matches!(self.says, Says::Plays(_))
    }

    /// Whether the positions that plays come to are needed.
    pub(crate) fn needs_met(&self) -> bool {
        matches!(self.says, Says::Keeps { .. })
    }

    /// Whether the tables of values are needed.
    pub(crate) fn needs_tables(&self) -> bool {
        self.asks_values || matches!(self.says, Says::Keeps { .. })
    }

    /// All files, each after those that it uses, with what another method has counted.
    pub(crate) fn files(&self, figures: &Figures, helpers: &Helpers<'_>) -> Vec<(&'static str, String)> {
        let mut files = vec![("Rules", self.rules.clone())];
        files.extend(helpers.left.map(|left| ("Left", left::file(left, &left::MOVES))));
        files.extend(helpers.met.map(|met| ("Met", left::file(met, &left::MET))));
        files.extend([("Claim", self.claim(figures, helpers.tables)), ("Ask", self.ask())]);
        files
    }

    /// `Claim.v`.
    fn claim(&self, figures: &Figures, tables: &[PrintedTable]) -> String {
        let name = &self.name;
        let tables = if self.needs_tables() { tables } else { &[] };
        let mut text = format!("(** The theorem [{name}] is about [Laws.v] and [Games.v]. Printed. *)\n");
        text += "From Coq Require Import ZArith NArith List Bool Uint63.\n";
        let plays = if matches!(self.says, Says::Plays(_)) { " Plays" } else { "" };
        let worth = if self.needs_tables() { " Tables Rows Worth" } else { "" };
        text += &format!(
            "From Adli Require Import Games Laws Words Same Run Legal Strategies Remember Counted{plays}{worth}.\n"
        );
        let data = match self.says {
            Says::Reaches { .. } => " Left",
            Says::Keeps { .. } => " Met",
            _ => "",
        };
        let exact = if self.needs_tables() { " All Exact" } else { "" };
        text += &format!("From Printed Require Rules{data}{exact}.\n");
        text += "Import ListNotations.\n\n";
        let Shown { lemmas, says, proof } = match &self.says {
            Says::Reaches { strategy, from } => self.reaches_claim(strategy, from.as_deref(), figures),
            Says::Everywhere { domain, holds } => {
                self.everywhere_claim(domain.as_deref(), holds, figures.positions)
            }
            Says::Count { holds } => self.count_claim(holds, figures.positions),
            Says::Keeps { strategy, from, exactly } => {
                self.keeps_claim(strategy, from.as_deref(), *exactly, figures)
            }
            Says::Plays(plays) => plays.claim((&self.shape, self.side()), figures, &self.moves_claim()),
        };
        // What positions are worth stands in tables; that they are exact is said first.
        let exact = tables
            .iter()
            .map(|PrintedTable { name, .. }| format!("exact_everywhere All.tables All.men_{name} /\\\n  "));
        let exact: String = exact.collect();
        let (says, begin) = match tables.is_empty() {
            true => (says, String::new()),
            false => {
                let known = tables.iter().rev().fold("_".to_owned(), |rest, PrintedTable { name, .. }| {
                    format!("(conj Exact.exact_{name} {rest})")
                });
                (format!("\n  {exact}({says})"), format!("  refine {known}.\n"))
            }
        };
        text += &format!(
            "{lemmas}Theorem {name} :{}{says}.\nProof.\n{begin}{proof}Qed.\n",
            if says.starts_with('\n') { "" } else { " " }
        );
        in_lines(&text) + "\n"
    }

    /// Who is to move, where only one side is.
    fn side(&self) -> u16 {
        self.sides.first().copied().unwrap_or_default()
    }

    fn reaches_claim(&self, strategy: &str, from: Option<&str>, figures: &Figures) -> Shown {
        let Theorem { shape, .. } = self;
        let side = side_word(self.side());
        let (asked, given, names, last) = begins(from);
        let (steps, counts) = figures.steps();
        let (moves, moves_of) = (figures.moves, self.moves_of());
        let lemmas = format!(
            "{}(** Every position is gone through; where no step is played, where the first, and so on, is counted. *)\n\
             Lemma by_going_through :\n  \
             claim_counted {moves_of} Rules.{strategy} {side} Rules.{shape} Left.moves_left {asked} {moves}%uint63 {steps}%uint63\n    \
             [{counts}]%uint63 = true.\n\
             Proof. by_running. Qed.\n\n",
            self.moves_claim()
        );
        let says = format!(
            "forall p : position,\n  \
             legal p = true -> material p = Rules.{shape} -> to_move p = {side} -> passing p = None ->{given}\n  \
             mates_within position moves check (allowed Rules.{strategy}) {moves} p"
        );
        let proof = format!(
            "  intros {names}. exact (reaches_mate _ _ _ _ _ _ _ (counted_right _ _ _ _ _ _ _ _ _ moves_are_those_of_the_laws by_going_through) p L M G N {last}).\n"
        );
        Shown { lemmas, says, proof }
    }

    fn keeps_claim(&self, strategy: &str, from: Option<&str>, exactly: bool, figures: &Figures) -> Shown {
        let Theorem { shape, .. } = self;
        let side = side_word(self.side());
        let (asked, given, names, last) = begins(from);
        let (steps, counts) = figures.steps();
        let moves_of = self.moves_of();
        let check =
            format!("All.tables {exactly} Rules.{strategy} Rules.{shape} {side} Met.met {asked} {moves_of}");
        let lemmas = format!(
            "{}(** Every position is gone through that a play may come to; where no step is played, where the first, and so on, is counted. *)\n\
             Lemma by_going_through :\n  keeps_counted {check} {steps}%uint63\n    [{counts}]%uint63 = true.\n\
             Proof. by_running. Qed.\n\n",
            self.moves_claim()
        );
        let says = format!(
            "forall p : position,\n  \
             legal p = true -> material p = Rules.{shape} -> to_move p = {side} -> passing p = None ->{given}\n  \
             forall n, gives_nothing_away {exactly} Rules.{strategy} Rules.{shape} n p"
        );
        let proof = format!(
            "  intros {names}. exact (keeps_right All.tables Exact.right {exactly} _ _ _ _ _ _ moves_are_those_of_the_laws _ _ by_going_through p L M G N {last}).\n"
        );
        Shown { lemmas, says, proof }
    }

    /// What gives the moves.
    fn moves_of(&self) -> &'static str {
        if self.remembers_moves { "Rules.moves_of" } else { "legal_moves" }
    }

    fn moves_claim(&self) -> String {
        let shown = match self.remembers_moves {
            true => {
                "intros p. unfold Rules.moves_of. destruct (wturn p); first [apply remembered_moves_right | reflexivity]."
            }
            false => "reflexivity.",
        };
        format!(
            "(** Moves that were remembered are those of the laws. *)\n\
             Lemma moves_are_those_of_the_laws : forall p, {} p = legal_moves p.\n\
             Proof. {shown} Qed.\n\n",
            self.moves_of()
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

    fn count_claim(&self, holds: &str, positions: u64) -> Shown {
        let Theorem { shape, .. } = self;
        let found = |side: &str| {
            format!(
                "N.of_nat (List.length (filter (fun p => Rules.{holds} (write p)) (positions Rules.{shape} {side})))"
            )
        };
        let counted = self.counted(&format!("Rules.{holds}"), positions);
        let lemmas = format!(
            "{counted}\n\
             Lemma in_words : forall p, wf p -> Rules.{holds} p = Rules.{holds} (write (read p)).\n\
             Proof. intros p W. now rewrite write_read. Qed.\n\n"
        );
        let says = format!("\n  ({})%N = {positions}%N", self.sum(found));
        Shown { lemmas, says, proof: format!("  exact (eq_trans {} counted).\n", self.as_counted(holds)) }
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

    fn everywhere_claim(&self, domain: Option<&str>, holds: &str, positions: u64) -> Shown {
        let Theorem { shape, .. } = self;
        let domain = domain.map_or_else(|| "(fun _ => true)".to_owned(), |domain| format!("Rules.{domain}"));
        let mut lemmas = self.counted(&domain, positions) + "\n";
        for side in self.side_words() {
            lemmas += &format!(
                "Lemma by_going_through_{side} : everywhere Rules.{shape} (fun l => let p := WPos {side} l nowhere in if legal_now p then Rules.{holds} p else true) = true.\n\
                 Proof. by_running. Qed.\n"
            );
        }
        let (given, names) = match self.side_words()[..] {
            [side] => (format!(" to_move p = {side} ->"), "p L M G N"),
            _ => (String::new(), "p L M N"),
        };
        let says = format!(
            "forall p : position, legal p = true -> material p = Rules.{shape} ->{given} passing p = None -> Rules.{holds} (write p) = true"
        );
        let both = self.sides.len() > 1;
        let mut proof =
            format!("  intros {names}.{}\n", if both { " destruct (to_move p) eqn:G." } else { "" });
        for side in self.side_words() {
            let bullet = if both { "- " } else { "" };
            proof += &format!(
                "  {bullet}exact (everywhere_legal Rules.{holds} Rules.{shape} {side} by_going_through_{side} p L M G N).\n"
            );
        }
        Shown { lemmas: lemmas + "\n", says, proof }
    }

    /// `Ask.v`: imports nothing, so that names are printed in full.
    fn ask(&self) -> String {
        format!(
            "From Coq Require Uint63 PArray.\nFrom Printed Require Claim.\nPrint Assumptions Printed.Claim.{}.\n",
            self.name
        )
    }
}

/// Where plays begin: the condition, how it is supposed, the names of what is supposed, and the last of them.
fn begins(from: Option<&str>) -> (String, String, &'static str, &'static str) {
    match from {
        Some(from) => {
            (format!("Rules.{from}"), format!(" Rules.{from} (write p) = true ->"), "p L M G N F", "F")
        }
        None => ("(fun _ => true)".to_owned(), String::new(), "p L M G N", "eq_refl"),
    }
}
