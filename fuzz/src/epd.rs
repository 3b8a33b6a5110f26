//! The reader of extended position descriptions.

use adli_chess::{Epd, Position};

/// Any line is read or refused with a message. What is read is written and read as the same again; its position is one that the reader of
/// positions takes.
pub fn epd(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Epd>() {
        Ok(epd) => {
            let written = epd.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&epd), "{text:?}");
            assert_eq!(epd.position.to_string().parse::<Position>().as_ref(), Ok(&epd.position), "{text:?}");
            for (name, given) in &epd.operations {
                assert_eq!(epd.operation(name).is_empty(), epd.text(name).is_none(), "{text:?}");
                assert!(given.iter().all(|text| !text.contains('"')), "{text:?}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
