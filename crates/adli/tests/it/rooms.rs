//! No top-level modules of a crate import one another in a circle: each can be read, and moved, with what stands below it.
//!
//! What a module imports is read off its paths, `crate::x::..` and `super::..`; a name of the root (`crate::Span`) belongs to the module from which the root takes it. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// For each module those that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_import_one_another_in_no_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut complaints = Vec::new();
    for folder in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let found = in_circles(&imports(&folder.join("src")));
        if !found.is_empty() {
            complaints.push(format!("{name}: in a circle: {found:?}"));
        }
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// A failure is made in one place: nobody outside the crate of the claims can, and within it only the replay does.
#[test]
fn failures_are_made_by_the_replay_alone() {
    let claims = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("adli-claims/src");
    let mut makers = BTreeSet::new();
    for path in fs::read_dir(claims).unwrap().map(|entry| entry.unwrap().path()) {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(str::trim);
        if lines
            .any(|line| line.contains("Failure {") && !line.contains("struct ") && !line.contains("impl "))
        {
            makers.insert(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
        let made = text.contains("pub(crate) made: Made");
        assert_eq!(made, path.ends_with("failure.rs"), "the field that nobody else can write");
    }
    assert_eq!(makers, BTreeSet::from(["failure.rs".to_owned(), "replay.rs".to_owned()]));
}

/// No method knows another, and nobody links one but the program, whose registry names them; the workbench alone asks the
/// exhaustive method about single positions.
#[test]
fn methods_are_leaves() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for folder in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let linked = manifest.split("\n[").find_map(|section| section.strip_prefix("dependencies]"));
        let lines = linked.unwrap_or_default().lines();
        let methods =
            ["adli-bdd.", "adli-boards.", "adli-exhaustive.", "adli-recognise.", "adli-sat.", "adli-smt."];
        let known: Vec<&str> = lines.filter(|line| methods.iter().any(|m| line.starts_with(m))).collect();
        match &name[..] {
            "adli" => assert_eq!(known.len(), methods.len(), "{known:?}"),
            "adli-workbench" => assert_eq!(known, ["adli-exhaustive.workspace = true"]),
            _ => assert!(known.is_empty(), "{name} links {known:?}"),
        }
    }
}

/// Calls that open a file for reading, or make something temporary.
const READS: [&str; 6] =
    ["File::open(", "fs::read(", "fs::read_to_string(", "temp_dir().join", "create_dir_all(", "tempfile::"];

/// Where they are allowed: what the system or Adli itself has made is read there, and tables block by block.
const READERS: [&str; 4] =
    ["adli-files/", "adli-process/src/lib.rs", "adli-tables/src/file/", "adli-web/build.rs"];

/// Calls that make, change or rename a file.
const WRITES: [&str; 8] = [
    "File::create(",
    "File::create_new(",
    "File::options(",
    "OpenOptions",
    "fs::write(",
    "fs::copy(",
    "fs::rename(",
    "fs::create_dir(",
];

/// Where they are allowed besides, and how many there are. They write below a folder of `Unfinished`, which
/// is temporary or gets its name, as a whole, when everything is in it. Exceptions are `prove.rs` of
/// `adli-linear`, which only tests call, and `store.rs`, which makes the lock of a folder of tables.
const WRITERS: [(&str, usize); 16] = [
    ("adli-cadical/src/lib.rs", 1),
    ("adli-certificate/src/acl2.rs", 2),
    ("adli-certificate/src/folder.rs", 1),
    ("adli-certificate/src/refuted.rs", 1),
    ("adli-coq/src/certificate.rs", 1),
    ("adli-coq/src/library.rs", 2),
    ("adli-coq/src/method.rs", 2),
    ("adli-coq/src/tables.rs", 2),
    ("adli-linear/src/certify.rs", 1),
    ("adli-linear/src/prove.rs", 1),
    ("adli-sat/src/clauses/cnf.rs", 1),
    ("adli-smt/src/method/asking.rs", 2),
    ("adli/src/commands/audit_coq.rs", 2),
    ("adli/src/commands/coq.rs", 4),
    ("adli/src/commands/verify_coq.rs", 1),
    ("adli-tables/src/store.rs", 1),
];

/// Files of users are opened for reading, temporary things are made, and files get their names, in one crate.
/// What else reads or writes is listed above, with the reason.
#[test]
fn files_are_opened_and_made_in_one_place() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut reads, mut files, mut writes) = (Vec::new(), Vec::new(), BTreeMap::new());
    for folder in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        files_in(&folder.join("src"), &mut files);
    }
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        let name = file.strip_prefix(crates).unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(file).unwrap();
        let ours = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for line in ours.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let is = |calls: &[&str]| calls.iter().any(|call| line.contains(call));
            // A table is opened by its own crate, and a folder to bring new names in it to the disk.
            let is_known = is(&["TableFile::open(", "File::open(folder)?.sync_all()"]);
            if is(&READS) && !is_known && !READERS.iter().any(|place| name.starts_with(place)) {
                reads.push(format!("{name}: {}", line.trim()));
            }
            if is(&WRITES) && !name.starts_with("adli-files/") {
                *writes.entry(name.clone()).or_insert(0) += 1;
            }
        }
    }
    assert!(reads.is_empty(), "\nuse adli-files instead:\n{}\n", reads.join("\n"));
    let known = BTreeMap::from(WRITERS.map(|(name, number)| (name.to_owned(), number)));
    let differ = |(name, number): &(&String, &usize)| known.get(*name) != Some(number);
    let new: Vec<_> = writes.iter().filter(differ).collect();
    assert!(new.is_empty(), "use adli-files instead, or say why not: {new:?}");
    assert_eq!(writes, known, "some do not write any more");
}

/// A crate may say that it has no unit tests, so that nothing is compiled for them. Then it has none.
#[test]
fn no_unit_test_is_left_out() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut without = 0;
    for folder in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if !manifest.contains("[lib]\ntest = false") {
            continue;
        }
        without += 1;
        let mut files = Vec::new();
        files_in(&folder.join("src"), &mut files);
        for file in files {
            assert!(!fs::read_to_string(&file).unwrap().contains("#[test]"), "{} is not run", file.display());
        }
    }
    assert!(without > 0);
}

/// The README's first command, `cargo run`, names no program: there must be one to choose from.
#[test]
fn cargo_run_knows_which_program_is_meant() {
    let told = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    let meant = told["workspace_default_members"].as_array().unwrap();
    let packages =
        told["packages"].as_array().unwrap().iter().filter(|package| meant.contains(&package["id"]));
    let targets = packages.flat_map(|package| package["targets"].as_array().unwrap());
    let programs: Vec<_> = targets
        .filter(|target| target["kind"] == serde_json::json!(["bin"]))
        .map(|target| &target["name"])
        .collect();
    assert_eq!(programs, ["adli"]);
}

#[test]
fn circles_are_seen() {
    let text = "use crate::{Span, b::X, c}; // crate::d\nfn f() { crate::e::g() }\n#[cfg(test)]\nmod more;\nuse crate::i;\n#[cfg(test)]\nmod tests { use crate::h; }";
    let mut found = Vec::new();
    paths(text, 1, &mut found);
    assert_eq!(found, ["Span", "b", "c", "e", "i"]);
    let mut found = Vec::new();
    paths("use super::Y; use super::super::{a, Z};", 2, &mut found);
    assert_eq!(found, ["a", "Z"]);
    let imports = [("a", "b"), ("b", "c"), ("c", "b"), ("d", "d")];
    let imports = imports.map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()]))).into();
    assert_eq!(in_circles(&imports), BTreeSet::from(["b".to_owned(), "c".to_owned()]));
}

/// The modules from which a way leads back to themselves, through another one.
fn in_circles(imports: &Imports) -> BTreeSet<String> {
    let reaches = |from: &String| {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
        while let Some(module) = todo.pop() {
            let next = imports.get(module).into_iter().flatten().filter(|next| *next != module);
            todo.extend(next.filter(|next| seen.insert(*next)));
        }
        seen.contains(from)
    };
    imports.keys().filter(|module| reaches(module)).cloned().collect()
}

fn imports(src: &Path) -> Imports {
    let root = ["lib.rs", "main.rs"].map(|root| src.join(root));
    let root_text: String = root.iter().filter_map(|root| fs::read_to_string(root).ok()).collect();
    let mut files = Vec::new();
    files_in(src, &mut files);
    let files = files.iter().filter(|file| !root.contains(file) && !file.ends_with("tests.rs"));
    let mut imports = Imports::new();
    let mut named: Vec<(String, String)> = Vec::new();
    for file in files {
        let module: Vec<_> = file
            .strip_prefix(src)
            .unwrap()
            .with_extension("")
            .iter()
            .map(|part| part.to_str().unwrap().to_owned())
            .collect();
        let depth = module.iter().filter(|part| *part != "mod").count();
        let mut found = Vec::new();
        paths(&fs::read_to_string(file).unwrap(), depth, &mut found);
        imports.entry(module[0].clone()).or_default();
        named.extend(found.into_iter().map(|name| (module[0].clone(), name)));
    }
    let origins = origins(&root_text);
    for (module, name) in named {
        let origin = if imports.contains_key(&name) { Some(&name) } else { origins.get(&name) };
        if let (Some(origin), Some(found)) = (origin, imports.get_mut(&module)) {
            found.insert(origin.clone());
        }
    }
    imports
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files_in(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// From which module the root takes each of its names.
fn origins(root: &str) -> BTreeMap<String, String> {
    let mut origins = BTreeMap::new();
    for taken in plain(root).split("pub use ").skip(1).filter_map(|rest| rest.split_once(';')) {
        let taken = taken.0.trim().trim_start_matches("crate::");
        if let Some((module, names)) = taken.split_once("::") {
            let words =
                names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            origins.extend(words.map(|word| (word.to_owned(), module.to_owned())));
        }
    }
    origins
}

/// A text without comments and tests.
fn plain(text: &str) -> String {
    let mut parts = text.split("#[cfg(test)]");
    let before = parts.next().unwrap_or_default();
    // Of `mod tests;` only the line goes, of `mod tests { .. }`, which stands last, everything.
    let after = parts.filter_map(|part| {
        part.split_once([';', '{']).filter(|(item, _)| part[item.len()..].starts_with(';'))
    });
    let text: String = std::iter::once(before).chain(after.map(|(_, rest)| rest)).collect();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The first words of all paths from the root, in a module that stands so deep below it.
fn paths(text: &str, depth: usize, found: &mut Vec<String>) {
    let text = plain(text);
    let starts = ["crate::".to_owned(), "super::".repeat(depth)];
    for (at, _) in text.char_indices() {
        let inside =
            text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
        let Some(rest) = starts.iter().find_map(|start| text[at..].strip_prefix(start)).filter(|_| !inside)
        else {
            continue;
        };
        let word =
            |path: &str| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(group) = rest.strip_prefix('{') else {
            found.push(word(rest));
            continue;
        };
        // The paths of a group, without what stands in groups inside it.
        let mut open = 1;
        let outer: String = group
            .chars()
            .take_while(|c| {
                open += i32::from(*c == '{') - i32::from(*c == '}');
                open > 0
            })
            .collect();
        let mut inner = 0;
        let outer: String = outer
            .chars()
            .filter(|c| {
                inner += i32::from(*c == '{') - i32::from(*c == '}');
                inner == 0
            })
            .collect();
        found.extend(outer.split(',').filter(|path| !path.trim().is_empty()).map(word));
    }
}
