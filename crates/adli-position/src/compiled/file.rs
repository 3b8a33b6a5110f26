//! Compiled tables as bytes.
//!
//! All numbers are little-endian. In order: eight bytes `ADLIMOVE`; the version, one byte; the digest of the texts, 32 bytes;
//! material, strategy and the names of the steps, each with its length in two bytes, the steps with their number before them;
//! in version 2 the number of casts, one byte, and each as the number of its men and a byte for each of them, 0 if he is captured, else one
//! more than the number of his kind (version 1 is for the men of the header alone);
//! the number of symmetries and the symmetries, a byte each; the number of sections, one byte, and of places in each, eight bytes;
//! the sections, for each place the word in two bytes and, if there are several sections, the commitment after the move in
//! one; the digest of everything before it, 32 bytes.

use std::fmt;

use adli_chess::Kind;
use adli_lang::Cast;

use super::{Compiled, Entry, MAX_PLACES, MOVES};

const MAGIC: &[u8; 8] = b"ADLIMOVE";
/// For the men of the header alone, and for those of texts that go on.
const VERSION: u8 = 1;
const WITH_CASTS: u8 = 2;
const DIGEST: usize = 32;

/// Why bytes are not a compiled table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damaged {
    /// It does not begin like one.
    Other,
    /// It was written by another version.
    Version(u8),
    /// It is cut off, too long, or changed.
    Changed,
    /// It is as it was written, and makes no sense.
    Senseless(&'static str),
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::Other => f.write_str("this is not a compiled table"),
            Damaged::Version(version) => {
                write!(
                    f,
                    "the table has version {version} of the format, and versions {VERSION} and {WITH_CASTS} can be read"
                )
            }
            Damaged::Changed => {
                f.write_str("the table is damaged: its bytes are not those that were written")
            }
            Damaged::Senseless(what) => write!(f, "the table makes no sense: {what}"),
        }
    }
}

impl std::error::Error for Damaged {}

impl Compiled {
    /// The digest of texts, in their order.
    pub fn digest<'t>(texts: impl Iterator<Item = &'t str>) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        for text in texts {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }

    /// The table as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.push(if self.casts.is_empty() { VERSION } else { WITH_CASTS });
        bytes.extend_from_slice(&self.of_texts);
        put_text(&mut bytes, &self.material);
        put_text(&mut bytes, &self.strategy);
        bytes.extend_from_slice(&(self.steps.len() as u16).to_le_bytes());
        self.steps.iter().for_each(|step| put_text(&mut bytes, step));
        if !self.casts.is_empty() {
            bytes.push(self.casts.len() as u8);
            for Cast(men) in &self.casts {
                bytes.push(men.len() as u8);
                bytes.extend(men.iter().map(|kind| kind.map_or(0, |kind| kind.index() as u8 + 1)));
            }
        }
        bytes.push(self.symmetries.len() as u8);
        bytes.extend_from_slice(&self.symmetries);
        bytes.push(self.sections.len() as u8);
        bytes.extend_from_slice(&(self.sections.first().map_or(0, Vec::len) as u64).to_le_bytes());
        for entry in self.sections.iter().flatten() {
            bytes.extend_from_slice(&entry.word.to_le_bytes());
            if self.sections.len() > 1 {
                bytes.push(entry.next);
            }
        }
        let digest = *blake3::hash(&bytes).as_bytes();
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// A longer file is not read: the largest that anything compiles to so far is a tenth of it.
    pub const MOST_BYTES: u64 = 4 << 30;

    /// Reads a file.
    ///
    /// # Errors
    /// The bytes are not a compiled table, not this version's, or not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Compiled, Damaged> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Damaged::Other)?;
        let with_casts = match rest.first() {
            Some(&VERSION) => false,
            Some(&WITH_CASTS) => true,
            Some(&version) => return Err(Damaged::Version(version)),
            None => return Err(Damaged::Changed),
        };
        let (body, digest) = bytes.split_last_chunk::<DIGEST>().ok_or(Damaged::Changed)?;
        if blake3::hash(body).as_bytes() != digest {
            return Err(Damaged::Changed);
        }
        let mut reader = Reader { bytes: body.get(MAGIC.len() + 1..).ok_or(Damaged::Changed)? };
        let of_texts = reader.array::<DIGEST>()?;
        let (material, strategy) = (reader.text()?, reader.text()?);
        let steps = u16::from_le_bytes(reader.array()?);
        let steps = (0..steps).map(|_| reader.text()).collect::<Result<Vec<String>, Damaged>>()?;
        let casts = if with_casts { reader.casts()? } else { Vec::new() };
        let [symmetries] = reader.array()?;
        let symmetries = reader.take(usize::from(symmetries))?.to_vec();
        if !symmetries.contains(&0) || symmetries.iter().any(|&number| number > 7) {
            return Err(Damaged::Senseless(
                "there are eight symmetries, and the identity is always one of them",
            ));
        }
        let [count] = reader.array()?;
        let places = usize::try_from(u64::from_le_bytes(reader.array()?)).unwrap_or(usize::MAX);
        let width = if count > 1 { 3 } else { 2 };
        if count == 0 || places > MAX_PLACES || reader.bytes.len() != usize::from(count) * places * width {
            return Err(Damaged::Senseless("there are not as many entries as it says"));
        }
        let entry = |bytes: &[u8]| Entry {
            word: u16::from_le_bytes([bytes[0], bytes[1]]),
            next: bytes.get(2).copied().unwrap_or(0),
        };
        let entries: Vec<Entry> = reader.bytes.chunks_exact(width).map(entry).collect();
        let known = |entry: &Entry| {
            entry.next < count && (entry.word == 0 || usize::from((entry.word - 1) / MOVES) < steps.len())
        };
        if !entries.iter().all(known) {
            return Err(Damaged::Senseless("an entry names a step or a commitment that is not there"));
        }
        let sections =
            if places == 0 { Vec::new() } else { entries.chunks(places).map(<[Entry]>::to_vec).collect() };
        Ok(Compiled { material, strategy, steps, of_texts, casts, symmetries, sections })
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    // Names are short; a longer one would be cut off at a place that reads back as it was written.
    let end = (0..=text.len().min(usize::from(u16::MAX))).rev().find(|&end| text.is_char_boundary(end));
    let text = &text[..end.unwrap_or(0)];
    bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

/// What is still to be read.
struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], Damaged> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(Damaged::Changed)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        self.take(N)?.try_into().map_err(|_| Damaged::Changed)
    }

    fn casts(&mut self) -> Result<Vec<Cast>, Damaged> {
        let kind = |&byte: &u8| match byte.checked_sub(1) {
            None => Ok(None),
            Some(number) => {
                let kind = Kind::ALL.get(usize::from(number)).copied();
                kind.map(Some).ok_or(Damaged::Senseless("there are six kinds of men"))
            }
        };
        let [count] = self.array()?;
        let cast = |reader: &mut Self| {
            let [men] = reader.array()?;
            Ok(Cast(reader.take(usize::from(men))?.iter().map(kind).collect::<Result<_, Damaged>>()?))
        };
        (0..count).map(|_| cast(self)).collect()
    }

    fn text(&mut self) -> Result<String, Damaged> {
        let length = u16::from_le_bytes(self.array()?);
        let bytes = self.take(usize::from(length))?.to_vec();
        String::from_utf8(bytes).map_err(|_| Damaged::Senseless("a name is not text"))
    }
}
