//! Sets as files: in the DDDMP format of CUDD, and as graphs for Graphviz.
//!
//! The format has no digest of its own, and a damaged file may well be another diagram. So the name of the diagram says how many positions each of its
//! two sets has, and ends with a digest of the whole file, computed with zeros in its place. A file is believed if the digest is right
//! and the positions, counted again, are as many. Other programs read it as it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, Cursor};

use oxidd::bcdd::BCDDFunction;
use oxidd::{BooleanFunction, Manager, ManagerRef};
use oxidd_dump::dddmp::{DumpHeader, ExportSettings, import};

use adli_chess::Colour;
use adli_lang::Endgame;
use adli_symbolic::hash::HashMap;

use crate::board::Cast;
use crate::field::Field;
use crate::store::{BITS, BitOrder, Made, Refused, Room, Set, Store};

/// How the name of a diagram begins.
const MARK: &str = "adli";
/// The digits of a digest.
const DIGITS: usize = 64;
/// No file is read that is longer.
pub const MOST_BYTES: u64 = 1 << 30;

/// A set that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetFile {
    /// What it is called.
    pub name: String,
    /// The men, as the variables call them.
    pub men: Vec<String>,
    /// How many placements are in it, White to move and Black to move; men who are alike are told apart.
    pub placements: [u128; 2],
    /// The nodes of both sets, without complement edges and ends.
    pub nodes: [u64; 2],
}

/// Why a file is not believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotASet(pub String);

impl std::fmt::Display for NotASet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotASet {}

/// What a bit of a man is called: the letter and the number of the man, file or rank, what the bit counts.
fn bit_name(endgame: &Endgame, man: usize, bit: usize) -> String {
    let letter = endgame.men.get(man).map_or('?', |man| man.letter);
    let line = if bit < 3 { "file" } else { "rank" };
    format!("{letter}{man}.{line}.{}", 1 << (bit % 3))
}

/// The sets of both sides to move, everybody at home.
fn roots(store: &Store, endgame: &Endgame, field: &Field) -> [Set; 2] {
    [Colour::White, Colour::Black].map(|turn| {
        let set = field.get(&Cast::home(endgame, turn)).cloned();
        set.unwrap_or_else(|| store.constant(false))
    })
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Writes a field of positions at home.
///
/// # Errors
/// No room, or what is written cannot be read.
pub fn write_dddmp(store: &Store, endgame: &Endgame, name: &str, field: &Field) -> Made<Vec<u8>> {
    let roots = roots(store, endgame, field);
    let counts = roots.each_ref().map(|set| store.count(set));
    let zeros = "0".repeat(DIGITS);
    let order = if store.order() == BitOrder::HighFirst { "high" } else { "low" };
    let title = format!("{MARK} {} {order} {} {} {zeros}", name.replace(' ', "_"), counts[0], counts[1]);
    let functions = roots.each_ref().map(|set| store.function(set));
    let failed = |error: std::io::Error| Refused::Internal(format!("the file cannot be written: {error}"));
    store.manager().with_manager_exclusive(|manager| {
        for man in 0..store.men() {
            for bit in 0..BITS {
                // The name is the same every time.
                let _ = manager.set_var_name(store.variable(man, bit, 0), bit_name(endgame, man, bit));
            }
        }
    });
    let mut bytes = Vec::new();
    store.manager().with_manager_shared(|manager| {
        let named = functions.iter().zip(["White", "Black"]);
        let settings = ExportSettings::default().ascii().strict(false).diagram_name(&title);
        settings.export_with_names(&mut bytes, manager, named).map_err(failed)
    })?;
    let digits = digest(&bytes);
    let at =
        find(&bytes, zeros.as_bytes()).ok_or_else(|| Refused::Internal("the file has no name".into()))?;
    bytes.splice(at..at + DIGITS, digits.bytes());
    Ok(bytes)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// Reads a file, and counts its positions again.
///
/// # Errors
/// Why it is not believed.
pub fn read_dddmp(bytes: &[u8]) -> Result<SetFile, NotASet> {
    let not = |why: &str| NotASet(why.to_owned());
    let title = title(bytes).ok_or_else(|| not("it is no DDDMP file with a name"))?;
    let words: Vec<&str> = title.split(' ').collect();
    let &[MARK, name, order, white, black, digits] = &words[..] else {
        return Err(not("it was not written by `adli set`: there is no digest in its name"));
    };
    let at = find(bytes, digits.as_bytes()).ok_or_else(|| not("it has no digest"))?;
    let mut plain = bytes.to_vec();
    plain.splice(at..at + digits.len(), "0".repeat(DIGITS).bytes());
    if digits.len() != DIGITS || digest(&plain) != digits {
        return Err(not("it is damaged or was changed: its digest is another"));
    }
    bounded(bytes)?;
    let mut input = Cursor::new(bytes);
    let header = DumpHeader::load(&mut input).map_err(|error| NotASet(error.to_string()))?;
    let (store, men, variables) = prepared(&header, order)?;
    let functions: Vec<BCDDFunction> = store.manager().with_manager_shared(|manager| {
        import(input, &header, manager, variables, |manager, edge| {
            BCDDFunction::not_edge_owned(manager, edge)
        })
        .map_err(|error| NotASet(error.to_string()))
    })?;
    let sets: Vec<Set> = functions.into_iter().map(|function| store.wrap(function)).collect();
    let [first, second] = &sets[..] else {
        return Err(not("it does not have one set for each side to move"));
    };
    let placements = [store.count(first), store.count(second)];
    if [white, black].map(|count| count.parse().ok()) != placements.map(Some) {
        return Err(not("counted again, it does not have as many positions as it says"));
    }
    let nodes = [store.plain_nodes(&[first]), store.plain_nodes(&[second])];
    Ok(SetFile { name: name.to_owned(), men, placements, nodes })
}

/// The name of the diagram in a file.
fn title(bytes: &[u8]) -> Option<String> {
    let lines = bytes.lines().take(40).map_while(Result::ok);
    lines.filter_map(|line| Some(line.strip_prefix(".dd ")?.trim().to_owned())).next()
}

/// Refuses a file whose beginning promises more than follows: whoever reads it makes room for as much as it says. Only files of the mode
/// that we write are read; the other one has no bounds to check.
fn bounded(bytes: &[u8]) -> Result<(), NotASet> {
    // A node is a line of four numbers.
    let most = [(".nnodes", bytes.len() / 8), (".nvars", 1 << 16), (".nsuppvars", 1 << 16), (".nroots", 2)];
    for line in bytes.split(|byte| *byte == b'\n').take_while(|line| line != b".nodes") {
        let line = String::from_utf8_lossy(line);
        let (key, value) = line.split_once([' ', '\t']).unwrap_or((&line, ""));
        let value = value.trim();
        if key == ".mode" && value != "A" {
            return Err(NotASet("its nodes are not written as text".to_owned()));
        }
        let Some((_, most)) = most.iter().find(|(name, _)| *name == key) else { continue };
        if !value.parse().is_ok_and(|number: usize| number <= *most) {
            return Err(NotASet(format!("`{key} {value}` promises more than there can be")));
        }
    }
    Ok(())
}

/// Room for the diagram of a file, the men, and the variables that those of the file become.
fn prepared(header: &DumpHeader, order: &str) -> Result<(Store, Vec<String>, Vec<u32>), NotASet> {
    let strange = || NotASet("its variables are not those of men on a board".to_owned());
    let names = header.var_names().ok_or_else(strange)?;
    let mut men: BTreeMap<usize, String> = BTreeMap::new();
    let mut bits: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for name in names.iter().filter(|name| !name.is_empty()) {
        let mut parts = name.split('.');
        let (Some(man), Some(line), Some(value)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let number = man.get(1..).and_then(|number| number.parse().ok()).ok_or_else(strange)?;
        let bit = match value {
            "1" => 0,
            "2" => 1,
            "4" => 2,
            _ => return Err(strange()),
        };
        men.insert(number, man.get(..1).unwrap_or("?").to_owned());
        bits.insert(name, (number, bit + if line == "rank" { 3 } else { 0 }));
    }
    if men.is_empty() || !men.keys().copied().eq(0..men.len()) {
        return Err(strange());
    }
    let order = if order == "low" { BitOrder::LowFirst } else { BitOrder::HighFirst };
    let room = Room::within((1 << 22) + 64 * header.num_nodes() as u64);
    let store = Store::new(men.len(), order, room).map_err(|refused| NotASet(refused.to_string()))?;
    let mut variables = Vec::new();
    for &variable in header.support_var_order() {
        let name = names.get(variable as usize).ok_or_else(strange)?;
        let &(man, bit) = bits.get(name.as_str()).ok_or_else(strange)?;
        variables.push(store.variable(man, bit, 0));
    }
    if !variables.is_sorted_by(|a, b| a < b) {
        return Err(strange());
    }
    Ok((store, men.into_values().collect(), variables))
}

/// A field of positions at home as a graph for Graphviz: an edge that is drawn full is followed where the bit is one, a dashed one where it
/// is zero.
///
/// # Errors
/// No room.
#[expect(clippy::mutable_key_type, reason = "a set is known by its node, and that does not change")]
pub fn write_dot(store: &Store, endgame: &Endgame, name: &str, field: &Field) -> Made<String> {
    let mut text = format!("digraph \"{name}\" {{\n  yes [shape=box];\n");
    let mut numbers: HashMap<Set, usize> = HashMap::default();
    let mut todo = Vec::new();
    for (set, turn) in roots(store, endgame, field).iter().zip(["White", "Black"]) {
        let to = node(store, set, &mut numbers, &mut todo);
        let _ = writeln!(text, "  \"{turn} to move\" [shape=plaintext];\n  \"{turn} to move\" -> {to};");
    }
    while let Some(set) = todo.pop() {
        let from = node(store, &set, &mut numbers, &mut Vec::new());
        let Some((variable, high, low)) = store.top(&set) else { continue };
        let (man, bit, _) = store.whose(variable);
        let _ = writeln!(text, "  {from} [label=\"{}\"];", bit_name(endgame, man, bit));
        let _ = writeln!(text, "  {from} -> {};", node(store, &high, &mut numbers, &mut todo));
        let _ = writeln!(text, "  {from} -> {} [style=dashed];", node(store, &low, &mut numbers, &mut todo));
    }
    text.push_str("  no [shape=box];\n}\n");
    Ok(text)
}

/// What a set is called in a graph; one that has no name yet gets one, and is still to be drawn.
#[expect(clippy::mutable_key_type, reason = "a set is known by its node, and that does not change")]
fn node(store: &Store, set: &Set, numbers: &mut HashMap<Set, usize>, todo: &mut Vec<Set>) -> String {
    for (value, name) in [(true, "yes"), (false, "no")] {
        if *set == store.constant(value) {
            return name.to_owned();
        }
    }
    let next = numbers.len();
    let number = *numbers.entry(set.clone()).or_insert_with(|| {
        todo.push(set.clone());
        next
    });
    format!("n{number}")
}
