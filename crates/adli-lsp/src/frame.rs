//! Messages as they go over the wire: a head with their length, an empty line, and JSON.

use std::io::{self, BufRead, Read};

/// No message is longer; a text of rules has at most 1 MiB.
const MOST: u64 = 16 << 20;
/// No line of a head is longer.
const MOST_HEAD: u64 = 4096;

/// What was found where a message should be.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// Its bytes.
    Message(Vec<u8>),
    /// None that could be read, and why; the next one may be.
    Unreadable(&'static str),
    /// There is nothing more.
    End,
}

/// What is left of a message whose end never comes.
const CUT: Frame = Frame::Unreadable("the input ends within a message");

/// The next message.
///
/// # Errors
/// The input cannot be read.
pub fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let mut length: Option<u64> = None;
    let mut is_head = false;
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MOST_HEAD).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(if is_head { CUT } else { Frame::End });
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if !line.is_empty() {
            is_head = true;
            let value = line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            length = value.and_then(|(_, value)| value.trim().parse().ok()).or(length);
            continue;
        }
        match length {
            Some(length) if length <= MOST => {
                let mut bytes = Vec::new();
                input.by_ref().take(length).read_to_end(&mut bytes)?;
                let is_whole = bytes.len() as u64 == length;
                return Ok(if is_whole { Frame::Message(bytes) } else { CUT });
            }
            Some(length) => {
                io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
                return Ok(Frame::Unreadable("the message is longer than 16 MiB"));
            }
            None if is_head => return Ok(Frame::Unreadable("the message does not say how long it is")),
            None => {}
        }
    }
}

/// A message as it is written.
pub fn framed(message: &serde_json::Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_one_after_the_other_whatever_stands_between() {
        let input =
            b"Content-Length: 2\r\nContent-Type: x\r\n\r\n{}\r\ncontent-length:3\n\n[1]rubbish\r\n\r\n\
            Content-Length: 99999999\r\n\r\n";
        let mut input = &input[..];
        assert_eq!(read(&mut input).unwrap(), Frame::Message(b"{}".to_vec()));
        assert_eq!(read(&mut input).unwrap(), Frame::Message(b"[1]".to_vec()));
        assert!(matches!(read(&mut input).unwrap(), Frame::Unreadable(_)));
        assert!(matches!(read(&mut input).unwrap(), Frame::Unreadable(_)));
        assert_eq!(read(&mut input).unwrap(), Frame::End);
        for mut cut in [&b"Content-Length: 20\r\n\r\n{}"[..], b"what is this"] {
            assert_eq!(read(&mut cut).unwrap(), CUT);
            assert_eq!(read(&mut cut).unwrap(), Frame::End);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let message = serde_json::json!({"name": "\u{1d11e}"});
        let mut bytes = Vec::new();
        bytes.extend(framed(&message));
        let Frame::Message(read) = read(&mut &bytes[..]).unwrap() else { panic!("no message") };
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&read).unwrap(), message);
    }
}
