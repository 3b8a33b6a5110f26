//! Syntax to core terms: names, types, positions.
//!
//! Elaboration fixes the material, so that every man is known by his slot: quantifiers over men are written
//! out, a definition with a man among its parameters becomes one core definition for each man it is asked
//! about (`hits[R]`), and a test of a kind that cannot change folds away. The rest of the text stays as it
//! is: calls are kept, and a definition is elaborated once however often it is called.
//!
//! An expression is read in a context of positions. `here` is the position it speaks of and `next` the one
//! after the move under discussion; a prime turns the second into the first. Nothing is ever shifted
//! afterwards: the same syntax is simply read again at another position.
//!
//! A clause of a rule that depends on a man who may have been captured there is made false by adding that he is
//! alive; the context collects who is mentioned where, and who is asked after.

mod advice;
mod asked;
mod call;
mod claim;
mod coerce;
mod compare;
mod expr;
mod functions;
mod goals;
mod hand_over;
mod laws;
mod names;
mod once;
mod opening;
mod options;
mod plies;
mod quantify;
mod rank;
mod recogniser;
mod rests;
mod slips;
mod strategy;
mod theirs;
mod value;
mod whole;

use std::collections::{BTreeSet, HashMap, HashSet};

use adli_chess::{Colour, Kind};

use crate::core::endgame::{Endgame, HeaderMan};
use crate::core::program::{
    Advice, Claim, ClaimKind, Definition, Enumeration, Laws, OptionValue, Program, Rest, Strategy,
};
use crate::core::recogniser::{Answer, Recogniser};
use crate::core::term::{AdviceId, DefId, OptionId, Pos, PosId, Slot, TermId};
use crate::core::terms::Terms;
use crate::diagnostic::Warning;
use crate::resolve::load::{Declared, Loaded};
use crate::resolve::words::taken;
use crate::syntax::Parsed;
use crate::syntax::ast::{Header, Item, ItemKind, Name};
use crate::{Code, Diagnostic, Severity, Sources, Span};
use call::{Instance, InstanceKey};
use once::Read;
use value::Value;

/// How many files and ranks there are; texts for boards of any size compare with `size`, not with a number.
const BOARD: i32 = 8;
/// How many terms a program may have.
const MAX_TERMS: usize = 2_000_000;
/// So many choices of men are too many for a header.
const MAX_CHOICES: usize = 37;
/// How many expressions may be read, counting each again for each man it is read for.
const MAX_WORK: usize = 4_000_000;

/// A text that has been checked.
#[derive(Debug)]
pub struct Checked {
    /// What it means, once for each material of its header: the whole of it, or nothing if there are errors.
    pub programs: Vec<Program>,
    /// What there is to say about it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether there is no program: the text has no meaning, or we failed to make one.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity > Severity::Warning)
    }
}

/// Checks the text of that number, with everything it uses. `settings` are options set from outside, by name,
/// each with its value as the text would write it.
#[must_use]
pub fn check(sources: &Sources, root: u16, settings: &[(&str, &str)]) -> Checked {
    let mut loaded = crate::resolve::load::load(sources, root);
    let mut diagnostics = std::mem::take(&mut loaded.diagnostics);
    let materials = materials(&loaded, &mut diagnostics);
    let mut programs = Vec::new();
    let mut warnings = Vec::new();
    for endgame in materials {
        let mut elaborator = Elaborator::new(sources, &loaded, endgame);
        elaborator.program(settings);
        if diagnostics.is_empty() && elaborator.errors.is_empty() {
            elaborator.errors = elaborator.left_out();
        }
        elaborator.leave_out_what_follows();
        diagnostics.append(&mut elaborator.errors);
        warnings.append(&mut elaborator.warnings);
        programs.push(elaborator.finish());
    }
    if diagnostics.is_empty() {
        for program in &programs {
            match crate::core::levels::check(program) {
                Some(too_deep) => diagnostics.push(too_deep),
                None => diagnostics.extend(crate::core::ranges::check(program)),
            }
        }
    }
    if diagnostics.is_empty() {
        for program in &mut programs {
            diagnostics.extend(rests::read_texts(sources, program));
        }
    }
    // A program is the whole of the text or nothing; whether there is one depends on errors alone.
    if !diagnostics.is_empty() {
        programs.clear();
    }
    diagnostics.extend(warnings.into_iter().map(Diagnostic::from));
    // The same complaint may come up for several men or materials.
    let mut seen = BTreeSet::new();
    diagnostics.retain(|d| seen.insert((d.span, d.message.clone())));
    diagnostics.sort_by_key(|d| (d.span.source != root, d.span));
    Checked { programs, diagnostics }
}

/// The materials of the header of the first text; a text without one is checked with pawns on both sides.
fn materials(loaded: &Loaded, diagnostics: &mut Vec<Diagnostic>) -> Vec<Endgame> {
    let Some(text) = loaded.texts.first() else { return Vec::new() };
    let headers = text.parsed.file.items.iter().filter(|item| matches!(item.kind, ItemKind::Endgame(_)));
    for second in headers.skip(1) {
        diagnostics.push(Diagnostic::error(Code::TwoHeaders, second.span, "a text has one header"));
    }
    let Some(header) = text.header() else {
        let plays = |item: &&Item| {
            matches!(item.kind, ItemKind::Strategy(_) | ItemKind::Recogniser(_) | ItemKind::Claim(_))
        };
        if let Some(first) = text.parsed.file.items.iter().find(plays) {
            let help = "begin with the men: `endgame KRK White K R v Black k`";
            diagnostics.push(
                Diagnostic::error(
                    Code::NoHeader,
                    first.span,
                    "the text does not say which endgame it is about",
                )
                .help(help),
            );
        }
        let man = |letter, side, kind| HeaderMan { letter, side, kind };
        let men = vec![
            man('K', Colour::White, Kind::King),
            man('P', Colour::White, Kind::Pawn),
            man('k', Colour::Black, Kind::King),
            man('p', Colour::Black, Kind::Pawn),
        ];
        let sides = ["White".to_owned(), "Black".to_owned()];
        return vec![Endgame { name: "KPKP".to_owned(), sides, men }];
    };
    let before = diagnostics.len();
    check_names(header, diagnostics);
    let choices = header_choices(header, diagnostics);
    if diagnostics.len() > before || header.sides.len() != 2 {
        return Vec::new();
    }
    let sides = [header.sides[0].name.text.clone(), header.sides[1].name.text.clone()];
    choices
        .into_iter()
        .map(|men| Endgame { name: header.name.text.clone(), sides: sides.clone(), men })
        .collect()
}

/// A name that reads like a material, `KRK` or `KRvKN`, must be that of the men; other names are free. Sides have names
/// that mean nothing else.
fn check_names(header: &Header, diagnostics: &mut Vec<Diagnostic>) {
    for (side, usual) in header.sides.iter().zip(["White", "Black"]) {
        if side.name.text != usual {
            diagnostics.extend(taken(&side.name.text, side.name.span, None, "choose another name"));
        }
    }
    let name = &header.name.text;
    let men = header.sides.iter().flat_map(|side| &side.men);
    let men: String = men.map(|man| man.text.to_uppercase()).collect();
    if name.chars().all(|letter| "KQRBNPv".contains(letter)) && name.replace('v', "") != men {
        let message = format!("the header is called `{name}`, but its men are `{men}`");
        diagnostics.push(
            Diagnostic::error(Code::HeaderName, header.name.span, message).help(format!("call it `{men}`")),
        );
    }
}

fn header_choices(header: &Header, diagnostics: &mut Vec<Diagnostic>) -> Vec<Vec<HeaderMan>> {
    let mut choices: Vec<Vec<HeaderMan>> = vec![Vec::new()];
    for (side, colour) in header.sides.iter().zip([Colour::White, Colour::Black]) {
        let mut kings = 0;
        for name in &side.men {
            let letter = name.text.chars().next().unwrap_or(' ');
            if letter.is_uppercase() != (colour == Colour::White) {
                let message = format!("`{letter}` is a letter of the other side");
                let help = "the first side has capital letters, the second small ones";
                diagnostics.push(Diagnostic::error(Code::HeaderMen, name.span, message).help(help));
            }
            let kinds = kinds_of(header, name, letter, diagnostics);
            kings += usize::from(kinds == [Kind::King]);
            let before = std::mem::take(&mut choices);
            for (men, &kind) in before.iter().flat_map(|men| kinds.iter().map(move |kind| (men, kind))) {
                if choices.len() < MAX_CHOICES {
                    let mut men = men.clone();
                    // Like men are alike in every alternative.
                    if men.iter().all(|m| m.letter != letter || m.kind == kind) {
                        men.push(HeaderMan { letter, side: colour, kind });
                        choices.push(men);
                    }
                }
            }
        }
        if kings != 1 {
            diagnostics.push(Diagnostic::error(Code::HeaderMen, side.name.span, "each side has one king"));
        }
    }
    if choices.len() >= MAX_CHOICES {
        let message = format!("a header stands for fewer than {MAX_CHOICES} choices of men");
        let help = "write a text for each of some kinds";
        diagnostics.push(Diagnostic::error(Code::HeaderMen, header.name.span, message).help(help));
        return Vec::new();
    }
    // Nobody could say of two men on a board which of them has which letter.
    let alike = |men: &Vec<HeaderMan>| {
        let same =
            |a: &HeaderMan, b: &HeaderMan| (a.side, a.kind) == (b.side, b.kind) && a.letter != b.letter;
        men.iter().find_map(|a| men.iter().find(|b| same(a, b)).map(|b| (*a, *b)))
    };
    if let Some((a, b)) = choices.iter().find_map(alike) {
        let message = format!(
            "`{}` and `{}` may both be a {}: like men share a letter",
            a.letter,
            b.letter,
            a.kind.name()
        );
        let help = format!("write `{0} {0}`, in a text of its own if there are other kinds", a.kind.letter());
        diagnostics.push(Diagnostic::error(Code::HeaderMen, header.name.span, message).help(help));
    }
    choices
}

fn kinds_of(header: &Header, name: &Name, letter: char, diagnostics: &mut Vec<Diagnostic>) -> Vec<Kind> {
    if let Some((_, kinds)) = header.alternatives.iter().find(|(man, _)| man.text == name.text) {
        let mut found = Vec::new();
        for kind in kinds {
            match kind.text.chars().next().and_then(Kind::from_letter) {
                Some(k) if kind.text.len() == 1 && k != Kind::King => found.push(k),
                _ => {
                    let message = format!("`{}` is no kind of man that can be missing", kind.text);
                    diagnostics.push(
                        Diagnostic::error(Code::HeaderMen, kind.span, message).help("choose among Q R B N P"),
                    );
                }
            }
        }
        return found;
    }
    match Kind::from_letter(letter) {
        Some(kind) => vec![kind],
        None => {
            let message = format!("`{letter}` is no kind of man");
            let help = format!("say which kinds it may be: `where {letter} is B or N`");
            diagnostics.push(Diagnostic::error(Code::HeaderMen, name.span, message).help(help));
            Vec::new()
        }
    }
}

/// What kind of text an expression belongs to; it decides what may be said there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Def,
    Change,
    Step,
    Claim,
    Play,
}

/// Where an expression is read.
pub(crate) struct Context {
    pub(crate) text: usize,
    pub(crate) role: Role,
    pub(crate) here: Option<PosId>,
    pub(crate) next: Option<PosId>,
    pub(crate) locals: Vec<(String, Value)>,
    /// The quantifiers over moves around the place, each with the position that it speaks of.
    pub(crate) over_moves: Vec<(PosId, Span)>,
    /// The positions of a play, for `at p3` and `throughout`.
    pub(crate) play: Vec<PosId>,
    /// Men by name, with the position where the text relies on them.
    pub(crate) mentions: BTreeSet<(PosId, Slot)>,
    /// Men whose presence the text asks about.
    pub(crate) asked: BTreeSet<(PosId, Slot)>,
    /// Where a forcing tree began, and the position before its last move.
    pub(crate) tree: Option<(PosId, PosId)>,
    pub(crate) parts: Vec<(Span, TermId)>,
}

impl Context {
    fn new(text: usize, role: Role, here: Option<PosId>, next: Option<PosId>) -> Context {
        Context {
            text,
            role,
            here,
            next,
            locals: Vec::new(),
            over_moves: Vec::new(),
            play: Vec::new(),
            mentions: BTreeSet::new(),
            asked: BTreeSet::new(),
            tree: None,
            parts: Vec::new(),
        }
    }
}

/// What a claim says, and of what.
type Says = (ClaimKind, Vec<(OptionId, i32)>, bool, Option<u32>, Vec<Rest>);

pub(crate) struct Elaborator<'a> {
    sources: &'a Sources,
    loaded: &'a Loaded,
    endgame: Endgame,
    terms: Terms,
    enums: Vec<Enumeration>,
    options: Vec<OptionValue>,
    option_ids: HashMap<(usize, usize), OptionId>,
    definitions: Vec<Definition>,
    /// For each definition, a bit for each of its positions that it looks at.
    looks: Vec<u8>,
    /// `plies(A)`, by advice.
    plies_known: HashMap<AdviceId, Option<DefId>>,
    instances: HashMap<InstanceKey, Option<Instance>>,
    open: Vec<Declared>,
    advice: Read<Advice>,
    strategies: Read<Strategy>,
    recognisers: Read<Recogniser>,
    claims: Vec<Claim>,
    /// What claims say, each with the number of the first that says it.
    said: HashMap<Says, usize>,
    /// What claims for every size speak of.
    sized: HashSet<TermId>,
    laws: Laws,
    /// Whether the claim at hand is about boards of every size.
    every_size: bool,
    depth: u32,
    work: usize,
    /// What keeps the text from having a meaning.
    errors: Vec<Diagnostic>,
    /// What its author should know all the same.
    warnings: Vec<Warning>,
}

impl<'a> Elaborator<'a> {
    fn new(sources: &'a Sources, loaded: &'a Loaded, endgame: Endgame) -> Elaborator<'a> {
        let terms = Terms::new(&endgame);
        let enumeration = |name: &str, values: Vec<String>| Enumeration { name: name.to_owned(), values };
        let kinds = Kind::ALL.iter().map(|kind| kind.letter().to_string()).collect();
        let outcomes = ["win", "draw", "loss"].map(str::to_owned).to_vec();
        let enums = vec![
            enumeration("side", endgame.sides.to_vec()),
            enumeration("kind", kinds),
            enumeration("outcome", outcomes),
            enumeration("answer", Answer::ALL.map(|answer| answer.word().to_owned()).to_vec()),
        ];
        Elaborator {
            sources,
            loaded,
            endgame,
            terms,
            enums,
            options: Vec::new(),
            option_ids: HashMap::new(),
            definitions: Vec::new(),
            looks: Vec::new(),
            plies_known: HashMap::new(),
            instances: HashMap::new(),
            open: Vec::new(),
            advice: Read::none(),
            strategies: Read::none(),
            recognisers: Read::none(),
            claims: Vec::new(),
            said: HashMap::new(),
            sized: HashSet::new(),
            laws: Laws::default(),
            every_size: false,
            depth: 0,
            work: 0,
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn finish(mut self) -> Program {
        // A method may ask whether a claim speaks of anything: it then supposes what the claim supposes, and
        // shows `false`.
        self.terms.truth(false);
        Program {
            endgame: self.endgame,
            terms: self.terms,
            enums: self.enums,
            options: self.options,
            definitions: self.definitions,
            laws: self.laws,
            advice: self.advice.all,
            strategies: self.strategies.all,
            recognisers: self.recognisers.all,
            claims: self.claims,
            others: Vec::new(),
        }
    }

    fn program(&mut self, settings: &[(&str, &str)]) {
        self.check_players();
        self.read_options(settings);
        self.read_laws();
        let items = &self.loaded.texts[0].parsed.file.items;
        for (item, declaration) in items.iter().enumerate() {
            let declared = Declared { text: 0, item, value: None };
            match &declaration.kind {
                ItemKind::Def(def) => self.check_def(declared, def),
                ItemKind::Strategy(_) => {
                    self.strategy(declared, declaration.span);
                }
                ItemKind::Advice(_) => {
                    self.plain_advice(declared, declaration.span);
                }
                ItemKind::Recogniser(_) => {
                    self.recogniser(declared, declaration.span);
                }
                ItemKind::Claim(claim) => self.claim(claim, declaration.span),
                ItemKind::Moves(_) if self.loaded.laws != Some(0) => {
                    let message = "only the laws of chess say which moves there are";
                    self.errors.push(Diagnostic::error(Code::LawsOnly, declaration.span, message));
                }
                ItemKind::Endgame(_) | ItemKind::Use(_) | ItemKind::Option(_) | ItemKind::Moves(_) => {}
            }
        }
        self.check_unasked();
    }

    /// Leaves out complaints that may follow from mistakes in reading, which have been told.
    fn leave_out_what_follows(&mut self) {
        let parsed: HashMap<u16, &Parsed> =
            self.loaded.texts.iter().map(|text| (text.source, &text.parsed)).collect();
        self.errors
            .retain(|told| !parsed.get(&told.span.source).is_some_and(|text| text.is_broken(told.span)));
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(code, span, message));
    }

    fn not_yet(&mut self, span: Span, what: &str) {
        self.error(Code::Unexpected, span, format!("{what} can be read but is not yet supported"));
    }

    fn given(&mut self, number: u8) -> PosId {
        self.terms.position(Pos::Given(number))
    }
}
