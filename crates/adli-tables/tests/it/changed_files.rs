//! Files that another program changes while they are in use. That may cost answers, but neither the process
//! nor a right value.

use std::fs;
use std::fs::File;
use std::sync::Arc;

use adli_chess::Colour;
use adli_tables::{Audit, Known, Loaded, Store, TableError, Unwatched, audit, probe};

use crate::hostile_files::Case;

/// How many of the answers were refused; all others are right.
fn refused(case: &Case, store: &Store) -> usize {
    let refused = case.asked.iter().filter(|asked| match probe(store, &asked.position) {
        Ok(value) => {
            assert_eq!(value, asked.value, "{}", asked.position);
            false
        }
        Err(error) => {
            assert_eq!(error, TableError::Damaged("contents"), "{}", asked.position);
            true
        }
    });
    refused.count()
}

/// A map of such a file ends the process with a signal.
#[test]
fn truncated_while_it_is_open() {
    let case = Case::new("cut", "KPK", 61);
    let whole = case.good.len() as u64;
    for len in [whole / 2, 4096, 140, 0] {
        case.put(&case.good);
        // Memory for a few blocks, so that nearly all are read anew.
        let store = Store::new(case.path().parent().unwrap().to_owned(), 0);
        assert_eq!(refused(&case, &store), 0);
        File::options().write(true).open(case.path()).unwrap().set_len(len).unwrap();
        let lost = refused(&case, &store);
        assert!(lost > case.asked.len() / 4, "{len}: {lost}");
        case.put(&case.good);
        assert_eq!(refused(&case, &store), 0, "what was cut off is there again");
    }
}

#[test]
fn truncated_under_an_audit() {
    let case = Case::new("audited", "KRK", 29);
    let loaded = |case: &Case| {
        let mut known = Known::default();
        let store = case.store();
        for material in ["KK", "KRK"] {
            known.insert(Arc::new(Loaded::new(store.open(material.parse().unwrap()).unwrap())));
        }
        known
    };
    let material = "KRK".parse().unwrap();
    assert!(matches!(audit(&loaded(&case), material, &Unwatched), Ok(Audit { wrong: 0, .. })));
    let known = loaded(&case);
    File::options().write(true).open(case.path()).unwrap().set_len(4096).unwrap();
    assert_eq!(audit(&known, material, &Unwatched).err(), Some(TableError::Damaged("contents")));
}

/// What `cp` writes over a table: other bytes, another table, and then the table itself again.
#[test]
fn overwritten_while_it_is_open() {
    let case = Case::new("over", "KPK", 61);
    let other = Case::new("over", "KRK", 29);
    let store = Store::new(case.path().parent().unwrap().to_owned(), 0);
    assert_eq!(refused(&case, &store), 0);
    for bytes in [&other.good, &vec![0; case.good.len()], &vec![0xff; case.good.len() + 1]] {
        case.put(bytes);
        assert!(refused(&case, &store) > case.asked.len() / 2);
    }
    // As far as a copy has come.
    for part in 1..8 {
        case.put(&case.good[..case.good.len() * part / 8]);
        refused(&case, &store);
    }
    case.put(&case.good);
    assert_eq!(refused(&case, &store), 0);
}

/// Two blocks change places together with their checksums in the index: the file agrees with itself, and not
/// with what was opened.
#[test]
fn blocks_with_new_checksums() {
    let case = Case::new("checksums", "KPK", 61);
    let blocks = case.blocks();
    let mut exchanged = 0;
    for (i, (turn, block, to)) in blocks.iter().enumerate() {
        let other = blocks[i + 1..].iter().find(|(other, _, from)| {
            other == turn && from.len() == to.len() && case.good[from.clone()] != case.good[to.clone()]
        });
        let Some((_, other, from)) = other else { continue };
        let mut bytes = case.good.clone();
        let mut exchange = |one: usize, other: usize, len: usize| {
            for i in 0..len {
                bytes.swap(one + i, other + i);
            }
        };
        exchange(to.start, from.start, to.len());
        let index = index_of(&case, *turn);
        exchange(index + 6 * block, index + 6 * other, 6);
        case.put(&case.good);
        let store = case.store();
        store.open("KPK".parse().unwrap()).unwrap();
        assert_eq!(probe(&store, &case.asked[0].position), Ok(case.asked[0].value));
        case.put(&bytes);
        assert!(refused(&case, &store) > 0, "{turn:?} {block} {other}");
        exchanged += 1;
    }
    assert!(exchanged > 5, "{exchanged}");
    // Opened anew the file is damaged, for the index has a checksum too.
    assert_eq!(case.store().open("KPK".parse().unwrap()).err(), Some(TableError::Damaged("index")));
}

/// Where the index of a side begins.
fn index_of(case: &Case, turn: Colour) -> usize {
    let fields = 40 + 32 * turn.index();
    [fields..fields + 8, fields + 16..fields + 20, fields + 8..fields + 16]
        .into_iter()
        .map(|field| case.number(field))
        .sum()
}

/// A table that is replaced as `adli solve` does it, or deleted, goes on to answer.
#[test]
fn replaced_or_deleted_while_it_is_open() {
    let case = Case::new("replaced", "KPK", 61);
    let store = Store::new(case.path().parent().unwrap().to_owned(), 0);
    assert_eq!(refused(&case, &store), 0);
    let beside = case.path().with_extension("new");
    fs::write(&beside, b"something else").unwrap();
    fs::rename(&beside, case.path()).unwrap();
    assert_eq!(refused(&case, &store), 0);
    fs::remove_file(case.path()).unwrap();
    assert_eq!(refused(&case, &store), 0);
}
