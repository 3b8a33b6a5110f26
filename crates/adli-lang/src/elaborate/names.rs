//! What a name means.
//!
//! Variables first; then, where a value of an enumeration is expected, its values; then the words that every
//! text knows; then what the text declares or uses; then the letters of the header.

use adli_chess::{Colour, Kind};

use crate::Span;
use crate::core::term::{KINDS, PosId, SIDES, Slot, TermId};
use crate::resolve::load::Declared;
use crate::resolve::words::{KNOWN, taken};
use crate::suggest::suggest;
use crate::syntax::ast::{Expr, ExprKind, ItemKind, Name};
use crate::{Code, Diagnostic};

use super::value::{Placed, Type, Value};
use super::{Context, Elaborator, Role};

/// After so many complaints it is not guessed what names were meant.
const MAX_GUESSES: usize = 100;

impl Elaborator<'_> {
    /// The position an expression speaks of.
    pub(super) fn here(&mut self, ctx: &Context, span: Span) -> Option<PosId> {
        if ctx.here.is_none() {
            let diagnostic =
                Diagnostic::error(Code::WhichPosition, span, "in which position? a play has several");
            self.errors.push(diagnostic.help("say `at p0`, `at {p0, p2}` or `throughout`"));
        }
        ctx.here
    }

    pub(super) fn name(&mut self, ctx: &mut Context, text: &str, span: Span, hint: Option<Type>) -> Value {
        if let Some((_, value)) = ctx.locals.iter().rev().find(|(name, _)| name == text) {
            return value.clone();
        }
        if let Some(Type::Enum(id)) = hint
            && let Some(value) = self.side_or_value(ctx, id, text)
        {
            return Value::Term(self.terms.value_of(id, value), Type::Enum(id));
        }
        if let Some(value) = self.known_name(ctx, text, span) {
            return value;
        }
        if let Some(&declared) = self.loaded.texts[ctx.text].names.get(text) {
            return self.declared(ctx, declared, text, span);
        }
        if let Some(side) = self.side_named(ctx.text, text) {
            return Value::Term(self.terms.value_of(SIDES, side), Type::Enum(SIDES));
        }
        if let Some(value) = self.letter(ctx, text, span) {
            return value;
        }
        self.unknown(ctx, text, span);
        Value::Faulty
    }

    fn side_or_value(&self, ctx: &Context, id: crate::core::term::EnumId, text: &str) -> Option<u16> {
        if id == SIDES { self.side_named(ctx.text, text) } else { self.enum_value(id, text) }
    }

    /// The side of that name: as the header of the text calls it, or White and Black.
    pub(super) fn side_named(&self, text: usize, name: &str) -> Option<u16> {
        let at = match self.loaded.texts[text].header() {
            Some(header) => header.sides.iter().position(|side| side.name.text == name),
            None => ["White", "Black"].iter().position(|side| *side == name),
        };
        at.map(|at| at as u16)
    }

    pub(super) fn side(&mut self, text: usize, name: &Name) -> Option<u16> {
        let found = self.side_named(text, &name.text);
        if found.is_none() && !name.text.is_empty() {
            let sides = self.endgame.sides.clone();
            let message = format!("there is no side called `{}`", name.text);
            let help = format!("the sides are `{}` and `{}`", sides[0], sides[1]);
            self.errors.push(Diagnostic::error(Code::UnknownName, name.span, message).help(help));
        }
        found
    }

    fn known_name(&mut self, ctx: &mut Context, text: &str, span: Span) -> Option<Value> {
        Some(match text {
            "size" => Value::Term(self.terms.size(), Type::Int),
            "board" => Value::Term(self.terms.board(), Type::Set),
            "nowhere" => {
                let zero = self.terms.int(0);
                Value::Term(self.terms.square(zero, zero), Type::Square)
            }
            "men" => match self.here(ctx, span) {
                Some(here) => self.men(here, None),
                None => Value::Faulty,
            },
            "to_move" => match self.here(ctx, span) {
                Some(here) => Value::Term(self.terms.turn(here), Type::Enum(SIDES)),
                None => Value::Faulty,
            },
            "passing" => match self.here(ctx, span) {
                Some(here) => Value::Term(self.terms.passing(here), Type::Square),
                None => Value::Faulty,
            },
            "home" => match self.here(ctx, span) {
                Some(here) => Value::Term(self.home(ctx, here), Type::Bool),
                None => Value::Faulty,
            },
            "moves_to_mate" => {
                self.claims_only(ctx, text, span);
                match self.here(ctx, span) {
                    Some(here) => Value::Term(self.terms.moves_to_mate(here), Type::Int),
                    None => Value::Faulty,
                }
            }
            _ => return None,
        })
    }

    pub(super) fn claims_only(&mut self, ctx: &Context, word: &str, span: Span) {
        if !matches!(ctx.role, Role::Claim | Role::Play) {
            let message = format!("`{word}` looks into the tables, and only a claim may do that");
            self.errors.push(Diagnostic::error(Code::TablesInRules, span, message));
        }
    }

    /// All men on the board, of one side if it is given.
    pub(super) fn men(&mut self, here: PosId, side: Option<TermId>) -> Value {
        let slots: Vec<(Slot, Colour)> = self.endgame.slots().map(|(slot, man)| (slot, man.side)).collect();
        let mut men = Vec::new();
        for (slot, colour) in slots {
            let alive = self.terms.alive(here, slot);
            let condition = match side {
                None => alive,
                Some(side) => {
                    let own = self.terms.value_of(SIDES, colour.index() as u16);
                    let his = self.terms.eq(side, own);
                    self.terms.and([his, alive])
                }
            };
            if self.terms.as_bool(condition) != Some(false) {
                men.push((slot, condition));
            }
        }
        Value::Men(men, here)
    }

    /// No man has been captured or has promoted; in a text that goes on for another, just its own men are there.
    pub(super) fn home(&mut self, ctx: &mut Context, here: PosId) -> TermId {
        let base = self.base(here);
        let slots: Vec<Slot> = self.endgame.slots().map(|(slot, _)| slot).collect();
        ctx.asked.extend(slots.into_iter().map(|slot| (base, slot)));
        let cast = self.cast_of(ctx.text);
        self.has_cast(here, &cast)
    }

    fn declared(&mut self, ctx: &mut Context, declared: Declared, text: &str, span: Span) -> Value {
        let loaded = self.loaded;
        match &loaded.item(declared).kind {
            ItemKind::Option(_) => {
                let Some(&option) = self.option_ids.get(&(declared.text, declared.item)) else {
                    return Value::Faulty;
                };
                let sort = self.options[usize::from(option.0)].sort;
                match (declared.value, sort) {
                    (Some(value), crate::core::term::Sort::Enum(id)) => {
                        Value::Term(self.terms.value_of(id, value), Type::Enum(id))
                    }
                    (_, sort) => {
                        let ty = match sort {
                            crate::core::term::Sort::Bool => Type::Bool,
                            crate::core::term::Sort::Enum(id) => Type::Enum(id),
                            _ => Type::Int,
                        };
                        Value::Term(self.terms.option(option, sort), ty)
                    }
                }
            }
            ItemKind::Def(_) => self.call(ctx, declared, text, span, &[]),
            ItemKind::Strategy(_) => {
                let name = Name { text: text.to_owned(), span };
                let id = self.is_one(ctx.text, &name).and_then(|()| self.strategy(declared, span));
                id.map_or(Value::Faulty, |id| Value::Strategy(id.0))
            }
            ItemKind::Advice(_) => self.misused(span, text, "a piece of advice", "ask `can A`"),
            ItemKind::Recogniser(_) => {
                self.recogniser(declared, span).map_or(Value::Faulty, Value::Recogniser)
            }
            _ => self.misused(span, text, "a claim", "claims have no value in an expression"),
        }
    }

    /// Refuses the name of a strategy that a text brings in more than once, with other men, where one of them must be meant.
    pub(super) fn is_one(&mut self, text: usize, name: &Name) -> Option<()> {
        if !self.loaded.texts[text].ambiguous.contains(&name.text) {
            return Some(());
        }
        let message = format!("which `{}` is meant? several `use` bring it in, with other men", name.text);
        let help = "only `then` may name it; what it says of one of them is claimed in its own text";
        self.errors.push(Diagnostic::error(Code::ImportClash, name.span, message).help(help));
        None
    }

    fn misused(&mut self, span: Span, text: &str, what: &str, help: &str) -> Value {
        self.errors.push(Diagnostic::error(Code::WrongType, span, format!("`{text}` is {what}")).help(help));
        Value::Faulty
    }

    /// A letter of the header; in a text without one, a kind.
    fn letter(&mut self, ctx: &mut Context, text: &str, span: Span) -> Option<Value> {
        let mut chars = text.chars();
        let (Some(letter), None) = (chars.next(), chars.next()) else { return None };
        let header = self.loaded.texts[ctx.text].header();
        let Some(header) = header else {
            let kind = Kind::from_letter(letter).filter(|kind| kind.letter() == letter)?;
            return Some(Value::Term(self.terms.value_of(KINDS, kind.index() as u16), Type::Enum(KINDS)));
        };
        if !header.sides.iter().any(|side| side.men.iter().any(|man| man.text == text)) {
            return None;
        }
        let slots = self.men_called(ctx.text, letter);
        let Some(here) = self.here(ctx, span) else { return Some(Value::Faulty) };
        Some(match slots[..] {
            [] => Value::Faulty,
            [slot] => Value::Man(slot, here),
            _ => Value::Group(letter, slots, here),
        })
    }

    fn unknown(&mut self, ctx: &Context, text: &str, span: Span) {
        // A name from a text that could not be read for this one follows from a mistake that has been reported.
        if text.is_empty() || self.loaded.is_missing(ctx.text, text) {
            return;
        }
        let message = format!("nothing is called `{text}`");
        let text_names = self.loaded.texts[ctx.text].names.keys().map(String::as_str);
        let locals = ctx.locals.iter().map(|(name, _)| name.as_str());
        let near = self.near(text, text_names.chain(locals).chain(KNOWN.iter().map(|known| known.word)));
        let complaint = Diagnostic::error(Code::UnknownName, span, message);
        let complaint = match (stylistic_hint(text), near) {
            (Some(hint), _) => complaint.help(hint),
            (None, Some(_)) => complaint.did_you_mean(near),
            (None, None) => self.known_elsewhere(ctx.text, text, complaint),
        };
        self.errors.push(complaint);
    }

    /// The nearest of some names. It is looked for while there are few complaints: each look goes through all names, and a text
    /// with more complaints than people read is no worse for it.
    pub(super) fn near<'n>(
        &self,
        written: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<&'n str> {
        if self.errors.len() < MAX_GUESSES { suggest(written, names) } else { None }
    }

    /// The complaint that a name is unknown, with the text in sight that would bring it in.
    pub(super) fn known_elsewhere(&self, text: usize, name: &str, complaint: Diagnostic) -> Diagnostic {
        let word = match name {
            "files" | "ranks" | "steps" | "walk" | "inside" | "toward" | "beyond" | "oblique" | "edge"
            | "corner" | "xcorner" | "ring" | "jumps" => "geometry",
            _ => return complaint,
        };
        let complaint = complaint.help(format!("`{name}` is in `{word}`: add `use {word}`"));
        let mut items = self.loaded.texts[text].parsed.file.items.iter();
        match items.find(|item| matches!(item.kind, ItemKind::Endgame(_))) {
            Some(header) => {
                let after = Span { start: header.span.end, ..header.span };
                complaint.fix(after, format!("\nuse {word}"))
            }
            None => complaint,
        }
    }

    /// Refuses a variable that hides a man or a side of the header, or a word that every text knows.
    pub(super) fn bindable(&mut self, ctx: &Context, name: &Name) -> bool {
        let choose = "choose another name for the variable";
        let mut complaint = taken(&name.text, name.span, self.loaded.texts[ctx.text].header(), choose);
        if complaint.is_none()
            && let Some(law) = self.law_named(ctx.text, &name.text)
        {
            let message = format!("`{}` already has a meaning in the laws of chess", name.text);
            complaint = Some(
                Diagnostic::error(Code::NameTaken, name.span, message).note(law, "that one").help(choose),
            );
        }
        let bindable = complaint.is_none() && !name.text.is_empty();
        self.errors.extend(complaint);
        bindable
    }

    /// Where a name of the laws is declared, as another text sees it.
    fn law_named(&self, text: usize, name: &str) -> Option<Span> {
        let declared = self.loaded.texts[text].names.get(name)?;
        let is_law = Some(declared.text) == self.loaded.laws && declared.text != text;
        self.loaded.item(*declared).kind.name().filter(|_| is_law).map(|name| name.span)
    }

    /// Field of a value: `.file`, `.rank`, `.step`, `.allows`.
    pub(super) fn field(&mut self, ctx: &mut Context, of: &Expr, field: &Name) -> Value {
        let placed = self.expr(ctx, of, None);
        if let Value::Strategy(id) = placed.value {
            return self.strategy_field(ctx, id, field);
        }
        if let Value::Recogniser(id) = placed.value {
            return self.recogniser_field(ctx, id, field);
        }
        if !matches!(field.text.as_str(), "file" | "rank") {
            if placed.value != Value::Faulty {
                let message = format!("nothing has a `.{}` here", field.text);
                let help = "squares and men have `.file` and `.rank`; strategies have `.step` and `.allows`";
                self.errors.push(Diagnostic::error(Code::UnknownField, field.span, message).help(help));
            }
            return Value::Faulty;
        }
        let Some(square) = self.coerce(ctx, &placed, Type::Square, "a square") else {
            return Value::Faulty;
        };
        let term = if field.text == "file" { self.terms.file_of(square) } else { self.terms.rank_of(square) };
        Value::Term(term, Type::Int)
    }

    fn strategy_field(&mut self, ctx: &mut Context, id: u16, field: &Name) -> Value {
        let strategy = crate::core::term::StrategyId(id);
        let Some(values) = self.strategies.all.get(usize::from(id)).map(|s| s.values) else {
            return Value::Faulty;
        };
        match field.text.as_str() {
            "step" => match self.here(ctx, field.span) {
                Some(here) => Value::Term(self.terms.step(strategy, values, here), Type::Enum(values)),
                None => Value::Faulty,
            },
            "allows" => match (self.here(ctx, field.span), self.next(ctx, field.span)) {
                (Some(here), Some(next)) => Value::Term(self.terms.allows(strategy, here, next), Type::Bool),
                _ => Value::Faulty,
            },
            _ => {
                let message = format!("a strategy has no `.{}`", field.text);
                self.errors.push(
                    Diagnostic::error(Code::UnknownField, field.span, message)
                        .help("it has `.step` and `.allows`"),
                );
                Value::Faulty
            }
        }
    }

    /// `x is y`: the same man, or a man of that kind.
    pub(super) fn is(&mut self, ctx: &mut Context, man: &Placed, other: &Expr) -> Option<TermId> {
        let (slot, pos) = match &man.value {
            Value::Man(slot, pos) => (*slot, *pos),
            _ => {
                self.wanted("a man", man);
                return None;
            }
        };
        if let ExprKind::Name(text) = &other.kind
            && !ctx.locals.iter().any(|(name, _)| name == text)
            && let Some(kind) = self.enum_value(KINDS, text)
        {
            let now = self.terms.kind(pos, slot);
            let kind = self.terms.value_of(KINDS, kind);
            return Some(self.terms.eq(now, kind));
        }
        let (second, _) = self.man(ctx, other)?;
        Some(self.terms.truth(slot == second))
    }
}

/// Words that belong to a game score or another language.
fn stylistic_hint(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let square = |s: &[u8]| matches!(s, [b'a'..=b'h', b'1'..=b'8']);
    Some(match bytes {
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] if square(rest) => {
            let (man, to) = text.split_at(1);
            format!(
                "a move is not a value; say where the man stands: `{man} = {to}`, or after the move `{man}' = {to}`"
            )
        }
        [b'K' | b'Q' | b'R' | b'B' | b'N', b'x', rest @ ..] if square(rest) => {
            "a move is not a value; ask `captured(..)'` of the man who is taken".to_owned()
        }
        [letter @ b'a'..=b'h'] => {
            format!("files are numbers: `{text}` is {}; the whole file is `file {text}`", letter - b'a' + 1)
        }
        [b'O' | b'0'] => "nobody castles in an endgame".to_owned(),
        [b'a'..=b'h', b'0'] => format!("ranks are counted from 1: the first is `{}1`", &text[..1]),
        [b'a'..=b'h', b'9'] => format!("ranks are counted from 1 to 8: the last is `{}8`", &text[..1]),
        [b'A'..=b'H', b'1'..=b'8'] => format!("squares are small letters: `{}`", text.to_lowercase()),
        _ => match text {
            "exists" | "any" => "write `some x in S: ...` or `some move: ...`".to_owned(),
            "forall" | "all" => "write `every x in S: ...` or `every move: ...`".to_owned(),
            "True" | "TRUE" => "write `true`".to_owned(),
            "False" | "FALSE" => "write `false`".to_owned(),
            "AND" => "write `and`".to_owned(),
            "OR" => "write `or`".to_owned(),
            "NOT" => "write `not`".to_owned(),
            "checkmate" => "write `mate`".to_owned(),
            "distance" | "dist" => {
                "write `steps(a, b)` for king steps or `walk(a, b)` for files and ranks".to_owned()
            }
            "value" => "say whose: `value(White) = win`".to_owned(),
            "win" | "draw" | "loss" | "won" | "drawn" | "lost" => {
                "in a claim, compare `value(White)` with `win`, `draw` or `loss`".to_owned()
            }
            "us" | "them" | "turn" => "say `White to move`, by the name of the side".to_owned(),
            _ => return None,
        },
    })
}
