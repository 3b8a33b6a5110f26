//! Files that are not what they should be: each is refused by name, or fails in the blocks that are damaged and
//! nowhere else. No wrong value ever comes out of one.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use adli_chess::{Colour, Material, Position};
use adli_tables::layout::Place;
use adli_tables::{Known, Store, TableError, TableFile, Unwatched, Value, probe, solve_all};

const HEADER: usize = 140;
const MAGIC: usize = 8;
const VERSION: Range<usize> = 8..10;
const CHECKED: Range<usize> = 0..136;
const CHECKSUM: Range<usize> = 136..140;

/// A folder with one good table, and what that table says.
pub struct Case {
    folder: PathBuf,
    material: Material,
    pub good: Vec<u8>,
    /// Some positions of every row, either side to move.
    pub asked: Vec<Asked>,
}

pub struct Asked {
    pub position: Position,
    /// The block that has its score.
    pub block: usize,
    pub value: Value,
}

impl Case {
    /// Every test has a folder of its own. Of the places of a row, those are asked for that a whole number of
    /// steps reaches; so every place is, if the step is one.
    pub fn new(test: &str, material: &str, step: usize) -> Case {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{test}-{material}"));
        let _ = fs::remove_dir_all(&folder);
        let material: Material = material.parse().unwrap();
        let known = solve_all(&[material], &Unwatched).unwrap();
        let store = Store::new(folder.clone(), 0);
        store.save(known.get(material).unwrap(), &store.lock().unwrap()).unwrap();
        let good = fs::read(store.path(material)).unwrap();
        Case { folder, material, good, asked: questions(&known, material, step) }
    }

    pub fn path(&self) -> PathBuf {
        self.store().path(self.material)
    }

    pub fn store(&self) -> Store {
        Store::new(self.folder.clone(), 1 << 18)
    }

    /// Puts these bytes in the place of the table.
    pub fn put(&self, bytes: &[u8]) {
        fs::write(self.path(), bytes).unwrap();
    }

    /// Nobody can open such a file, and whoever asks for a value is told why.
    fn refused(&self, bytes: &[u8], expected: &TableError) {
        self.put(bytes);
        self.refused_as_it_is(expected);
    }

    fn refused_as_it_is(&self, expected: &TableError) {
        let store = self.store();
        assert_eq!(store.open(self.material).err().as_ref(), Some(expected));
        for asked in self.asked.iter().step_by(self.asked.len() / 3) {
            assert_eq!(probe(&store, &asked.position).as_ref(), Err(expected), "{}", asked.position);
        }
    }

    /// The file can be opened; it fails for the positions in these blocks, and is right elsewhere.
    fn damaged_only_in(&self, bytes: &[u8], damaged: impl Fn(Colour, usize) -> bool) {
        let contents = TableError::Damaged("contents");
        self.put(bytes);
        let store = self.store();
        let table: TableFile = store.open(self.material).unwrap();
        assert_eq!(table.verify().as_ref(), Err(&contents));
        for Asked { position, block, value } in &self.asked {
            let hit = damaged(position.turn(), *block);
            let expected = if hit { Err(contents.clone()) } else { Ok(*value) };
            assert_eq!(probe(&store, position), expected, "{position}");
        }
    }

    /// What one byte of the file belongs to.
    fn part(&self, offset: usize) -> Part {
        if offset < HEADER {
            return Part::Header;
        }
        for (i, turn) in Colour::ALL.into_iter().enumerate() {
            let fields = 40 + 32 * i;
            let start = self.number(fields..fields + 8);
            let blocks = start + self.number(fields + 16..fields + 20);
            let index = blocks + self.number(fields + 8..fields + 16);
            let entries = self.number(24..32).div_ceil(64);
            match offset {
                _ if offset < blocks => return Part::Model,
                _ if offset < index => return Part::Block(turn, self.block(offset, blocks, index)),
                _ if offset < index + 6 * entries => return Part::Index,
                _ => {}
            }
        }
        panic!("{offset} is beyond the file");
    }

    /// The block at an offset, given where the blocks and where the index begin.
    fn block(&self, offset: usize, blocks: usize, index: usize) -> usize {
        let mut end = blocks;
        let ends = self.good[index..].chunks(6).map(|entry| {
            end += usize::from(u16::from_le_bytes([entry[0], entry[1]]));
            end
        });
        ends.take_while(|&end| end <= offset).count()
    }

    /// All blocks: the side, the number, the bytes.
    pub fn blocks(&self) -> Vec<(Colour, usize, Range<usize>)> {
        let mut found: Vec<(Colour, usize, Range<usize>)> = Vec::new();
        for offset in HEADER..self.good.len() {
            let Part::Block(turn, block) = self.part(offset) else { continue };
            match found.last_mut() {
                Some((last_turn, last, range)) if (*last_turn, *last) == (turn, block) => {
                    range.end = offset + 1
                }
                _ => found.push((turn, block, offset..offset + 1)),
            }
        }
        found
    }

    pub fn number(&self, at: Range<usize>) -> usize {
        self.good[at].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The parts of a file, by what happens when they are damaged.
enum Part {
    Header,
    Model,
    Index,
    Block(Colour, usize),
}

fn questions(known: &Known, material: Material, step: usize) -> Vec<Asked> {
    let layout = known.get(material).unwrap().layout();
    let mut asked = Vec::new();
    for row in 0..layout.slices() * layout.slice_rows() {
        for place in (row % step..64).step_by(step) {
            let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
            let place = Place { slice, row, place: place as u8 };
            for position in Colour::ALL.into_iter().filter_map(|turn| layout.position(place, turn)) {
                let found = layout.locate(&position);
                let block = (found.slice * layout.slice_rows() + found.row) / 64;
                let value = probe(known, &position).unwrap();
                asked.push(Asked { position, block, value });
            }
        }
    }
    asked
}

fn flipped(good: &[u8], offset: usize, bit: usize) -> Vec<u8> {
    let mut bytes = good.to_vec();
    bytes[offset] ^= 1 << bit;
    bytes
}

#[test]
fn every_bit_of_the_header() {
    for material in ["KRK", "KPK"] {
        let case = Case::new("header", material, 29);
        for (offset, bit) in (0..HEADER).flat_map(|offset| (0..8).map(move |bit| (offset, bit))) {
            let bytes = flipped(&case.good, offset, bit);
            let found = u16::from_le_bytes([bytes[8], bytes[9]]);
            let expected = match offset {
                _ if offset < MAGIC => TableError::Foreign,
                _ if VERSION.contains(&offset) => TableError::Version { found, known: 1 },
                _ => TableError::Damaged("header"),
            };
            case.refused(&bytes, &expected);
        }
    }
}

/// Bits all over models, blocks and indices.
#[test]
fn one_bit_of_the_contents() {
    for (material, apart) in [("KRK", 31), ("KPK", 59)] {
        let case = Case::new("bit", material, 61);
        let mut blocks_hit = 0;
        for offset in (HEADER..case.good.len()).step_by(apart) {
            let bytes = flipped(&case.good, offset, offset / apart % 8);
            match case.part(offset) {
                Part::Header => unreachable!(),
                Part::Model => case.refused(&bytes, &TableError::Damaged("model")),
                Part::Index => case.refused(&bytes, &TableError::Damaged("index")),
                Part::Block(turn, block) => {
                    blocks_hit += 1;
                    damage_stays_in_its_block(&case, &bytes, turn, block);
                }
            }
        }
        assert!(blocks_hit > 50);
    }
}

/// The same for a few bits and every position of the table.
#[test]
fn one_bit_of_a_block_and_every_position() {
    let case = Case::new("block", "KRK", 1);
    let all = HEADER..case.good.len();
    let blocks = all.filter_map(|offset| match case.part(offset) {
        Part::Block(turn, block) => Some((offset, turn, block)),
        _ => None,
    });
    for (offset, turn, block) in blocks.step_by(419) {
        damage_stays_in_its_block(&case, &flipped(&case.good, offset, 5), turn, block);
    }
}

/// With Black to move, a block is told by how it differs from the same block with White to move: so that needs
/// both.
fn damage_stays_in_its_block(case: &Case, bytes: &[u8], turn: Colour, block: usize) {
    case.damaged_only_in(bytes, |asked, in_block| {
        in_block == block && (asked == turn || turn == Colour::White)
    });
}

/// A whole block written over by another one, or by zeroes, as storage that loses a sector does.
#[test]
fn stretches_lost_or_misplaced() {
    let case = Case::new("stretch", "KPK", 61);
    let first = (HEADER..).find(|&offset| matches!(case.part(offset), Part::Block(..))).unwrap();
    for (to, len) in [(first + 100, 40), (first + 1000, 512), (first + 2048, 512)] {
        let hit: Vec<(Colour, usize)> = (to..to + len)
            .map(|offset| match case.part(offset) {
                Part::Block(turn, block) => (turn, block),
                _ => panic!("{offset} is not in a block"),
            })
            .collect();
        let is_hit =
            |asked: Colour, block: usize| hit.contains(&(asked, block)) || hit.contains(&(!asked, block));
        let mut bytes = case.good.clone();
        bytes[to..to + len].fill(0);
        case.damaged_only_in(&bytes, is_hit);
        let mut bytes = case.good.clone();
        bytes.copy_within(first..first + len, to);
        case.damaged_only_in(&bytes, is_hit);
    }
}

/// A whole block over another one of the same length, so that lengths and the index still fit.
#[test]
fn blocks_misplaced() {
    let mut misplaced = 0;
    for material in ["KRK", "KPK"] {
        let case = Case::new("misplaced", material, 61);
        let blocks = case.blocks();
        for (turn, block, to) in &blocks {
            let other = |range: &Range<usize>| {
                range.len() == to.len() && case.good[range.clone()] != case.good[to.clone()]
            };
            let from = blocks.iter().find(|(same, _, range)| same == turn && other(range));
            if let Some((_, _, from)) = from {
                let mut bytes = case.good.clone();
                bytes.copy_within(from.clone(), to.start);
                damage_stays_in_its_block(&case, &bytes, *turn, *block);
                misplaced += 1;
            }
        }
    }
    assert!(misplaced > 4, "{misplaced}");
}

#[test]
fn truncated() {
    for material in ["KRK", "KPK"] {
        let case = Case::new("truncated", material, 29);
        let whole = case.good.len();
        let spread = (200..whole).step_by(97);
        for len in (0..200).chain(spread).chain(whole - 20..whole) {
            let expected = if len >= HEADER { whole } else { HEADER };
            let length = TableError::Length { expected: expected as u64, found: len as u64 };
            let expected = if len < MAGIC { TableError::Foreign } else { length };
            case.refused(&case.good[..len], &expected);
        }
    }
}

#[test]
fn longer_than_it_says() {
    let case = Case::new("longer", "KRK", 29);
    let expected = case.good.len() as u64;
    for more in [1, 2, 4, 139, 140, 4096, 100_000] {
        for byte in [0, 0x89] {
            let bytes = [case.good.clone(), vec![byte; more]].concat();
            case.refused(&bytes, &TableError::Length { expected, found: expected + more as u64 });
        }
    }
    let twice = case.good.repeat(2);
    case.refused(&twice, &TableError::Length { expected, found: 2 * expected });
}

#[test]
fn something_else() {
    let case = Case::new("foreign", "KRK", 29);
    let texts: [&[u8]; 6] = [
        b"",
        b"KRK: White mates in at most 31 plies.\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01",
        b"\x89ADLI\n\x1a\x01\0", // line ends changed on the way
        &[0; 4096],
        &[0xff; 4096],
    ];
    for bytes in texts {
        case.refused(bytes, &TableError::Foreign);
    }
}

#[test]
fn no_file_or_a_folder() {
    let case = Case::new("folder", "KRK", 29);
    fs::remove_file(case.path()).unwrap();
    case.refused_as_it_is(&TableError::Missing(case.material));
    fs::create_dir(case.path()).unwrap();
    let Err(error) = case.store().open(case.material) else { panic!("a folder was opened as a table") };
    let TableError::File(message) = &error else { panic!("{error}") };
    assert!(message.contains("KRK.adt"), "{message}");
    case.refused_as_it_is(&error);
}

#[test]
fn the_table_of_another_material() {
    let krk = Case::new("other", "KRK", 29);
    let kpk = Case::new("other", "KPK", 29);
    krk.refused(&kpk.good, &TableError::OtherMaterial("KPK".into()));
    kpk.refused(&krk.good, &TableError::OtherMaterial("KRK".into()));
    // Who writes another name into the header finds that the number of rows does not fit.
    let mut renamed = krk.good.clone();
    renamed[16..24].copy_from_slice(b"KPK\0\0\0\0\0");
    krk.refused(&with_right_checksum(renamed), &TableError::Damaged("header"));
    // Where it does fit, the scores are wrong, and only the audit can tell; but the file's own name tells first.
    let mut renamed = krk.good.clone();
    renamed[16..24].copy_from_slice(b"KQK\0\0\0\0\0");
    krk.refused(&with_right_checksum(renamed), &TableError::OtherMaterial("KQK".into()));
}

#[test]
fn other_versions() {
    let case = Case::new("version", "KRK", 29);
    for found in [0u16, 2, 256, u16::MAX] {
        let mut bytes = case.good.clone();
        bytes[VERSION].copy_from_slice(&found.to_le_bytes());
        let expected = TableError::Version { found, known: 1 };
        case.refused(&bytes, &expected);
        // A later version may have another header: it is named, whatever follows.
        case.refused(&bytes[..20], &expected);
        case.refused(&with_right_checksum(bytes), &expected);
    }
}

/// The good file itself passes; one bad table takes nothing away from the others.
#[test]
fn good_tables_beside_bad_ones() {
    let case = Case::new("beside", "KPK", 7);
    assert_eq!(case.store().open(case.material).unwrap().verify(), Ok(()));
    for other in ["KQK", "KRK"] {
        let path = case.store().path(other.parse().unwrap());
        fs::write(path, &case.good[..100]).unwrap();
    }
    let store = case.store();
    for Asked { position, value, .. } in &case.asked {
        assert_eq!(probe(&store, position), Ok(*value), "{position}");
        assert_eq!(probe(&store, &position.flipped()), Ok(*value), "{position}");
    }
}

fn with_right_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes[CHECKED]);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    bytes
}
