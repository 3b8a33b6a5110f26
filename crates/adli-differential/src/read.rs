//! From the tree of the parser to a text whose names are found.
//!
//! Only the parser is shared with the program that is tested: what a name means is decided here, from
//! `docs/language.md`. What the generator never writes is not read, and says so.

use std::collections::HashMap;

use adli_lang::ast::{
    AdviceClause, AdviceItem, Aim, Answer, Asked, Bound, ClaimItem, Constraint, Expr, File, Header, ItemKind,
    MoveClass, Name, Preference, Question, Rule as WrittenRule, Statement, StrategyItem, Turn, Verdict,
};

use crate::Stopped;
use crate::chess::{Kind, MEN, Men, Side};
use crate::node::{Node, Place};
use crate::relies;
use crate::text::{
    Advice, Branch, Claim, Class, Clause, Definition, Key, Order, Rule, Says, Strategy, Text, Then,
};

/// Names and what they stand for.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) letters: HashMap<String, usize>,
    pub(crate) sides: Vec<String>,
    pub(crate) definitions: HashMap<String, usize>,
    pub(crate) strategies: HashMap<String, usize>,
    pub(crate) advice: HashMap<String, usize>,
    pub(crate) recognisers: HashMap<String, usize>,
    pub(crate) symbols: Vec<String>,
}

pub(crate) struct Reader {
    pub(crate) names: Names,
    pub(crate) men: Men,
    pub(crate) definitions: Vec<Definition>,
    /// What is bound, the innermost last.
    pub(crate) locals: Vec<String>,
    /// The last position of the play that is spoken of.
    /// Advice in other forms: of which, against what, and what goes on after it, if it must.
    pub(crate) forms: Vec<(usize, Against, (Vec<usize>, bool))>,
    pub(crate) last: usize,
}

/// What the other side does in trees.
pub(crate) enum Against {
    Anything,
    Pass,
    Plays(usize),
}

pub(crate) fn unknown<T>(what: &str) -> Result<T, Stopped> {
    Err(Stopped::NotRead(what.to_owned()))
}

/// Reads a text.
///
/// # Errors
/// Where it has something that this evaluator does not know.
pub fn read(file: &File) -> Result<Text, Stopped> {
    let mut reader = Reader {
        names: Names::default(),
        men: Men(Vec::new()),
        definitions: Vec::new(),
        locals: Vec::new(),
        forms: Vec::new(),
        last: 0,
    };
    for item in &file.items {
        let names = &mut reader.names;
        let (map, name) = match &item.kind {
            ItemKind::Endgame(header) => {
                reader.header(header)?;
                continue;
            }
            ItemKind::Def(def) => (&mut names.definitions, &def.name),
            ItemKind::Strategy(strategy) => (&mut names.strategies, &strategy.name),
            ItemKind::Advice(advice) => (&mut names.advice, &advice.name),
            ItemKind::Recogniser(recogniser) => (&mut names.recognisers, &recogniser.name),
            ItemKind::Use(used) if used.path.text == "geometry" => continue,
            ItemKind::Claim(_) => continue,
            ItemKind::Use(_) | ItemKind::Option(_) | ItemKind::Moves(_) => return unknown("a declaration"),
        };
        let number = map.len();
        map.insert(name.text.clone(), number);
    }
    reader.all_definitions(file)?;
    let (mut strategies, mut advice) = (Vec::new(), Vec::new());
    let (mut recognisers, mut claims) = (Vec::new(), Vec::new());
    for item in &file.items {
        if let ItemKind::Advice(item) = &item.kind {
            advice.push(reader.advice(item)?);
        }
    }
    for item in &file.items {
        match &item.kind {
            ItemKind::Strategy(item) => strategies.push(reader.strategy(item)?),
            ItemKind::Recogniser(item) => {
                let mut number = 0;
                recognisers.push(reader.branches(&item.rules, &mut number)?);
            }
            _ => {}
        }
    }
    for item in &file.items {
        if let ItemKind::Claim(item) = &item.kind {
            claims.push(reader.claim(item)?);
        }
    }
    let Reader { names, men, definitions, forms, .. } = reader;
    for (of, against, (then, must_go_on)) in forms {
        let mut form = advice[of].clone();
        form.looks_at_root |= matches!(against, Against::Plays(_));
        form.passes = matches!(against, Against::Pass);
        let against = if let Against::Plays(other) = against { Some(other) } else { None };
        form.plays_out |= !then.is_empty();
        advice.push(Advice { against, then, must_go_on, ..form });
    }
    Ok(Text { men, definitions, strategies, advice, recognisers, claims, symbols: names.symbols })
}

impl Reader {
    fn header(&mut self, header: &Header) -> Result<(), Stopped> {
        for (side, written) in [Side::White, Side::Black].into_iter().zip(&header.sides) {
            self.names.sides.push(written.name.text.clone());
            for man in &written.men {
                let kind = man.text.chars().next().and_then(Kind::of_letter);
                let Some(kind) = kind.filter(|_| self.men.0.len() < MEN) else { return unknown("a man") };
                self.names.letters.insert(man.text.clone(), self.men.0.len());
                self.men.0.push((side, kind));
            }
        }
        if self.names.letters.len() != self.men.0.len() {
            return unknown("like men");
        }
        Ok(())
    }

    /// Bodies may use one another whatever their order, so they are read again until those they rely on are there.
    fn all_definitions(&mut self, file: &File) -> Result<(), Stopped> {
        let defs = || {
            file.items.iter().filter_map(|i| if let ItemKind::Def(def) = &i.kind { Some(def) } else { None })
        };
        for def in defs() {
            let men = def.params.iter().map(|(_, ty)| ty.text == "Man").collect();
            self.definitions.push(Definition { men, body: Node::Tuple(Vec::new()) });
        }
        // A quantifier over moves relies on whom its definitions name: a chain of n definitions needs n rounds.
        for _ in 0..=self.definitions.len() {
            for (number, def) in defs().enumerate() {
                self.locals = def.params.iter().map(|(name, _)| name.text.clone()).collect();
                self.definitions[number].body = self.node(&def.body)?;
            }
        }
        self.locals.clear();
        Ok(())
    }

    pub(crate) fn side(&self, name: &Name) -> Result<Side, Stopped> {
        match self.names.sides.iter().position(|side| *side == name.text) {
            Some(0) => Ok(Side::White),
            Some(_) => Ok(Side::Black),
            None => unknown(&name.text),
        }
    }

    pub(crate) fn movers(&self, men: &[Name]) -> Result<u8, Stopped> {
        let mut movers = 0;
        for man in men {
            let Some(number) = self.names.letters.get(&man.text) else { return unknown(&man.text) };
            movers |= 1 << number;
        }
        Ok(if men.is_empty() { u8::MAX } else { movers })
    }

    fn clause(&mut self, expr: &Expr, places: &[Place]) -> Result<Clause, Stopped> {
        let asks = self.node(expr)?;
        Ok(relies::clause(asks, places, &self.definitions, self.men.0.len()))
    }

    fn clauses<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        places: &[Place],
    ) -> Result<Vec<Clause>, Stopped> {
        exprs.into_iter().map(|expr| self.clause(expr, places)).collect()
    }

    fn keys<'e>(&mut self, keys: impl IntoIterator<Item = &'e Preference>) -> Result<Vec<Key>, Stopped> {
        let places = [Place::Next, Place::Here, Place::Before];
        let read = keys.into_iter().map(|key| {
            let Clause { asks: number, relies } = self.clause(&key.key, &places)?;
            Ok(Key { most: key.most, number, relies })
        });
        read.collect()
    }

    fn class(&mut self, class: &MoveClass, places: &[Place]) -> Result<Class, Stopped> {
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

    fn symbol(&mut self, word: &str) -> u16 {
        let symbols = &mut self.names.symbols;
        symbols.iter().position(|known| known == word).unwrap_or_else(|| {
            symbols.push(word.to_owned());
            symbols.len() - 1
        }) as u16
    }

    fn strategy(&mut self, item: &StrategyItem) -> Result<Strategy, Stopped> {
        let (mut rules, mut steps) = (Vec::new(), Vec::new());
        for rule in &item.rules {
            rules.push(match rule {
                WrittenRule::Step(step) => {
                    steps.push(self.symbol(&step.name.text));
                    let class = self.class(&step.moves, &[Place::Next])?;
                    Rule::Step(steps.len() - 1, class, self.keys(&step.prefer)?)
                }
                WrittenRule::Try { when, advice, then, .. } => {
                    let when = when.as_ref().map(|when| self.node(when)).transpose()?;
                    let mut tried = Vec::new();
                    let mut next = Vec::new();
                    let must = !then.is_empty() && then.iter().all(|asked| asked.name.text != "again");
                    for asked in then.iter().filter(|asked| asked.name.text != "again") {
                        next.push(self.asked(asked)?);
                    }
                    for asked in advice {
                        let mut number = self.asked(asked)?;
                        if !next.is_empty() {
                            number = self.form(number, Against::Anything, (next.clone(), must));
                        }
                        let name = &asked.name;
                        // What is tried again has another name, for which nobody asks here.
                        let mut step = self.symbol(&name.text);
                        if steps.contains(&step) {
                            step = self.symbol(&format!("{} again {}", name.text, steps.len()));
                        }
                        steps.push(step);
                        tried.push((steps.len() - 1, number));
                    }
                    Rule::Try(when, tried)
                }
            });
        }
        let always = self.clauses(&item.always, &[Place::Next])?;
        Ok(Strategy { side: self.side(&item.side)?, always, rules, steps })
    }

    /// The number of a piece of advice.
    pub(crate) fn asked(&self, asked: &Asked) -> Result<usize, Stopped> {
        match self.names.advice.get(&asked.name.text) {
            Some(&number) if asked.arguments.is_empty() => Ok(number),
            _ => unknown(&asked.text),
        }
    }

    /// The number of a piece of advice that says the same as another, in another form.
    pub(crate) fn form(&mut self, of: usize, against: Against, then: (Vec<usize>, bool)) -> usize {
        self.forms.push((of, against, then));
        self.names.advice.len() + self.forms.len() - 1
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
                AdviceClause::Within(Bound::Named(name)) => return unknown(&name.text),
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
        let strategy = |reader: &Reader, name: &Name| match reader.names.strategies.get(&name.text) {
            Some(&number) => Ok(number),
            None => unknown(&name.text),
        };
        if !item.under.is_empty() || item.fifty || item.sizes.is_some() {
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
                let Some(&number) = self.names.recognisers.get(&subject.text) else {
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
                    Question::Tally(_) => return unknown("`tally`"),
                };
                (says, domain.as_ref())
            }
        };
        let domain = domain.map(|domain| self.node(domain)).transpose()?;
        Ok(Claim { name: item.name.text.clone(), says, domain })
    }
}
