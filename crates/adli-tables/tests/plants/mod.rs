//! False tables that look right: negative controls for everything that checks tables or relies on them.
//!
//! Each is a mistake that a solver could make, carried through: all other values follow from it by the laws
//! of chess. The files are written by the writer of right tables, so that every checksum is right.
#![allow(dead_code, reason = "several tests share this file, and none uses all of it")]

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use adli_chess::{Colour, Material, Position, Square, Symmetry};
use adli_tables::layout::{Layout, Place};
use adli_tables::{Known, Rows, Score, Store, TableError, Unwatched, Value, probe, solve_all};

/// A table whose scores are whatever they were made.
#[derive(Clone)]
pub struct False {
    layout: Arc<Layout>,
    rows: [Vec<[u8; 64]>; 2],
}

impl Rows for False {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn row(&self, turn: Colour, slice: usize, row: usize) -> &[u8; 64] {
        &self.rows[turn.index()][slice * self.layout.slice_rows() + row]
    }

    fn damage(&self) -> Result<(), TableError> {
        Ok(())
    }
}

/// A false table, and the right ones around it.
pub struct Plant {
    /// The table that is false.
    pub material: Material,
    /// All that are needed to audit [`Plant::asked`], the false one among them.
    pub tables: Known,
    /// The material to be audited: the false one, or one that leads into it.
    pub asked: Material,
}

/// No file can say this: which places are legal is not written but worked out by the reader.
pub const IN_MEMORY: &str = "illegal_valued";

/// The names of the plants that a file can say; each is refused by every checker of tables.
pub const PLANTS: [&str; 11] = [
    "mutual_support",
    "cycle",
    "stalemate_lost",
    "mate_drawn",
    "false_conversion",
    "two_plies_late",
    "legal_left_out",
    "wrong_side",
    "image_differs",
    "far_mate_drawn",
    "histogram_cut",
];

impl Plant {
    /// The plant of a name.
    pub fn new(name: &'static str) -> Plant {
        let (material, asked) = match name {
            "mutual_support" | "cycle" => ("KNK", "KNK"),
            "false_conversion" => ("KNK", "KPK"),
            "stalemate_lost" => ("KPK", "KPK"),
            _ => ("KRK", "KRK"),
        };
        let [material, asked]: [Material; 2] = [material, asked].map(|name| name.parse().unwrap());
        let right = solve_all(&[asked], &Unwatched).unwrap();
        let game = Game::new(&right, material);
        let mut plant = Plant { material, tables: right, asked };
        plant.insert(game.planted(name));
        if material != asked {
            // The table that leads into the false one follows from it.
            let game = Game::new(&plant.tables, asked);
            plant.insert(game.table(&game.follow(|_| None)));
        }
        plant
    }

    fn insert(&mut self, table: False) {
        self.tables.insert(Arc::new(table));
    }

    /// Writes the tables into a folder.
    pub fn save(&self, folder: &Path) {
        let store = Store::new(folder.to_owned(), 0);
        let lock = store.lock().unwrap();
        for material in adli_tables::solve_order(&[self.asked]) {
            if material != Material::KINGS {
                store.save(self.tables.get(material).unwrap(), &lock).unwrap();
            }
        }
    }
}

/// A legal position of a table.
struct Node {
    turn: Colour,
    place: Place,
    position: Position,
    /// Where moves lead within the table, and what the others are worth to the side that moves.
    moves: Vec<usize>,
    conversions: Vec<Value>,
}

/// All positions of a table and their moves.
pub struct Game {
    layout: Arc<Layout>,
    nodes: Vec<Node>,
    /// Their right values.
    right: Vec<Value>,
    /// The scores of the right table, places of positions that are not legal included.
    scores: False,
}

impl Game {
    pub fn new(known: &Known, material: Material) -> Game {
        let table = known.get(material).unwrap();
        let layout = Arc::new(Layout::new(material));
        let all = 0..layout.slices() * layout.slice_rows();
        let place = |row: usize, place: u8| Place {
            slice: row / layout.slice_rows(),
            row: row % layout.slice_rows(),
            place,
        };
        let copy =
            |turn| all.clone().map(|row| *table.row(turn, place(row, 0).slice, place(row, 0).row)).collect();
        let scores = False { layout: layout.clone(), rows: Colour::ALL.map(copy) };
        let (mut nodes, mut numbers) = (Vec::new(), vec![usize::MAX; 2 * 64 * all.len()]);
        let number = |layout: &Layout, turn: Colour, place: Place| {
            let row = place.slice * layout.slice_rows() + place.row;
            (64 * row + usize::from(place.place)) * 2 + turn.index()
        };
        for turn in Colour::ALL {
            for at in all.clone().flat_map(|row| (0..64).map(move |square| place(row, square))) {
                let Some(position) = layout.position(at, turn) else { continue };
                if layout.locate(&position) == at {
                    numbers[number(&layout, turn, at)] = nodes.len();
                    let (moves, conversions) = (Vec::new(), Vec::new());
                    nodes.push(Node { turn, place: at, position, moves, conversions });
                }
            }
        }
        for node in &mut nodes {
            for mv in node.position.legal_moves() {
                let next = node.position.play(mv);
                if next.material() == Some(material) {
                    node.moves.push(numbers[number(&layout, !node.turn, layout.locate(&next))]);
                } else {
                    node.conversions.push(probe(known, &next).unwrap().before());
                }
            }
        }
        let right = nodes.iter().map(|node| probe(known, &node.position).unwrap()).collect();
        Game { layout, nodes, right, scores }
    }

    /// The largest labelling without numbers in which every label agrees with those after each move: White
    /// wins if some move leads to a lost position, Black loses if all moves lead to won ones. Without a mate
    /// nothing is won; it is not empty.
    fn supported(&self) -> Vec<bool> {
        let mut labelled = vec![true; self.nodes.len()];
        loop {
            let agrees = |node: &Node| match node.turn {
                Colour::White => node.moves.iter().any(|&next| labelled[next]),
                Colour::Black if node.is_over() => node.position.is_check(),
                Colour::Black => {
                    node.conversions.iter().all(|value| matches!(value, Value::Loss(_)))
                        && node.moves.iter().all(|&next| labelled[next])
                }
            };
            let next: Vec<bool> =
                self.nodes.iter().zip(&labelled).map(|(node, &is)| is && agrees(node)).collect();
            if next == labelled {
                return labelled;
            }
            labelled = next;
        }
    }

    /// How many positions with a side to move are labelled, and how many there are: all images, each once.
    pub fn supported_positions(&self, turn: Colour) -> (usize, usize) {
        let labelled = self.supported();
        let (mut some, mut all) = (HashSet::new(), HashSet::new());
        for (node, labelled) in self.nodes.iter().zip(labelled).filter(|(node, _)| node.turn == turn) {
            let men = self.layout.men(node.place);
            for symmetry in Symmetry::ALL {
                let image: Vec<Square> = men.iter().map(|&(square, _)| symmetry.square(square)).collect();
                if labelled {
                    some.insert(image.clone());
                }
                all.insert(image);
            }
        }
        (some.len(), all.len())
    }

    /// A part of the labelling that supports itself: one move of each won position, all moves of each lost
    /// one.
    fn cycle(&self) -> Vec<bool> {
        let labelled = self.supported();
        let first = (0..self.nodes.len()).find(|&at| labelled[at] && self.nodes[at].turn == Colour::White);
        let (mut inside, mut open) = (vec![false; self.nodes.len()], vec![first.unwrap()]);
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut inside[at], true) {
                continue;
            }
            let moves = self.nodes[at].moves.iter().copied().filter(|&next| labelled[next]);
            match self.nodes[at].turn {
                Colour::White if self.nodes[at].moves.iter().any(|&next| inside[next]) => {}
                Colour::White => open.extend(moves.take(1)),
                Colour::Black => open.extend(moves),
            }
        }
        inside
    }

    /// What follows by the laws if some positions are given their values: the best of the moves, until
    /// nothing changes. It begins with draws, so that no value stands on itself.
    fn follow(&self, given: impl Fn(&Node) -> Option<Value>) -> Vec<Value> {
        let given: Vec<Option<Value>> = self.nodes.iter().map(given).collect();
        let mut values: Vec<Value> = given.iter().map(|value| value.unwrap_or(Value::Draw)).collect();
        for _ in 0..256 {
            let best = |(at, node): (usize, &Node)| {
                let moves = node.moves.iter().map(|&next| values[next].before());
                let best = moves.chain(node.conversions.iter().copied()).max();
                given[at].or(best).unwrap_or(node.stuck())
            };
            let next: Vec<Value> = self.nodes.iter().enumerate().map(best).collect();
            if next == values {
                break;
            }
            values = next;
        }
        values
    }

    /// The right values, each changed.
    fn changed(&self, change: impl Fn(usize, Value) -> Value) -> Vec<Value> {
        self.right.iter().enumerate().map(|(at, &value)| change(at, value)).collect()
    }

    /// A labelling without numbers, with a number that is the same everywhere.
    fn labelled(&self, labelled: &[bool]) -> Vec<Value> {
        let value = |(node, &is): (&Node, &bool)| match (is, node.turn) {
            (false, _) => Value::Draw,
            (true, Colour::White) => Value::Win(33),
            (true, Colour::Black) => Value::Loss(34),
        };
        self.nodes.iter().zip(labelled).map(value).collect()
    }

    /// The table with some values.
    fn table(&self, values: &[Value]) -> False {
        let mut table = self.scores.clone();
        for (node, value) in self.nodes.iter().zip(values) {
            *self.score(&mut table, node.turn, node.place) = byte(*value, node.turn);
        }
        table
    }

    fn score<'t>(&self, table: &'t mut False, turn: Colour, place: Place) -> &'t mut u8 {
        let row = place.slice * self.layout.slice_rows() + place.row;
        &mut table.rows[turn.index()][row][usize::from(place.place)]
    }

    /// The table of a plant.
    fn planted(&self, name: &str) -> False {
        let first = |is: &dyn Fn(&Node, Value) -> bool| {
            self.nodes.iter().zip(&self.right).position(|(node, &value)| is(node, value)).unwrap()
        };
        let in_place_of =
            |plies: &dyn Fn(u16) -> Value| self.changed(|_, value| value.plies().map_or(value, plies));
        match name {
            "mutual_support" | "false_conversion" => self.table(&self.labelled(&self.supported())),
            "cycle" => self.table(&self.labelled(&self.cycle())),
            "stalemate_lost" => {
                let is_stalemate = |node: &Node| node.is_over() && !node.position.is_check();
                self.table(&self.follow(|node| is_stalemate(node).then_some(Value::Loss(0))))
            }
            "mate_drawn" => {
                let mate = self.nodes[first(&|_, value| value == Value::Loss(0))].position;
                self.table(&self.follow(|node| (node.position == mate).then_some(Value::Draw)))
            }
            "two_plies_late" => self.table(&in_place_of(&|plies| late(plies))),
            "histogram_cut" => {
                self.table(&in_place_of(&|plies| if plies > 20 { Value::Draw } else { of_plies(plies) }))
            }
            "far_mate_drawn" => {
                let longest = self.right.iter().filter_map(|value| value.plies()).max();
                let far = first(&|_, value| value.plies() == longest);
                self.table(&self.changed(|at, value| if at == far { Value::Draw } else { value }))
            }
            "wrong_side" => {
                let mut table = self.scores.clone();
                let [white, black] = &mut table.rows;
                // Where both are legal; a mate is one for either side to move.
                for (white, black) in white.iter_mut().flatten().zip(black.iter_mut().flatten()) {
                    let values = (Score(*white).value(Colour::White), Score(*black).value(Colour::Black));
                    if let (Some(first), Some(second)) = values {
                        (*white, *black) = (byte(second, Colour::White), byte(first, Colour::Black));
                    }
                }
                table
            }
            "image_differs" => {
                // With both kings on the diagonal a position and its mirror image have a place each.
                let is_one_of_two = |at: usize| {
                    let squares = self.layout.men(self.nodes[at].place);
                    let on_diagonal = |at: usize| squares[at].0.file() == squares[at].0.rank();
                    [on_diagonal(0), on_diagonal(1), on_diagonal(2)] == [true, true, false]
                };
                let slow = |at: &usize| self.right[*at].plies() > Some(10);
                let one = (0..self.nodes.len()).filter(slow).find(|&at| is_one_of_two(at)).unwrap();
                self.table(&self.changed(|at, value| if at == one { Value::Draw } else { value }))
            }
            IN_MEMORY => {
                let mut table = self.scores.clone();
                let place = self.illegal_place();
                *self.score(&mut table, Colour::White, place) = Score::decided(1).0;
                table
            }
            "legal_left_out" => {
                let mut is_reached = vec![false; self.nodes.len()];
                self.nodes.iter().flat_map(|node| &node.moves).for_each(|&next| is_reached[next] = true);
                let lonely = is_reached.iter().position(|is_reached| !is_reached).unwrap();
                let mut table = self.scores.clone();
                *self.score(&mut table, self.nodes[lonely].turn, self.nodes[lonely].place) = 0;
                table
            }
            _ => panic!("there is no plant `{name}`"),
        }
    }

    /// A place that a table keeps and where White could take the king.
    fn illegal_place(&self) -> Place {
        let rows = (0..self.layout.slice_rows()).rev().map(|row| Place { slice: 0, row, place: 0 });
        let all = rows
            .flat_map(|at| self.layout.canonical_places(at.row).into_iter().map(move |square| (at, square)));
        let places = all.map(|(at, square)| Place { place: square.index() as u8, ..at });
        let is_wanted = |at: &Place| {
            let kings = [Colour::White, Colour::Black].map(|turn| self.layout.position(*at, turn).is_some());
            kings == [false, true]
        };
        places.into_iter().find(is_wanted).unwrap()
    }
}

impl Node {
    fn is_over(&self) -> bool {
        self.moves.is_empty() && self.conversions.is_empty()
    }

    /// What it is worth to have no move.
    fn stuck(&self) -> Value {
        if self.position.is_check() { Value::Loss(0) } else { Value::Draw }
    }
}

fn of_plies(plies: u16) -> Value {
    if plies % 2 == 1 { Value::Win(plies) } else { Value::Loss(plies) }
}

/// All that takes ten moves or more takes one move more.
fn late(plies: u16) -> Value {
    of_plies(if plies >= 20 { plies + 2 } else { plies })
}

fn byte(value: Value, turn: Colour) -> u8 {
    value.plies().map_or(Score::draw(turn), |plies| Score::decided(usize::from(plies))).0
}
