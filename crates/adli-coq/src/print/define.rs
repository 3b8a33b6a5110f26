//! Definitions, each after those that it uses.

use adli_lang::Observed;
use adli_lang::term::{DefId, Pos, Sort, Term, TermId};

use super::remember::{Remembered, WORTH};
use super::{Env, Printer};
use crate::refused::Refused;
use crate::text::{LOOSE, Text};

/// What the two given positions are called.
pub(crate) const GIVEN: &[&str] = &["p", "q"];

impl Printer<'_> {
    /// The name of a definition, and which of its positions it looks at; printed if nobody has asked for it before.
    pub(crate) fn definition(&mut self, def: DefId) -> Result<(String, u32), Refused> {
        if let Some(known) = self.definitions.get(&def) {
            return Ok(known.clone());
        }
        let program = self.program;
        let laws = &program.laws;
        let known = [
            (laws.mate, "mate", "wmate"),
            (laws.stalemate, "stalemate", "wstalemate"),
            (laws.check, "check", "in_check_now"),
            (laws.no_move, "no_move", "wno_move"),
            (laws.legal, "legal", "legal_now"),
        ];
        let law = known.into_iter().find(|(law, ..)| *law == Some(def) && !self.spells_laws);
        let found = match law {
            Some((_, name, word)) => (self.law(def, name, word), 1),
            None => self.define(def)?,
        };
        self.definitions.insert(def, found.clone());
        Ok(found)
    }

    /// A definition of the laws, which the library has; those that have to be worked out are remembered.
    fn law(&mut self, def: DefId, name: &str, word: &str) -> String {
        let sides = self.turns.of(def).later();
        if sides.is_empty() || !["mate", "stalemate"].contains(&name) {
            return word.to_owned();
        }
        let known = self.new_name(name);
        self.remember(&Remembered { name: &known, plain: word, sort: "bool", plies: 1 }, &sides);
        known
    }

    fn define(&mut self, def: DefId) -> Result<(String, u32), Refused> {
        let program = self.program;
        let definition = &program[def];
        let scope = self.scopes.of(definition.body);
        let (looked_at, plies) = (scope.given, scope.plies);
        let of_one = looked_at == 1 && definition.params.is_empty() && definition.sort != Sort::Set;
        let is_change = looked_at == 3 && definition.params.is_empty() && definition.sort != Sort::Set;
        let (name, body) = (definition.name.as_str(), definition.body);
        let sides = self.turns.of(def).later();
        if of_one && !sides.is_empty() && (self.looks_ahead(body) || self.is_asked_often(body)) {
            let (known, plain) = (self.new_name(name), self.new_name(&format!("{name}_plain")));
            self.define_plainly(def, &plain, looked_at)?;
            let sort = sort_word(definition.sort);
            self.remember(&Remembered { name: &known, plain: &plain, sort, plies }, &sides);
            return Ok((known, looked_at));
        }
        if is_change {
            let (given, later) = self.apart(name, |printer| printer.before_and_after(body))?;
            let known = self.new_name(name);
            let sort = sort_word(definition.sort);
            self.out.push(format!(
                "Definition {known} (p : wpos) : wpos -> {sort} := {given}fun q =>\n  {later}."
            ));
            return Ok((known, looked_at));
        }
        let known = self.new_name(name);
        self.define_plainly(def, &known, looked_at)?;
        Ok((known, looked_at))
    }

    fn define_plainly(&mut self, def: DefId, name: &str, looked_at: u32) -> Result<(), Refused> {
        let program = self.program;
        let definition = &program[def];
        let text = self.apart(&definition.name.clone(), |printer| {
            let mut env = Env { given: GIVEN, ..Env::default() };
            let mut locals: Vec<String> = Vec::new();
            let mut head = String::new();
            for (number, given) in GIVEN.iter().enumerate() {
                if looked_at >> number & 1 == 1 {
                    head += &format!(" ({given} : wpos)");
                }
            }
            for &param in &definition.params {
                let variable = program.terms.variable(param);
                let local = printer.names.local(&variable.name, &locals);
                let sort = if variable.sort == Sort::Set { "int -> bool" } else { sort_word(variable.sort) };
                head += &format!(" ({local} : {sort})");
                env.variables.insert(param, Text::atom(&local));
                locals.push(local);
            }
            let sort = sort_word(definition.sort);
            if definition.sort == Sort::Set {
                let local = printer.names.local("on", &locals);
                head += &format!(" ({local} : int)");
                let body = printer.holds_at(definition.body, &Text::atom(&local), &env)?;
                return Ok(format!("Definition {name}{head} : bool :=\n  {}.", body.within(LOOSE)));
            }
            let body = printer.with_men(definition.body, &env)?;
            Ok(format!("Definition {name}{head} : {sort} :=\n  {body}."))
        })?;
        self.out.push(text);
        Ok(())
    }

    /// A term with the men that it asks for several times looked up once.
    fn with_men(&mut self, body: TermId, env: &Env) -> Result<String, Refused> {
        self.count_men([body], env)?;
        let mut env = env.clone();
        let lets: String = GIVEN.iter().map(|given| self.look_up(given, 2, &mut env)).collect();
        let body = self.term(body, &env)?.within(LOOSE);
        Ok(format!("{lets}{body}"))
    }

    /// Counts how often terms ask for each man, by printing them.
    fn count_men(&mut self, terms: impl IntoIterator<Item = TermId>, env: &Env) -> Result<(), Refused> {
        self.uses.clear();
        let left = self.left;
        for term in terms {
            self.term(term, env)?;
        }
        self.left = left;
        Ok(())
    }

    /// Looks up the men that are used at least so often at a position.
    pub(crate) fn look_up(&mut self, given: &str, least: u32, env: &mut Env) -> String {
        let mut lets = String::new();
        for slot in 0..self.men.len() as u8 {
            let key = (given.to_owned(), slot);
            if self.uses.get(&key).is_some_and(|&uses| uses >= least) {
                let man = &self.men[usize::from(slot)];
                let local = format!("{man}{}", if given == GIVEN[0] { "_" } else { "'" });
                lets += &format!("let {local} := {man} {given} in ");
                env.men.insert(key, local);
            }
        }
        lets
    }

    /// Whether something takes so much work that a strategy, which asks it of many moves, had better remember it.
    fn is_asked_often(&self, body: TermId) -> bool {
        let work = self.program.reach([body]).count();
        self.turns.has_strategy() && work >= WORTH
    }

    /// Whether a term makes moves or looks at images.
    pub(crate) fn looks_ahead(&self, term: TermId) -> bool {
        let images = || self.program.reach([term]).any(|(_, term)| matches!(term, Term::SomeSymmetry(..)));
        self.scopes.of(term).plies > 0 || images()
    }

    /// A term of two positions in two parts: what it asks of the one before the move, which is worked out first, and what is then left of it.
    pub(crate) fn before_and_after(&mut self, term: TermId) -> Result<(String, String), Refused> {
        let mut env = Env { given: GIVEN, ..Env::default() };
        let mut locals: Vec<String> = Vec::new();
        let known = self.of_the_first(term);
        let changes = self.changes(term)?;
        let mut later = env.clone();
        for &part in &known {
            let like = match self.program.terms.get(part) {
                Term::Call(def, ..) => self.program[*def].name.clone(),
                _ => "it".to_owned(),
            };
            locals.push(self.names.local(&format!("{like}_was"), &locals));
            later.known.insert(part, locals[locals.len() - 1].clone());
        }
        for (def, name) in &changes {
            locals.push(self.names.local(&format!("{name}_now"), &locals));
            later.begun.insert(*def, locals[locals.len() - 1].clone());
        }
        self.count_men(known.iter().copied(), &env)?;
        let uses = std::mem::take(&mut self.uses);
        self.count_men([term], &later)?;
        self.uses.extend(uses);
        // Every move asks for a man of the first position again.
        let mut lets = self.look_up(GIVEN[0], 1, &mut env);
        later.men = env.men.clone();
        let men = self.look_up(GIVEN[1], 2, &mut later);
        for part in &known {
            let text = self.term(*part, &env)?.within(LOOSE);
            lets += &format!("let {} := {text} in ", later.known[part]);
        }
        for (def, name) in &changes {
            lets += &format!("let {} := {name} p in ", later.begun[def]);
        }
        let text = self.term(term, &later)?.within(LOOSE);
        Ok((lets, format!("{men}{text}")))
    }

    /// The largest parts of a term that call a definition and speak of the first position alone, without looking ahead.
    fn of_the_first(&self, term: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut reach = self.program.terms.reach([term]);
        while let Some((id, term)) = reach.next() {
            let scope = self.scopes.of(id);
            let is_value = self.program.terms.sort(id) != Sort::Set;
            if scope.only() == Some(Observed::Given(0)) && scope.plies == 0 && is_value {
                let calls = self.program.terms.reach([id]).any(|(_, term)| matches!(term, Term::Call(..)));
                if calls && !matches!(term, Term::Step(..)) && !self.looks_ahead(id) {
                    found.push(id);
                    reach.pass_over();
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Changes that are asked of the two given positions, by name.
    fn changes(&mut self, term: TermId) -> Result<Vec<(DefId, String)>, Refused> {
        let program = self.program;
        let mut found: Vec<(DefId, String)> = Vec::new();
        for (_, term) in program.terms.reach([term]) {
            let Term::Call(def, positions, arguments) = term else { continue };
            let given = |at: usize, number: u8| {
                positions.get(at).is_some_and(|&pos| program.terms.pos(pos) == Pos::Given(number))
            };
            let looked_at = self.scopes.of(program[*def].body).given;
            if positions.len() == 2 && given(0, 0) && given(1, 1) && arguments.is_empty() && looked_at == 3 {
                let (name, _) = self.definition(*def)?;
                if !found.iter().any(|(known, _)| known == def) {
                    found.push((*def, name));
                }
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

pub(crate) fn sort_word(sort: Sort) -> &'static str {
    if sort == Sort::Bool || sort == Sort::Set { "bool" } else { "int" }
}
