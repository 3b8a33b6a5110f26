//! Strategies: their own rules, and those to whom they hand over.

use std::rc::Rc;

use adli_lang::ast::{Asked, ItemKind, Rule as WrittenRule, StrategyItem};

use crate::Stopped;
use crate::chess::Side;
use crate::named::{Named, declares};
use crate::node::Place;
use crate::read::{Against, Reader, unknown};
use crate::text::{Clause, Part, Rule, Strategy};

/// The own rules of a strategy, what their steps are called, and who goes on.
pub(crate) struct Own {
    side: Side,
    always: Vec<Clause>,
    rules: Vec<Rule>,
    steps: Vec<String>,
    hands_over: Vec<(String, usize)>,
}

impl Reader {
    /// The own rules of a strategy.
    pub(crate) fn strategy(&mut self, number: usize) -> Result<Own, Stopped> {
        let (copy, item) = self.declared[1][number];
        self.at = copy;
        let file = Rc::clone(&self.copies[copy].file);
        let ItemKind::Strategy(item) = &file.items[item].kind else { return unknown("a strategy") };
        let (mut rules, mut steps) = (Vec::new(), Vec::<String>::new());
        let hands_over = self.hands_over(item);
        for (at, rule) in item.rules.iter().enumerate() {
            rules.push(match rule {
                WrittenRule::Step(step) => {
                    steps.push(step.name.text.clone());
                    let class = self.class(&step.moves, &[Place::Next])?;
                    Rule::Step(steps.len() - 1, class, self.keys(&step.prefer)?)
                }
                WrittenRule::Try { when, advice, then, .. } => {
                    let when = when.as_ref().map(|when| self.node(when)).transpose()?;
                    let mut tried = Vec::new();
                    let mut next = Vec::new();
                    // What stands after the last rule may be the strategies that go on.
                    let names_strategies =
                        at + 1 == item.rules.len() && item.then.is_empty() && !hands_over.is_empty();
                    let then: &[Asked] = if names_strategies { &[] } else { then };
                    let must = !then.is_empty() && then.iter().all(|asked| asked.name.text != "again");
                    for asked in then.iter().filter(|asked| asked.name.text != "again") {
                        next.push(self.asked(asked)?);
                    }
                    for asked in advice {
                        let mut number = self.asked(asked)?;
                        if !next.is_empty() {
                            number = self.form(number, Against::Anything, (next.clone(), must));
                        }
                        // What is tried again has another name.
                        let name = &asked.name.text;
                        let again = (2..).map(|number| format!("{name}_{number}"));
                        let free =
                            std::iter::once(name.clone()).chain(again).find(|name| !steps.contains(name));
                        steps.extend(free);
                        tried.push((steps.len() - 1, number));
                    }
                    Rule::Try(when, tried)
                }
            });
        }
        let always = self.clauses(&item.always, &[Place::Next])?;
        Ok(Own { side: self.side(&item.side)?, always, rules, steps, hands_over })
    }

    /// The strategies after the last `then` of a strategy, with their names, in the order in which they are asked.
    fn hands_over(&self, item: &StrategyItem) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for name in item.last_names() {
            for (wanted, copy) in &self.copies[self.at].uses {
                let listed = wanted.as_ref().is_none_or(|all| all.contains(&name.text));
                let declares = declares(&self.copies[*copy].file, &name.text);
                if let (Some(Named::Strategy(number)), true) =
                    (self.copies[*copy].names.get(&name.text), listed && declares)
                {
                    found.push((name.text.clone(), *number));
                }
            }
        }
        found
    }

    /// A strategy with those to whom it hands over: of several with the same men only the first is asked.
    pub(crate) fn whole(&mut self, number: usize, own: &[Own], deep: usize) -> Result<Strategy, Stopped> {
        let strategy = &own[number];
        if deep > own.len() {
            return unknown("strategies that hand over in a circle");
        }
        let mut parts = vec![Part {
            cast: self.copies[self.declared[1][number].0].cast,
            always: strategy.always.clone(),
            rules: strategy.rules.clone(),
            steps: strategy.steps.iter().map(|name| self.symbol(name)).collect(),
            first: 0,
        }];
        let mut names: Vec<String> = strategy.steps.clone();
        for (name, other) in &strategy.hands_over {
            for part in self.whole(*other, own, deep + 1)?.parts {
                if parts.iter().any(|before: &Part| before.cast == part.cast) {
                    continue;
                }
                let first = names.len();
                let mut steps = Vec::new();
                for step in part.steps {
                    let plain = format!("{name}.{}", self.symbols[usize::from(step)]);
                    let again = (2..).map(|number| format!("{plain}_{number}"));
                    let free = std::iter::once(plain.clone()).chain(again).find(|name| !names.contains(name));
                    names.extend(free.clone());
                    steps.push(self.symbol(&free.unwrap_or_default()));
                }
                parts.push(Part { steps, first, ..part });
            }
        }
        Ok(Strategy { side: strategy.side, parts })
    }
}
