//! Tables as small arrays.
//!
//! Code that runs over columns looks words up by the squares of one man or of two: 64 words or 4096. Most of them say little. A distance fits
//! a byte; what depends on files alone is the same for the eight squares of a file; a set of squares may be one of a few. So a
//! table is printed as the cheapest of these: plain words as wide as they need to be; squares put into classes of which one square stands for
//! all; numbers of words that stand beside; or both. Each makes the code wait for one look more, and has to save some bytes for that.
//!
//! Two men never stand on one square, so that what a table of two says there is nobody's business.

use std::collections::HashMap;

/// An array of the exported code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Array {
    pub(super) element: Element,
    pub(super) words: Vec<u64>,
}

/// What an array is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Element {
    U8,
    /// In two's complement.
    I8,
    U16,
    U64,
}

impl Element {
    pub(super) const fn bytes(self) -> usize {
        match self {
            Element::U8 | Element::I8 => 1,
            Element::U16 => 2,
            Element::U64 => 8,
        }
    }

    /// The narrowest in which all words can be written.
    fn of(words: &[u64]) -> Element {
        let fits = |bits: u32| words.iter().all(|&word| word < 1 << bits);
        if fits(8) {
            Element::U8
        } else if words.iter().all(|&word| i8::try_from(word as i64).is_ok()) {
            Element::I8
        } else if fits(16) {
            Element::U16
        } else {
            Element::U64
        }
    }
}

impl Array {
    fn new(words: Vec<u64>) -> Array {
        Array { element: Element::of(&words), words }
    }

    fn bytes(&self) -> usize {
        self.element.bytes() * self.words.len()
    }
}

/// Where an array stands among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ArrayId(pub(super) usize);

/// How a word is looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed {
    /// The classes of the first man's squares, if they are not the squares themselves; and of the second's.
    pub(super) classes: [Option<ArrayId>; 2],
    /// How many classes the second man has; none if there is no second man.
    pub(super) width: usize,
    pub(super) words: ArrayId,
    /// Where the words stand, if `words` has their numbers.
    pub(super) through: Option<ArrayId>,
}

/// All arrays of a text, equal ones once.
#[derive(Default)]
pub(super) struct Arrays {
    pub(super) all: Vec<Array>,
    known: HashMap<Array, usize>,
    packed: HashMap<Box<[u64]>, Packed>,
}

/// What a look for which the next one waits has to save, in bytes: eight lines of the cache.
const WAIT: usize = 512;

impl Arrays {
    /// How many bytes they have.
    pub(super) fn bytes(&self) -> usize {
        self.all.iter().map(Array::bytes).sum()
    }

    fn add(&mut self, array: Array) -> ArrayId {
        let next = self.all.len();
        let id = *self.known.entry(array.clone()).or_insert(next);
        if id == next {
            self.all.push(array);
        }
        ArrayId(id)
    }

    /// The arrays of a table by one square or by two.
    pub(super) fn pack(&mut self, table: &[u64]) -> Packed {
        if let Some(known) = self.packed.get(table) {
            return *known;
        }
        let packed = self.choose(table);
        self.packed.insert(table.into(), packed);
        packed
    }

    fn choose(&mut self, table: &[u64]) -> Packed {
        let width = table.len() / 64;
        if width <= 1 {
            let words = self.add(Array::new(table.to_vec()));
            return Packed { classes: [None; 2], width: 0, words, through: None };
        }
        let rows: Vec<Vec<u64>> = table.chunks(width).map(<[u64]>::to_vec).collect();
        let columns: Vec<Vec<u64>> =
            (0..width).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        let all = [Classes::single(rows.len()), Classes::single(width)];
        let few = [Classes::of(&rows), Classes::of(&columns)];
        // In the order of what waits for how many looks; of equal ones the first is taken.
        let free = without_the_diagonal(table, width);
        let mut choices = Vec::new();
        for (waits, table, classes, by_number) in [
            (0, table, &all, false),
            (1, table, &few, false),
            (1, free.as_slice(), &all, true),
            (2, table, &few, true),
        ] {
            let choice = Choice::new(table, width, classes, by_number);
            choices.extend(choice.map(|choice| (choice.bytes() + waits * WAIT, choice)));
        }
        let Some((_, choice)) = choices.into_iter().min_by_key(|(cost, _)| *cost) else {
            let words = self.add(Array::new(table.to_vec()));
            return Packed { classes: [None; 2], width, words, through: None };
        };
        let Choice { classes, width, words, through } = choice;
        Packed {
            classes: classes.map(|classes| classes.map(|classes| self.add(classes))),
            width,
            words: self.add(words),
            through: through.map(|through| self.add(through)),
        }
    }
}

/// A way to print a table.
struct Choice {
    classes: [Option<Array>; 2],
    width: usize,
    words: Array,
    through: Option<Array>,
}

impl Choice {
    /// The words of one square of each class, or their numbers if there are few enough.
    fn new(table: &[u64], width: usize, classes: &[Classes; 2], by_number: bool) -> Option<Choice> {
        let [first, second] = classes;
        let places = first.ones.iter().flat_map(|&row| second.ones.iter().map(move |&column| (row, column)));
        let words: Vec<u64> = places.map(|(row, column)| table[row * width + column]).collect();
        let (words, through) = if by_number {
            let (numbers, words) = numbered(&words)?;
            (numbers, Some(Array::new(words)))
        } else {
            (words, None)
        };
        let array = |classes: &Classes| (!classes.is_trivial()).then(|| Array::new(classes.of.clone()));
        let classes = [array(first), array(second)];
        Some(Choice { classes, width: second.ones.len(), words: Array::new(words), through })
    }

    fn bytes(&self) -> usize {
        let arrays = self.classes.iter().flatten().chain([&self.words]).chain(&self.through);
        arrays.map(Array::bytes).sum()
    }
}

/// The table with words that stand elsewhere too where both men would be on one square.
fn without_the_diagonal(table: &[u64], width: usize) -> Vec<u64> {
    let mut free = table.to_vec();
    for square in 0..width {
        let (at, beside) = (square * width + square, square * width + (square ^ 1));
        if let Some(&word) = table.get(beside)
            && let Some(place) = free.get_mut(at)
        {
            *place = word;
        }
    }
    free
}

/// Squares that need not be told apart.
struct Classes {
    /// The class of each square.
    of: Vec<u64>,
    /// A square of each class.
    ones: Vec<usize>,
}

impl Classes {
    /// Every square for itself.
    fn single(squares: usize) -> Classes {
        Classes { of: (0..squares as u64).collect(), ones: (0..squares).collect() }
    }

    /// Squares with equal lines of words are in one class.
    fn of(lines: &[Vec<u64>]) -> Classes {
        let mut known: HashMap<&[u64], u64> = HashMap::new();
        let mut classes = Classes { of: Vec::new(), ones: Vec::new() };
        for (number, line) in lines.iter().enumerate() {
            let next = classes.ones.len() as u64;
            let class = *known.entry(line).or_insert(next);
            if class == next {
                classes.ones.push(number);
            }
            classes.of.push(class);
        }
        classes
    }

    fn is_trivial(&self) -> bool {
        self.ones.len() == self.of.len()
    }
}

/// The words of a table, each once, and for each place the number of its word; if there are few enough.
fn numbered(table: &[u64]) -> Option<(Vec<u64>, Vec<u64>)> {
    let mut known: HashMap<u64, u64> = HashMap::new();
    let mut words = Vec::new();
    let numbers = table.iter().map(|&word| {
        *known.entry(word).or_insert_with(|| {
            words.push(word);
            words.len() as u64 - 1
        })
    });
    let numbers: Vec<u64> = numbers.collect();
    (words.len() <= 1 << 16).then_some((numbers, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the exported code looks a word up.
    fn look(arrays: &Arrays, packed: Packed, first: usize, second: usize) -> u64 {
        let word = |id: ArrayId, at: usize| arrays.all[id.0].words[at];
        let class = |classes: Option<ArrayId>, square: usize| {
            classes.map_or(square, |classes| word(classes, square) as usize)
        };
        let [of_first, of_second] = packed.classes;
        let at = match packed.width {
            0 => class(of_first, first),
            width => width * class(of_first, first) + class(of_second, second),
        };
        let found = word(packed.words, at);
        packed.through.map_or(found, |words| word(words, found as usize))
    }

    #[test]
    fn every_word_is_found_again_and_tables_that_say_little_are_small() {
        let two = |word: &dyn Fn(usize, usize) -> u64| -> Vec<u64> {
            (0..4096).map(|at| word(at / 64, at % 64)).collect()
        };
        let apart = |a: usize, b: usize| a.abs_diff(b) as u64;
        let distance = two(&|a, b| apart(a % 8, b % 8).max(apart(a / 8, b / 8)));
        let files = two(&|a, b| (a % 8).wrapping_sub(b % 8) as u64);
        let few = two(&|a, b| u64::MAX >> ((a * 7 + b * b) % 13));
        let many = two(&|a, b| (a as u64 * 64 + b as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let one: Vec<u64> = (0..64).map(|square| square * square).collect();
        for (table, most) in
            [(distance, 4096), (files, 2 * 64 + 64), (few, 4096 + 13 * 8), (many, 32768), (one, 128)]
        {
            let mut arrays = Arrays::default();
            let packed = arrays.pack(&table);
            for (at, &word) in table.iter().enumerate() {
                let (first, second) = if table.len() == 64 { (at, 64) } else { (at / 64, at % 64) };
                if first == second {
                    continue;
                }
                assert_eq!(look(&arrays, packed, first, second), word);
            }
            assert!(arrays.bytes() <= most, "{} bytes, at most {most}", arrays.bytes());
            let before = arrays.bytes();
            arrays.pack(&table);
            assert_eq!(arrays.bytes(), before, "equal tables are kept once");
        }
    }
}
