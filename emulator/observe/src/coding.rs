//! Converts the fields of packed records into bytes and back. Small numbers take few bytes: a byte
//! holds seven bits, the lowest first, and its top bit says that more follow.

/// Writes values, or reads them. When it reads, it ignores the given values and returns those that
/// were written.
pub trait Coder {
    fn unsigned(&mut self, value: u64) -> u64;

    /// Codes a value that is often near `other`. `other` must be the same for writing and reading.
    fn near(&mut self, value: u64, other: u64) -> u64 {
        let folded = self.unsigned(folded(value.wrapping_sub(other)));
        unfolded(folded).wrapping_add(other)
    }

    fn some_near(&mut self, value: Option<u64>, other: u64) -> Option<u64> {
        self.flag(value.is_some()).then(|| self.near(value.unwrap_or_default(), other))
    }

    fn small(&mut self, value: u32) -> u32 {
        self.unsigned(value.into()) as u32
    }

    fn flag(&mut self, value: bool) -> bool {
        self.unsigned(value.into()) != 0
    }
}

/// Maps signed differences to unsigned numbers: 0, -1, 1, -2, 2 and so on become 0, 1, 2, 3, 4.
fn folded(difference: u64) -> u64 {
    difference << 1 ^ ((difference as i64) >> 63) as u64
}

fn unfolded(folded: u64) -> u64 {
    folded >> 1 ^ (folded & 1).wrapping_neg()
}

#[derive(Default)]
pub(crate) struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    /// The bytes that were written.
    pub fn finish(self) -> Box<[u8]> {
        self.bytes.into_boxed_slice()
    }
}

impl Coder for Encoder {
    fn unsigned(&mut self, value: u64) -> u64 {
        let mut left = value;
        while left >= 0x80 {
            self.bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.bytes.push(left as u8);
        value
    }
}

/// Reads the bytes of an encoder.
pub(crate) struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    pub fn new(bytes: &[u8]) -> Decoder<'_> {
        Decoder { bytes: bytes.iter() }
    }
}

impl Coder for Decoder<'_> {
    fn unsigned(&mut self, _: u64) -> u64 {
        let (mut value, mut shift) = (0, 0);
        for &byte in self.bytes.by_ref() {
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
            shift += 7;
        }
        value
    }
}
