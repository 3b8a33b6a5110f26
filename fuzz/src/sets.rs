//! The reader of sets of positions as files.

use adli_bdd::read_dddmp;

/// The digits of the digest at the end of a diagram's name.
const DIGITS: usize = 64;

/// Any bytes are a set or are refused, with a message.
///
/// One byte: whether the digest is made right. Then the file.
pub fn sets(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let mut file = rest.to_vec();
    if choice & 1 == 1
        && let Some(at) = digest_at(&file)
    {
        file[at..at + DIGITS].fill(b'0');
        let digits = blake3::hash(&file).to_hex();
        file[at..at + DIGITS].copy_from_slice(digits.as_bytes());
    }
    match read_dddmp(&file) {
        Ok(set) => assert!(!set.men.is_empty() && !set.name.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Where the digest is: at the end of the line that begins with `.dd`.
fn digest_at(file: &[u8]) -> Option<usize> {
    let begin = file.windows(4).position(|window| window == b".dd ")?;
    let length = file[begin..].iter().position(|byte| *byte == b'\n')?;
    (begin + length).checked_sub(DIGITS).filter(|at| *at >= begin)
}
