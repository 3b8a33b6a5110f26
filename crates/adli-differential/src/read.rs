//! From the tree of the parser to a text whose names are found.
//!
//! Only the parser is shared with the program that is tested: what a name means is decided here, from
//! `docs/language.md`. What the generator never writes is not read, and says so.

use std::collections::HashMap;
use std::rc::Rc;

use adli_lang::ast::{
    AdviceClause, AdviceItem, Aim, Answer, Asked, Bound, ClaimItem, Constraint, Expr, File, ItemKind,
    MoveClass, Name, Preference, Question, Statement, Turn, Verdict,
};

use crate::Stopped;
use crate::chess::{Men, Side};
use crate::named::{Copy, Named, Settings};
use crate::node::{Node, Place};
use crate::relies;
use crate::text::{
    Advice, Branch, Claim, Class, Clause, Definition, Key, Order, Recogniser, Says, Text, Then,
};
use crate::value::Value;

/// A form of advice.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    /// Of which, against what, and what goes on after it, if it must.
    Asked(usize, Against, (Vec<usize>, bool)),
    /// A declaration of a copy with what it is given.
    Given(usize, usize, Vec<Node>),
}

pub(crate) struct Reader {
    /// The files by name; the first has none.
    pub(crate) files: HashMap<String, Rc<File>>,
    pub(crate) copies: Vec<Copy>,
    /// The copy that is read.
    pub(crate) at: usize,
    pub(crate) men: Men,
    pub(crate) symbols: Vec<String>,
    /// Where each definition, strategy, piece of advice and recogniser stands: the copy and the declaration.
    pub(crate) declared: [Vec<(usize, usize)>; 4],
    pub(crate) definitions: Vec<Definition>,
    /// Parameters of each definition that are kinds.
    pub(crate) kinds_given: Vec<Vec<bool>>,
    /// What is bound, the innermost last.
    pub(crate) locals: Vec<String>,
    /// What parameters of advice stand for.
    pub(crate) given: Vec<(String, Node)>,
    /// The last position of the play that is spoken of.
    pub(crate) last: usize,
    forms: Vec<Form>,
}

/// What the other side does in trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Against {
    Anything,
    Pass,
    Plays(usize),
}

pub(crate) fn unknown<T>(what: &str) -> Result<T, Stopped> {
    Err(Stopped::NotRead(what.to_owned()))
}

/// Reads files, the first of which is the one in question, for a board of so many files and ranks.
///
/// # Errors
/// Where they have something that this evaluator does not know.
pub fn read(files: &[(String, File)], size: i32) -> Result<Text, Stopped> {
    let mut reader = Reader {
        files: files.iter().map(|(name, file)| (name.clone(), Rc::new(file.clone()))).collect(),
        copies: Vec::new(),
        at: 0,
        men: Men(Vec::new(), size),
        symbols: ["none", "unknown", "win", "draw", "loss"].map(str::to_owned).to_vec(),
        declared: Default::default(),
        definitions: Vec::new(),
        kinds_given: Vec::new(),
        locals: Vec::new(),
        given: Vec::new(),
        last: 0,
        forms: Vec::new(),
    };
    let Some((first, _)) = files.first() else { return unknown("no file") };
    reader.copy(first, None, &Settings::new())?;
    reader.all_definitions()?;
    let (mut advice, mut strategies, mut recognisers) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..reader.declared[2].len() {
        advice.push(reader.declared_advice(number, Vec::new())?);
    }
    for number in 0..reader.declared[1].len() {
        strategies.push(reader.strategy(number)?);
    }
    for (copy, item) in reader.declared[3].clone() {
        reader.at = copy;
        let file = Rc::clone(&reader.copies[copy].file);
        let ItemKind::Recogniser(item) = &file.items[item].kind else { continue };
        let rules = reader.branches(&item.rules, &mut 0)?;
        recognisers.push(Recogniser { cast: reader.copies[copy].cast, rules });
    }
    let strategies = (0..strategies.len()).map(|number| reader.whole(number, &strategies, 0));
    let strategies = strategies.collect::<Result<_, _>>()?;
    reader.at = 0;
    let mut claims = Vec::new();
    let file = Rc::clone(&reader.copies[0].file);
    for item in &file.items {
        if let ItemKind::Claim(item) = &item.kind {
            claims.push(reader.claim(item)?);
        }
    }
    let mut next = 0;
    while let Some(form) = reader.forms.get(next).cloned() {
        next += 1;
        let made = match form {
            Form::Given(copy, item, given) => reader.advice_of(copy, item, given)?,
            Form::Asked(of, against, (then, must_go_on)) => {
                let mut form = advice.get(of).cloned().ok_or(Stopped::NotRead("a circle".into()))?;
                form.looks_at_root |= matches!(against, Against::Plays(_));
                form.passes = matches!(against, Against::Pass);
                let against = if let Against::Plays(other) = against { Some(other) } else { None };
                form.plays_out |= !then.is_empty();
                Advice { against, then, must_go_on, ..form }
            }
        };
        advice.push(made);
    }
    let Reader { men, definitions, symbols, .. } = reader;
    Ok(Text { men, definitions, strategies, advice, recognisers, claims, symbols })
}

impl Reader {
    /// What a name means in the file that is read.
    pub(crate) fn named(&self, name: &str) -> Option<&Named> {
        self.copies[self.at].names.get(name)
    }

    /// Bodies may use one another whatever their order, so they are read again until those they rely on are there.
    fn all_definitions(&mut self) -> Result<(), Stopped> {
        let declared = self.declared[0].clone();
        let file = |reader: &Reader, copy: usize| Rc::clone(&reader.copies[copy].file);
        for &(copy, item) in &declared {
            let file = file(self, copy);
            let ItemKind::Def(def) = &file.items[item].kind else { continue };
            let men = def.params.iter().map(|(_, ty)| ty.text == "Man").collect();
            self.definitions.push(Definition { men, body: Node::Tuple(Vec::new()) });
            self.kinds_given.push(def.params.iter().map(|(_, ty)| ty.text == "Kind").collect());
        }
        // A quantifier over moves relies on whom its definitions name: a chain of n definitions needs n rounds.
        for _ in 0..=self.definitions.len() {
            for (number, &(copy, item)) in declared.iter().enumerate() {
                self.at = copy;
                let file = file(self, copy);
                let ItemKind::Def(def) = &file.items[item].kind else { continue };
                self.locals = def.params.iter().map(|(name, _)| name.text.clone()).collect();
                self.definitions[number].body = self.node(&def.body)?;
            }
        }
        self.locals.clear();
        Ok(())
    }

    pub(crate) fn side(&self, name: &Name) -> Result<Side, Stopped> {
        match self.copies[self.at].sides.iter().position(|side| *side == name.text) {
            Some(0) => Ok(Side::White),
            Some(_) => Ok(Side::Black),
            None => unknown(&name.text),
        }
    }

    pub(crate) fn movers(&self, men: &[Name]) -> Result<u8, Stopped> {
        let mut movers = 0;
        for man in men {
            let Some(number) = self.copies[self.at].letters.get(&man.text) else { return unknown(&man.text) };
            movers |= 1 << number;
        }
        Ok(if men.is_empty() { u8::MAX } else { movers })
    }

    fn clause(&mut self, expr: &Expr, places: &[Place]) -> Result<Clause, Stopped> {
        let asks = self.node(expr)?;
        Ok(relies::clause(asks, places, &self.definitions, self.men.0.len()))
    }

    pub(crate) fn clauses<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        places: &[Place],
    ) -> Result<Vec<Clause>, Stopped> {
        exprs.into_iter().map(|expr| self.clause(expr, places)).collect()
    }

    pub(crate) fn keys<'e>(
        &mut self,
        keys: impl IntoIterator<Item = &'e Preference>,
    ) -> Result<Vec<Key>, Stopped> {
        let places = [Place::Next, Place::Here, Place::Before];
        let read = keys.into_iter().map(|key| {
            let Clause { asks: number, relies } = self.clause(&key.key, &places)?;
            Ok(Key { most: key.most, number, relies })
        });
        read.collect()
    }

    pub(crate) fn class(&mut self, class: &MoveClass, places: &[Place]) -> Result<Class, Stopped> {
        let men = self.movers(&class.men)?;
        let condition =
            class.condition.as_ref().map(|condition| self.clause(condition, places)).transpose()?;
        Ok(Class { men, condition })
    }

    fn order(&mut self, classes: &[MoveClass], rank: &[Preference]) -> Result<Order, Stopped> {
        let places = [Place::Here, Place::Root, Place::Before, Place::Next];
        let classes = classes.iter().map(|class| self.class(class, &places)).collect::<Result<_, _>>()?;
        Ok(Order { classes, rank: self.keys(rank)? })
    }

    fn constraint(&mut self, constraint: &Constraint) -> Result<Order, Stopped> {
        self.order(&constraint.classes, &constraint.rank)
    }

    pub(crate) fn symbol(&mut self, word: &str) -> u16 {
        let symbols = &mut self.symbols;
        symbols.iter().position(|known| known == word).unwrap_or_else(|| {
            symbols.push(word.to_owned());
            symbols.len() - 1
        }) as u16
    }

    /// The number of a piece of advice, with what it is given.
    pub(crate) fn asked(&mut self, asked: &Asked) -> Result<usize, Stopped> {
        let Some(Named::Advice(number)) = self.named(&asked.name.text).cloned() else {
            return unknown(&asked.text);
        };
        if asked.arguments.is_empty() {
            return Ok(number);
        }
        let given = asked.arguments.iter().map(|argument| self.node(argument)).collect::<Result<_, _>>()?;
        let (copy, item) = self.declared[2][number];
        Ok(self.new_form(Form::Given(copy, item, given)))
    }

    /// The number of a piece of advice that says the same as another, in another form.
    pub(crate) fn form(&mut self, of: usize, against: Against, then: (Vec<usize>, bool)) -> usize {
        self.new_form(Form::Asked(of, against, then))
    }

    fn new_form(&mut self, form: Form) -> usize {
        let known = self.forms.iter().position(|known| *known == form);
        let at = known.unwrap_or_else(|| {
            self.forms.push(form);
            self.forms.len() - 1
        });
        self.declared[2].len() + at
    }

    fn declared_advice(&mut self, number: usize, given: Vec<Node>) -> Result<Advice, Stopped> {
        let (copy, item) = self.declared[2][number];
        self.advice_of(copy, item, given)
    }

    /// A piece of advice with what it is given. That is a value of the position where its tree begins.
    fn advice_of(&mut self, copy: usize, item: usize, given: Vec<Node>) -> Result<Advice, Stopped> {
        self.at = copy;
        let file = Rc::clone(&self.copies[copy].file);
        let ItemKind::Advice(item) = &file.items[item].kind else { return unknown("advice") };
        if !item.params.is_empty() && given.is_empty() {
            // Nobody asks for it in this form.
            return self.advice(&AdviceItem { clauses: Vec::new(), ..item.clone() });
        }
        let names = item.params.iter().map(|(name, _)| name.text.clone());
        self.given = names.zip(given).collect();
        let read = self.advice(item);
        self.given.clear();
        read
    }

    fn advice(&mut self, item: &AdviceItem) -> Result<Advice, Stopped> {
        let mut advice = Advice {
            side: self.side(&item.side)?,
            to_draw: item.aim == Aim::Draw,
            plies: 0,
            when: Vec::new(),
            first: None,
            each: None,
            replies: None,
            reach: Default::default(),
            hold: Default::default(),
            quickest: false,
            prefer: Vec::new(),
            plays_out: true,
            looks_at_root: false,
            against: None,
            passes: false,
            then: Vec::new(),
            must_go_on: false,
        };
        let places = [Place::Here, Place::Root, Place::Before, Place::Next];
        for clause in &item.clauses {
            match clause {
                AdviceClause::When(expr) => advice.when.push(self.clause(expr, &places)?),
                AdviceClause::First(classes) => advice.first = Some(self.order(classes, &[])?),
                AdviceClause::Each(each) => advice.each = Some(self.constraint(each)?),
                AdviceClause::Replies(replies) => advice.replies = Some(self.constraint(replies)?),
                AdviceClause::Reach(turn, goal) => self.goal(*turn, goal, &mut advice.reach)?,
                AdviceClause::Hold(turn, goal) => self.goal(*turn, goal, &mut advice.hold)?,
                AdviceClause::Within(Bound::Plies(plies)) => advice.plies = *plies as i32,
                AdviceClause::Within(Bound::Named(name)) => {
                    let given = self.given.iter().find(|(given, _)| *given == name.text);
                    let Some((_, Node::Constant(Value::Number(plies)))) = given else {
                        return unknown(&name.text);
                    };
                    advice.plies = *plies;
                }
                AdviceClause::Quickest => advice.quickest = true,
                AdviceClause::Prefer(keys) => advice.prefer.extend(self.keys(keys)?),
                AdviceClause::OneMove => advice.plays_out = false,
            }
        }
        advice.plays_out &= advice.has_reach() && advice.plies > 1;
        let goals = advice.reach.iter().chain(&advice.hold).flatten().map(|goal| (&goal.asks, true));
        let orders = || advice.each.iter().chain(&advice.replies);
        let classes = orders().flat_map(|order| &order.classes).filter_map(|class| class.condition.as_ref());
        let ranks = orders().flat_map(|order| &order.rank).map(|key| (&key.number, false));
        let all = goals.chain(classes.map(|clause| (&clause.asks, false))).chain(ranks);
        // In a goal a bare name means the root as well: the tree has one ply then.
        advice.looks_at_root = all.into_iter().any(|(node, bare)| {
            let places = if bare { &[Place::Root, Place::Here][..] } else { &[Place::Root][..] };
            relies::depends_on(node, places, &self.definitions, &self.men)
        });
        Ok(advice)
    }

    fn goal(&mut self, turn: Turn, goal: &Expr, goals: &mut [Vec<Clause>; 2]) -> Result<(), Stopped> {
        let clause = self.clause(goal, &[Place::Here, Place::Root, Place::Before, Place::Next])?;
        for (at, after) in [Turn::Us, Turn::Them].into_iter().enumerate() {
            if turn == Turn::Both || turn == after {
                goals[at].push(clause.clone());
            }
        }
        Ok(())
    }

    fn branches(&mut self, rules: &[Verdict], number: &mut i32) -> Result<Vec<Branch>, Stopped> {
        let mut branches = Vec::new();
        for rule in rules {
            let when = rule.when.as_ref().map(|when| self.node(when)).transpose()?;
            let then = match &rule.then {
                Answer::Rules(rules) => Then::Rules(self.branches(rules, number)?),
                Answer::Says(answer, side) => {
                    *number += 1;
                    self.symbol(&answer.text);
                    let side = side.as_ref().map(|side| self.side(side)).transpose()?;
                    Then::Says(*number, answer.text.clone(), side)
                }
            };
            branches.push(Branch { when, then });
        }
        Ok(branches)
    }

    fn claim(&mut self, item: &ClaimItem) -> Result<Claim, Stopped> {
        let strategy = |reader: &Reader, name: &Name| match reader.named(&name.text) {
            Some(Named::Strategy(number)) => Ok(*number),
            _ => unknown(&name.text),
        };
        if !item.under.is_empty() || item.fifty {
            return unknown("`under`");
        }
        let (says, domain) = match &item.says {
            Statement::Play { last, strategy: name, given, show } => {
                self.last = *last as usize;
                let given = given.as_ref().map(|given| self.node(given)).transpose()?;
                let show = show.as_ref().map(|show| self.clause(show, &[])).transpose()?;
                (Says::Play(strategy(self, name)?, *last as usize, given, show), None)
            }
            Statement::Everywhere { domain, show } => (Says::Everywhere(self.node(show)?), domain.as_ref()),
            Statement::Reaches { strategy: name, or, within, from, .. } => {
                let or = or.as_ref().map(|or| self.node(or)).transpose()?;
                (Says::Reaches(strategy(self, name)?, or, *within), from.as_ref())
            }
            Statement::Keeps { strategy: name, what, from } => {
                (Says::Keeps(strategy(self, name)?, what.text == "value"), from.as_ref())
            }
            Statement::Quality { subject, quality, from } if quality.text == "optimal" => {
                (Says::Optimal(strategy(self, subject)?), from.as_ref())
            }
            Statement::Quality { subject, quality, from } => {
                let Some(Named::Recogniser(number)) = self.named(&subject.text).cloned() else {
                    return unknown(&quality.text);
                };
                (Says::Recognises(number, quality.text.clone()), from.as_ref())
            }
            Statement::Query { question, domain } => {
                let says = match question {
                    Question::Positions => Says::Positions,
                    Question::Classes => Says::Classes,
                    Question::Share(part) => Says::Share(self.node(part)?),
                    Question::Longest(name) => Says::Longest(strategy(self, name)?),
                    Question::List(_) => return unknown("`list`"),
                    Question::Tally(of) => Says::Tally(self.node(of)?),
                };
                (says, domain.as_ref())
            }
        };
        let domain = domain.map(|domain| self.node(domain)).transpose()?;
        Ok(Claim { name: item.name.text.clone(), says, domain })
    }
}
