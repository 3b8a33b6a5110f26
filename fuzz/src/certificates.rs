//! The reader of manifests of certificates.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use adli_certificate::{Clauses, Evidence, MANIFEST, verify};
use adli_lrat::Limits;

const CLAUSES: &[u8] = b"p cnf 1 2\n1 0\n-1 0\n";
const PROOF: &[u8] = b"3 0 1 2 0\n";

/// Any bytes are a manifest or are refused, with a message. A folder is called right only if its manifest names just the files that are
/// there, with their lengths and digests; wherever names lead, nothing outside the folder is read or written.
pub fn certificates(bytes: &[u8]) {
    let folder = folder();
    fs::write(folder.join(MANIFEST), bytes).expect("a file can be written");
    let limits = Limits { memory: 1 << 20 };
    match verify(folder, &limits, |_| true) {
        Ok(verified) if verified.holds() => {
            let manifest = verified.manifest.expect("a manifest that is right");
            assert_eq!(manifest.certificates.len(), 1);
            // Of linear arithmetic there is nothing in the folder that could be right.
            let Evidence::Clauses(Clauses { cnf, proof, .. }) = &manifest.certificates[0].evidence else {
                panic!("{:?}", manifest.certificates)
            };
            for (part, contents) in [(cnf, CLAUSES), (proof, PROOF)] {
                assert_eq!(part.bytes, contents.len() as u64);
                assert_eq!(part.blake3, blake3::hash(contents).to_hex().to_string());
            }
        }
        Ok(verified) => {
            let wrong = verified.entries.iter().filter_map(|entry| entry.checked.as_ref().err());
            let told = verified.faults.iter().cloned().chain(wrong.map(ToString::to_string));
            assert!(told.clone().count() > 0 && told.clone().all(|fault| !fault.is_empty()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    files.sort();
    assert_eq!(files, ["certificates.json", "one.cnf", "one.lrat"]);
}

/// A folder with one certificate, for this process.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("adli-fuzz-certificates-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::write(folder.join("one.cnf"), CLAUSES).expect("a file can be written");
        fs::write(folder.join("one.lrat"), PROOF).expect("a file can be written");
        folder
    })
}
