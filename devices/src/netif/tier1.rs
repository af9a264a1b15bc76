//! Tier-1 packets, which travel between the NetIfs of a board (Saldaña 2006 §3.3, Fig. 3.4).
//!
//! | word 0, bits | field |
//! |---|---|
//! | 31:24 | SRC: rank of the sender |
//! | 23:16 | DEST: rank of the receiver |
//! | 15:0 | NDW: payload words that follow |
//!
//! The thesis lists the fields from left to right; their positions in the word are ours. Word 0
//! travels with control = 1 and all other words with control = 0; that is ours, too.

use crate::fsl::Word;

/// Number of ranks that a header's fields can tell apart.
pub const RANKS: u32 = 256;
pub const BYTES_A_WORD: u64 = 4;

/// Word 0 of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub src: u8,
    pub dest: u8,
    /// Payload words.
    pub ndw: u16,
}

impl Header {
    pub fn of(bits: u32) -> Header {
        Header { src: (bits >> 24) as u8, dest: (bits >> 16) as u8, ndw: bits as u16 }
    }

    pub fn bits(self) -> u32 {
        u32::from(self.src) << 24 | u32::from(self.dest) << 16 | u32::from(self.ndw)
    }

    pub fn word(self) -> Word {
        Word { bits: self.bits(), control: true }
    }

    /// Words of the whole packet.
    pub fn words(self) -> u32 {
        1 + u32::from(self.ndw)
    }

    pub fn dest(self) -> u32 {
        u32::from(self.dest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        for (src, dest, ndw, bits) in [
            (1, 4, 1, 0x0104_0001),
            (4, 1, 1, 0x0401_0001),
            (1, 4, 3, 0x0104_0003),
            (0, 255, 507, 0x00ff_01fb),
            (255, 0, 65535, 0xff00_ffff),
        ] {
            let header = Header { src, dest, ndw };
            assert_eq!((header.bits(), Header::of(bits)), (bits, header), "{bits:#010x}");
            assert_eq!(header.words(), u32::from(ndw) + 1);
        }
    }
}
