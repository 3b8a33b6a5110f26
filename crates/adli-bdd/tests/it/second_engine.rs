//! Static definitions worked out again by another engine, whose diagrams have no complement edges: as many positions, as many nodes.
//!
//! The terms are walked by [`adli_symbolic`], as ours are; what truth, numbers and positions are is written here once more, plainly.

use std::hash::{Hash, Hasher};

use adli_bdd::{Atlas, BitOrder, Cast, Room, Store};
use adli_chess::{Colour, Kind, Square, Symmetry};
use adli_claims::Unwatched;
use adli_lang::Program;
use adli_lang::term::{Sort, TermId};
use adli_symbolic::{
    Algebra, Arithmetic, Comparison, Domain, Env, Kinds, OverMoves, Sight, Single, Value, Walk,
};
use ruddy::VariableId;
use ruddy::split;

use crate::programs;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Other;

/// A diagram of the other engine, which can be a key.
#[derive(Clone, Debug)]
struct Bdd(split::Bdd);

impl PartialEq for Bdd {
    fn eq(&self, other: &Bdd) -> bool {
        self.0.structural_eq(&other.0)
    }
}

impl Eq for Bdd {}

impl Hash for Bdd {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.node_count().hash(state);
    }
}

impl Bdd {
    fn not(&self) -> Bdd {
        Bdd(self.0.not())
    }

    fn and(&self, other: &Bdd) -> Bdd {
        Bdd(self.0.and(&other.0))
    }

    fn or(&self, other: &Bdd) -> Bdd {
        Bdd(self.0.or(&other.0))
    }

    fn iff(&self, other: &Bdd) -> Bdd {
        Bdd(self.0.iff(&other.0))
    }
}

type Number = Vec<(i32, Bdd)>;
type Made<T> = Result<T, String>;

impl Kinds for Other {
    type Truth = Bdd;
    type Number = Number;
    type Enum = Vec<Bdd>;
    /// Whether Black is to move, and how the board is turned.
    type Position = (bool, Symmetry);
    type Place = ();
    type Refused = String;
}

struct Logic;

impl Logic {
    fn constant(&self, value: bool) -> Bdd {
        Bdd(if value { split::Bdd::new_true() } else { split::Bdd::new_false() })
    }

    fn collect(&self, cases: impl Iterator<Item = (i32, Bdd)>) -> Number {
        let mut number: Number = Vec::new();
        for (value, set) in cases.filter(|(_, set)| !set.0.is_false()) {
            match number.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = known.or(&set),
                None => number.push((value, set)),
            }
        }
        number.sort_by_key(|(value, _)| *value);
        number
    }

    fn both(&self, a: &Number, b: &Number, of: impl Fn(i32, i32) -> i32) -> Number {
        self.collect(
            a.iter().flat_map(|(x, p)| b.iter().map(|(y, q)| (of(*x, *y), p.and(q))).collect::<Vec<_>>()),
        )
    }
}

impl Algebra<Other> for Logic {
    fn truth(&self, value: bool) -> Bdd {
        self.constant(value)
    }

    fn known(&self, truth: &Bdd) -> Option<bool> {
        if truth.0.is_true() { Some(true) } else { truth.0.is_false().then_some(false) }
    }

    fn number(&self, value: i32) -> Number {
        vec![(value, self.constant(true))]
    }

    fn one_of(&self, values: usize, value: i32) -> Vec<Bdd> {
        (0..values).map(|n| self.constant(n as i32 == value)).collect()
    }

    fn not(&mut self, a: &Bdd) -> Made<Bdd> {
        Ok(a.not())
    }

    fn and(&mut self, a: &Bdd, b: &Bdd) -> Made<Bdd> {
        Ok(a.and(b))
    }

    fn or(&mut self, a: &Bdd, b: &Bdd) -> Made<Bdd> {
        Ok(a.or(b))
    }

    fn same(&mut self, a: &Bdd, b: &Bdd) -> Made<Bdd> {
        Ok(a.iff(b))
    }

    fn same_enum(&mut self, a: &Vec<Bdd>, b: &Vec<Bdd>) -> Made<Bdd> {
        Ok(a.iter().zip(b).fold(self.constant(false), |any, (a, b)| any.or(&a.and(b))))
    }

    fn choose_truth(&mut self, condition: &Bdd, yes: &Bdd, no: &Bdd) -> Made<Bdd> {
        Ok(condition.and(yes).or(&no.and(&condition.not())))
    }

    fn choose(&mut self, condition: &Bdd, yes: &Number, no: &Number) -> Made<Number> {
        let yes = yes.iter().map(|(value, set)| (*value, set.and(condition)));
        Ok(self.collect(yes.chain(no.iter().map(|(value, set)| (*value, set.and(&condition.not()))))))
    }

    fn choose_enum(&mut self, condition: &Bdd, yes: &Vec<Bdd>, no: &Vec<Bdd>) -> Made<Vec<Bdd>> {
        yes.iter().zip(no).map(|(yes, no)| self.choose_truth(condition, yes, no)).collect()
    }

    fn as_number(&mut self, a: &Bdd) -> Made<Number> {
        Ok(self.collect([(0, a.not()), (1, a.clone())].into_iter()))
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &Number, b: &Number) -> Made<Number> {
        Ok(self.both(a, b, |x, y| match kind {
            Arithmetic::Add => x + y,
            Arithmetic::Sub => x - y,
            Arithmetic::Mul => x * y,
            Arithmetic::Min => x.min(y),
            Arithmetic::Max => x.max(y),
        }))
    }

    fn single(&mut self, kind: Single, a: &Number) -> Made<Number> {
        let of = |x: i32| match kind {
            Single::Abs => x.abs(),
            Single::Div(by) => x.div_euclid(by),
            Single::Mod(by) => x.rem_euclid(by),
        };
        Ok(self.collect(a.iter().map(|(value, set)| (of(*value), set.clone()))))
    }

    fn compare(&mut self, kind: Comparison, a: &Number, b: &Number) -> Made<Bdd> {
        let holds = self.both(a, b, |x, y| {
            i32::from(match kind {
                Comparison::Equal => x == y,
                Comparison::Less => x < y,
                Comparison::AtMost => x <= y,
            })
        });
        Ok(holds.into_iter().find(|(value, _)| *value == 1).map_or(self.constant(false), |(_, set)| set))
    }
}

/// Everybody at home, on squares of which nothing is known.
struct Static<'p> {
    program: &'p Program,
    options: Vec<i32>,
    logic: Logic,
}

impl Static<'_> {
    /// The high bit first, all men for each bit, files before ranks.
    fn line(&self, man: usize, rank: bool, by: Symmetry) -> Number {
        let (corner, neighbour) = (by.square(Square::new(0, 0)), by.square(Square::new(1, 0)));
        let flipped = if rank { corner.rank() == 7 } else { corner.file() == 7 };
        let rank = rank != (corner.file() == neighbour.file());
        let men = self.program.endgame.men.len();
        let bit =
            |number: usize| VariableId::new((((if rank { 3 } else { 0 }) + 2 - number) * men + man) as u32);
        let value = |value: i32| {
            (0..3).fold(self.logic.constant(true), |set, number| {
                set.and(&Bdd(split::Bdd::new_literal(bit(number), value >> number & 1 == 1)))
            })
        };
        self.logic.collect((0..8).map(|n| (if flipped { 8 - n } else { n + 1 }, value(n))))
    }
}

impl<'p> Domain<'p, Other> for Static<'p> {
    type Algebra = Logic;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut Logic {
        &mut self.logic
    }

    fn options(&self) -> &[i32] {
        &self.options
    }

    fn unbound() -> String {
        "no value".into()
    }

    fn place(&self) {}

    fn passed(&mut self, at: (bool, Symmetry)) -> Made<(bool, Symmetry)> {
        Ok((!at.0, at.1))
    }

    fn image(&mut self, at: (bool, Symmetry), by: Symmetry) -> Made<(bool, Symmetry)> {
        Ok((at.0, at.1.then(by)))
    }

    fn see(&mut self, sight: Sight, (at, by): (bool, Symmetry)) -> Made<Value<Other>> {
        Ok(match sight {
            Sight::File(slot) => Value::Int(self.line(usize::from(slot.0), false, by)),
            Sight::Rank(slot) => Value::Int(self.line(usize::from(slot.0), true, by)),
            Sight::Alive(_) => Value::Bool(self.logic.constant(true)),
            Sight::Kind(slot) => {
                let kind = self.program.endgame.man(slot).kind;
                Value::Enum(Kind::ALL.iter().map(|other| self.logic.constant(*other == kind)).collect())
            }
            Sight::Turn => Value::Enum(vec![self.logic.constant(!at), self.logic.constant(at)]),
            Sight::Passing => Value::Square(self.logic.number(0), self.logic.number(0)),
        })
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Env<Other>) -> Made<<Other as Kinds>::Truth> {
        self.plain_junction(parts, all, names)
    }

    fn over_moves(&mut self, _: TermId, _: OverMoves, _: &Env<Other>) -> Made<Value<Other>> {
        Err("moves are left out".into())
    }

    fn ask(&mut self, _: TermId, _: &Env<Other>) -> Made<Value<Other>> {
        Err("strategies are left out".into())
    }
}

/// How many conditions of a text were worked out by both engines.
fn agree(name: &str) -> usize {
    let programs = programs(name, None);
    let program = &programs[0];
    let men = program.endgame.men.len();
    let store = Store::new(men, BitOrder::HighFirst, Room::within(1 << 30)).unwrap();
    let mut atlas = Atlas::new(program, &[], store, &Unwatched).unwrap();
    let last = VariableId::new(6 * men as u32 - 1);
    let mut other = Static { program, options: program.options_under(&[]), logic: Logic };
    let mut worked_out = 0;
    for turn in [Colour::White, Colour::Black] {
        for definition in program.definitions.iter().filter(|d| d.params.is_empty() && d.positions == 1) {
            if definition.sort != Sort::Bool {
                continue;
            }
            let names = Env::given([(turn == Colour::Black, Symmetry::IDENTITY)]);
            let Ok(Value::Bool(theirs)) = other.value(definition.body, &names) else { continue };
            let ours = atlas.where_holds(definition.body, &Cast::home(&program.endgame, turn)).unwrap();
            let what = format!("{name}: {}", definition.name);
            // Less than 2^53, so that it is exact.
            let number = theirs.0.count_satisfying_valuations(Some(last));
            assert_eq!(atlas.store().count(&ours).to_string(), number.to_string(), "{what}");
            let nodes =
                if theirs.0.is_true() || theirs.0.is_false() { 0 } else { theirs.0.node_count() as u64 - 2 };
            assert_eq!(atlas.store().plain_nodes(&[&ours]), nodes, "nodes of {what}");
            worked_out += 1;
        }
    }
    worked_out
}

#[test]
fn another_engine_makes_the_same_diagrams() {
    let worked_out = ["krk/malikovic-janicic", "krk/bratko", "kqk/adli", "kpk/recogniser"].map(agree);
    assert!(worked_out.iter().all(|&number| number >= 4), "{worked_out:?}");
    assert!(worked_out.iter().sum::<usize>() >= 40, "{worked_out:?}");
}
