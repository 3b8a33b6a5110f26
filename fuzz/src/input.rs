//! Bytes as a string of choices.

/// Choices, read from the front. When the bytes come to their end, every further choice is the first one: so
/// any bytes mean something, and fewer bytes mean less.
pub(crate) struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// All that has not been read.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let (&byte, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.rest = rest;
        byte
    }

    /// A number of some bytes, the least significant first.
    pub(crate) fn number(&mut self, bytes: u32) -> u64 {
        (0..bytes).fold(0, |number, i| number | u64::from(self.byte()) << (8 * i))
    }

    /// A number below a limit that is not 0, from three bytes.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.number(3) as usize % limit
    }

    /// One of several, from one byte.
    pub(crate) fn one_of<T: Copy>(&mut self, several: &[T]) -> T {
        several[usize::from(self.byte()) % several.len()]
    }
}
