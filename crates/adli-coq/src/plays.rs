//! Lemmas along plays: `for play p0 .. p2 of S given G show H`.
//!
//! What is supposed is cut into its parts, and each is asked as soon as its last position is there. Plays of up to two plies are gone through one by one, whatever
//! is said of them. There are too many longer ones. But if each part speaks of one position, it is enough to know of every position, for so many plies that are left, how
//! many plays there are from it; and, where a number at the end is compared with one at the beginning, how large it may be at the end
//! (`proofs/Plays.v`). So that is what is printed: a definition for every number of plies that are left, remembered, each made from the one before.

use adli_lang::term::{StrategyId, Term, TermId};
use adli_lang::{Claim, Program, Scopes};

use crate::figures::{Figures, Shown, side_word};
use crate::print::{Env, Known, Printer, Remembered};
use crate::refused::Refused;
use crate::text::LOOSE;
use crate::turns::Asked;

/// Plays of more plies than this are not gone through one by one.
const SHORT: u8 = 2;

/// A lemma, printed.
pub(crate) struct AlongPlays {
    /// The strategy, and the function that says what it plays.
    strategy: String,
    played: Known,
    /// What gives the moves.
    moves: &'static str,
    last: u8,
    /// What is supposed, where something is: the definition that asks the positions so far, or the last of them alone.
    given: Vec<Option<String>>,
    says: Says,
}

enum Says {
    /// One by one: the lemma, and its conclusion about all positions; nothing if there are no such plays.
    Short { lemma: String, shows: Option<String> },
    /// By what is left: the definitions for so many plies, from the first position on, and the conclusion.
    Long { from: Vec<Known>, shows: Option<String>, compared: Option<Compared>, impossible: bool },
}

/// A number at the end and one at the beginning.
struct Compared {
    number: String,
    smaller: &'static str,
    bound: String,
}

const P: &str = "p";
/// What a position is called that is the only one.
static ALONE: [&str; 32] = {
    let mut names = [""; 32];
    names[31] = P;
    names
};
#[rustfmt::skip]
static ALL: [&str; 32] = [
    "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", "p14", "p15",
    "p16", "p17", "p18", "p19", "p20", "p21", "p22", "p23", "p24", "p25", "p26", "p27", "p28", "p29", "p30", "p31",
];

/// Where only the position of that number may be spoken of.
fn alone(number: u8) -> Env {
    Env { given: &ALONE[31 - usize::from(number.min(31))..], ..Env::default() }
}

/// Where all positions up to that number may.
fn together(number: u8) -> Env {
    Env { given: &ALL[..=usize::from(number.min(31))], ..Env::default() }
}

/// How the positions of a play are asked for, first the strategy's.
pub(crate) fn asked(side: u16, last: u8) -> Vec<Asked> {
    let mut asked = vec![Asked::first(side)];
    for number in 0..usize::from(last) {
        asked.push(asked[number].after());
    }
    asked
}

impl AlongPlays {
    /// Prints a lemma.
    ///
    /// # Errors
    /// What cannot be printed, or not be gone through.
    pub(crate) fn new(
        printer: &mut Printer<'_>,
        claim: &Claim,
        (strategy, side, last): (StrategyId, u16, u8),
        given: TermId,
        show: TermId,
    ) -> Result<AlongPlays, Refused> {
        printer.along_plays(last >= SHORT);
        let played = printer.strategy(strategy)?;
        let Some(known) = played.played else { return Err(Refused::new(&claim.name, "plays nothing")) };
        let parts = Parts::new(printer.program(), last, given, show);
        let mut text = Writer { printer, claim: &claim.name, parts: &parts, side };
        let (given, says) = if last > SHORT { text.long(&known.name)? } else { text.short()? };
        Ok(AlongPlays {
            strategy: played.name,
            moves: printer.moves_word(),
            played: known,
            last,
            given,
            says,
        })
    }

    /// Whether moves are remembered.
    pub(crate) fn remembers_moves(&self) -> bool {
        self.last >= SHORT
    }

    /// The theorem, with what shows it; that moves are those of the laws is shown first.
    pub(crate) fn claim(&self, (shape, side): (&str, u16), figures: &Figures, moves_are: &str) -> Shown {
        let AlongPlays { strategy, played, moves, last, .. } = self;
        let side = side_word(side);
        let moves = if self.remembers_moves() { format!("Rules.{moves}") } else { (*moves).to_owned() };
        let within = format!("Rules.{shape} {moves} Rules.{}", played.name);
        let shown = match &played.plain {
            Some(plain) => format!(
                "transitivity (snd (Rules.{plain} p)); [exact (f_equal snd (remembered_right _ Rules.{shape} {side} Rules.{plain} p))|]. unfold Rules.{plain}."
            ),
            None => format!("unfold Rules.{}.", played.name),
        };
        let mut text = format!(
            "{moves_are}(** What is played is what the strategy allows. *)\n\
             Lemma played_is_allowed : forall p, snd (Rules.{} p) = choose Rules.{strategy} p (legal_moves p).\n\
             Proof. intros p. {shown} rewrite ?moves_are_those_of_the_laws. apply chosen_choose. Qed.\n\n",
            played.name
        );
        // Coq counts in words of 63 bits.
        let counts = format!("{}%uint63 {}%uint63", figures.positions, figures.plays & (u64::MAX >> 1));
        let right = format!(
            "Rules.{strategy} Rules.{shape} {moves} moves_are_those_of_the_laws Rules.{} played_is_allowed {side}",
            played.name
        );
        let positions: Vec<&str> = ALL[..=usize::from(*last)].to_vec();
        let later = positions[1..].join("; ");
        let (shown, used) = match &self.says {
            Says::Short { lemma, shows } => {
                text += &format!(
                    "(** Every play is gone through. *)\n\
                     Lemma by_going_through : plays_counted Rules.{shape} (one_by_one {within} {side} Rules.{lemma}) {counts} = true.\n\
                     Proof. by_running. Qed.\n\n"
                );
                let all: Vec<String> = positions.iter().map(|p| format!("(write {p})")).collect();
                let shown = match shows {
                    Some(shows) => format!("Rules.{shows} {} = true", all.join(" ")),
                    None => "False".to_owned(),
                };
                let mut used = format!(
                    "  pose proof (plays_right {right} Rules.{lemma} _ _ by_going_through p0 [{later}] L M G N F) as H.\n  \
                     unfold Rules.{lemma} in H."
                );
                for (number, given) in self.given.iter().enumerate() {
                    if given.is_some() {
                        used += &format!(" rewrite G{number} in H.");
                    }
                    used += " cbn [true_along map] in H.";
                }
                used += if shows.is_some() { " exact H.\n" } else { " discriminate H.\n" };
                (shown, used)
            }
            Says::Long { from, shows, compared, impossible } => {
                text += &self.levels(from, (shape, side), (shows.as_deref(), compared.as_ref()), &within);
                let (smaller, transitive) = match compared {
                    Some(Compared { smaller: "le", .. }) => ("Language.le", "le_trans"),
                    _ => ("Language.lt", "le_lt"),
                };
                let bound = compared.as_ref().map_or_else(
                    || "(fun _ => 1%uint63)".to_owned(),
                    |compared| format!("Rules.{}", compared.bound),
                );
                let first = test(self.given[0].as_deref());
                text += &format!(
                    "(** Every position is gone through from which a play begins. *)\n\
                     Lemma by_going_through :\n  plays_counted Rules.{shape} (by_what_is_left {side} {first} Rules.{} {smaller} {bound}) {counts} = true.\n\
                     Proof. by_running. Qed.\n\n",
                    from[0].name
                );
                let p = positions[usize::from(*last)];
                let local = shows.as_ref().map(|shows| format!("Rules.{shows} (write {p}) = true"));
                let number = compared.as_ref().map(|Compared { number, bound, .. }| {
                    format!("{smaller} (Rules.{number} (write {p})) (Rules.{bound} (write p0)) = true")
                });
                let proof =
                    self.given[1..].iter().enumerate().rev().fold("I".to_owned(), |rest, (number, given)| {
                        let one =
                            if given.is_some() { format!("G{}", number + 1) } else { "eq_refl".to_owned() };
                        format!("(conj {one} {rest})")
                    });
                let first = if self.given[0].is_some() { "G0" } else { "eq_refl" };
                let whole = format!(
                    "(long_plays_right {right} _ _ _ {transitive} _ _ _ _ _ _ left_0_right by_going_through p0 [{later}] L M G N F {first} {proof})"
                );
                match (local, number) {
                    _ if *impossible => {
                        ("False".to_owned(), format!("  destruct {whole} as [H _]. discriminate H.\n"))
                    }
                    (Some(local), None) => (local, format!("  exact (proj1 {whole}).\n")),
                    (None, Some(number)) => (number, format!("  exact (proj2 {whole}).\n")),
                    (Some(local), Some(number)) => {
                        (format!("{local} /\\ {number}"), format!("  exact {whole}.\n"))
                    }
                    (None, None) => ("True".to_owned(), "  exact I.\n".to_owned()),
                }
            }
        };
        let mut supposed = String::new();
        let mut names = "p L M G N F".replacen('p', &positions.join(" "), 1);
        for (number, given) in self.given.iter().enumerate() {
            if let Some(given) = given {
                let of = match self.says {
                    Says::Short { .. } => positions[..=number]
                        .iter()
                        .map(|p| format!("(write {p})"))
                        .collect::<Vec<_>>()
                        .join(" "),
                    Says::Long { .. } => format!("(write {})", positions[number]),
                };
                supposed += &format!("\n  Rules.{given} {of} = true ->");
                names += &format!(" G{number}");
            }
        }
        let says = format!(
            "forall {} : position,\n  \
             legal p0 = true -> material p0 = Rules.{shape} -> to_move p0 = {side} -> passing p0 = None ->\n  \
             follows Rules.{strategy} Rules.{shape} true p0 [{later}] ->{supposed}\n  {shown}",
            positions.join(" "),
        );
        Shown { lemmas: text, says, proof: format!("  intros {names}.\n{used}") }
    }

    /// That each definition for so many plies that are left says what `from_here` does.
    fn levels(
        &self,
        from: &[Known],
        (shape, side): (&str, &str),
        (shows, compared): (Option<&str>, Option<&Compared>),
        within: &str,
    ) -> String {
        let other = if side == "White" { "Black" } else { "White" };
        let holds = test(shows);
        let number = compared.map_or_else(
            || "(fun _ => 0%uint63)".to_owned(),
            |compared| format!("Rules.{}", compared.number),
        );
        let mut text =
            "(** What is remembered of the plays that are left is what going through them would find. *)\n"
                .to_owned();
        for (number_of, name) in from.iter().enumerate().rev() {
            let given: Vec<String> =
                self.given[number_of + 1..].iter().map(|given| test(given.as_deref())).collect();
            let own = number_of % 2 == 0;
            let same = format!("(gather_same _ _ _ _ left_{}_right)", number_of + 1);
            let proof = match &name.plain {
                _ if number_of + 1 == from.len() => "eq_refl".to_owned(),
                None => same,
                Some(plain) => {
                    let side = if own { side } else { other };
                    format!("(eq_trans (remembered_right _ Rules.{shape} {side} Rules.{plain} p) {same})")
                }
            };
            text += &format!(
                "Lemma left_{number_of}_right : forall p, Rules.{} p = from_here {within} {holds} {number} {} [{}] p.\n\
                 Proof. intros p. exact {proof}. Qed.\n",
                name.name,
                own,
                given.join("; ")
            );
        }
        text + "\n"
    }
}

fn test(name: Option<&str>) -> String {
    name.map_or_else(|| "(fun _ => true)".to_owned(), |name| format!("Rules.{name}"))
}

/// A lemma in parts.
struct Parts {
    last: u8,
    /// What is supposed, by the last position that it speaks of.
    given: Vec<Vec<TermId>>,
    /// Whether each of them speaks of one position only.
    is_local: bool,
    show: Vec<TermId>,
    impossible: bool,
    scopes: Scopes,
}

impl Parts {
    fn new(program: &Program, last: u8, given: TermId, show: TermId) -> Parts {
        let scopes = Scopes::new(program);
        let mut by_last = vec![Vec::new(); usize::from(last) + 1];
        let mut is_local = true;
        for part in conjuncts(program, given) {
            let of = scopes.of(part).given;
            is_local &= of.count_ones() <= 1;
            let at = (31 - (of | 1).leading_zeros()) as usize;
            if program.terms.as_bool(part) != Some(true)
                && let Some(there) = by_last.get_mut(at)
            {
                there.push(part);
            }
        }
        let impossible = program.terms.as_bool(show) == Some(false);
        let show = conjuncts(program, show);
        Parts { last, given: by_last, is_local, show, impossible, scopes }
    }
}

fn conjuncts(program: &Program, term: TermId) -> Vec<TermId> {
    match program.terms.get(term) {
        Term::And(parts) => parts.iter().flat_map(|&part| conjuncts(program, part)).collect(),
        _ => vec![term],
    }
}

/// Prints the parts.
struct Writer<'w, 'p> {
    printer: &'w mut Printer<'p>,
    claim: &'w str,
    parts: &'w Parts,
    side: u16,
}

impl Writer<'_, '_> {
    /// A definition that asks some positions.
    fn define(&mut self, like: &str, terms: &[TermId], env: &Env) -> Result<String, Refused> {
        let text = self.printer.conjunction(self.claim, terms, env)?;
        let name = self.printer.new_name(like);
        let names = env.given.iter().filter(|name| !name.is_empty());
        let names: Vec<&str> = names.copied().collect();
        self.printer.push(format!("Definition {name} ({} : wpos) : bool :=\n  {text}.", names.join(" ")));
        Ok(name)
    }

    fn given(&mut self, env: fn(u8) -> Env) -> Result<Vec<Option<String>>, Refused> {
        let mut given = Vec::new();
        for number in 0..=self.parts.last {
            let parts = &self.parts.given[usize::from(number)];
            given.push(match parts.is_empty() {
                true => None,
                false => Some(self.define(&format!("{}_given_{number}", self.claim), parts, &env(number))?),
            });
        }
        Ok(given)
    }

    fn short(&mut self) -> Result<(Vec<Option<String>>, Says), Refused> {
        let last = self.parts.last;
        let given = self.given(together)?;
        let (shows, conclusion) = match self.parts.impossible {
            true => (None, "false".to_owned()),
            false => {
                let shows =
                    self.define(&format!("{}_shows", self.claim), &self.parts.show, &together(last))?;
                let conclusion = format!("{shows} {}", ALL[..=usize::from(last)].join(" "));
                (Some(shows), conclusion)
            }
        };
        let mut said = format!("Shown ({conclusion})");
        for number in (0..=usize::from(last)).rev() {
            if let Some(given) = &given[number] {
                said = format!("if {given} {} then {said} else Nothing_said", ALL[..=number].join(" "));
            }
            if number > 0 {
                said = format!("Then (fun {} => {said})", ALL[number]);
            }
        }
        let lemma = self.printer.new_name(self.claim);
        self.printer.push(format!("Definition {lemma} (p0 : wpos) : said :=\n  {said}."));
        Ok((given, Says::Short { lemma, shows }))
    }

    fn long(&mut self, played: &str) -> Result<(Vec<Option<String>>, Says), Refused> {
        let last = self.parts.last;
        if !self.parts.is_local {
            return self.refuse("supposes something of several positions of a long play at once");
        }
        let given = self.given(alone)?;
        let (mut local, mut compared) = (Vec::new(), None);
        for &part in &self.parts.show {
            if self.parts.scopes.of(part).given & !(1 << last) == 0 {
                local.push(part);
            } else if compared.is_none() {
                compared = Some(self.compared(part)?);
            } else {
                return self.refuse("compares several numbers of a long play");
            }
        }
        let shows = match local.is_empty() {
            true => None,
            false => Some(self.define(&format!("{}_shows", self.claim), &local, &alone(last))?),
        };
        let from = self.levels(&given, shows.as_deref(), compared.as_ref(), played);
        Ok((given, Says::Long { from, shows, compared, impossible: self.parts.impossible }))
    }

    /// A number of the last position that is less than one of the first, or no more.
    fn compared(&mut self, part: TermId) -> Result<Compared, Refused> {
        let program = self.printer.program();
        let last = self.parts.last;
        let (a, b, smaller) = match program.terms.get(part) {
            Term::Less(a, b) => (*a, *b, "lt"),
            Term::AtMost(a, b) => (*a, *b, "le"),
            _ => return self.refuse("says of several positions of a long play what is no comparison"),
        };
        let of = |term: TermId| self.parts.scopes.of(term).given;
        if of(a) & !(1 << last) != 0 || of(b) & !1 != 0 {
            return self.refuse(
                "compares other numbers of a long play than a later one that is to be less with one at `p0`",
            );
        }
        let number = self.number(&format!("{}_number", self.claim), a, &alone(last))?;
        let bound = self.number(&format!("{}_bound", self.claim), b, &alone(0))?;
        Ok(Compared { number, smaller, bound })
    }

    fn number(&mut self, like: &str, term: TermId, env: &Env) -> Result<String, Refused> {
        let text = self.printer.apart(self.claim, |printer| Ok(printer.term(term, env)?.within(LOOSE)))?;
        let name = self.printer.new_name(like);
        self.printer.push(format!("Definition {name} (p : wpos) : int :=\n  {text}."));
        Ok(name)
    }

    /// For every number of plies that are left a definition, the first position's first.
    fn levels(
        &mut self,
        given: &[Option<String>],
        shows: Option<&str>,
        compared: Option<&Compared>,
        played: &str,
    ) -> Vec<Known> {
        let plain = |name: Option<&str>| name.unwrap_or("(fun _ => true)").to_owned();
        let shape = self.printer.shape().to_owned();
        let moves = self.printer.moves_word();
        let number = compared.map_or("(fun _ => 0)", |compared| compared.number.as_str());
        let mut from = Vec::new();
        let name = self.printer.new_name(&format!("{}_left_{}", self.claim, self.parts.last));
        self.printer.push(format!("Definition {name} := at_last {} {number}.", plain(shows)));
        from.push(Known { name, plain: None });
        for number in (0..self.parts.last).rev() {
            let own = number % 2 == 0;
            let name = self.printer.new_name(&format!("{}_left_{number}", self.claim));
            let is_first = number == 0;
            let alone = if is_first { name.clone() } else { self.printer.new_name(&format!("{name}_plain")) };
            let then = from.last().map_or(String::new(), |then| then.name.clone());
            let next = plain(given[usize::from(number) + 1].as_deref());
            self.printer.push(format!(
                "Definition {alone} (p : wpos) : option (int * int) :=\n  gather {next} {then} (next {shape} {moves} {played} {own} p)."
            ));
            if !is_first {
                let side = if own { self.side } else { 1 - self.side };
                let what = Remembered { name: &name, plain: &alone, sort: "option (int * int)", plies: 1 };
                self.printer.remember(&what, &[side]);
            }
            from.push(Known { name, plain: (!is_first).then_some(alone) });
        }
        from.reverse();
        from
    }

    fn refuse<T>(&self, what: &str) -> Result<T, Refused> {
        Err(Refused::new(self.claim, format!("{what}, which is not printed for Coq")))
    }
}
