//! Words of active messages: on FSL 3 as requests, on the network as packets, on FSL 1 as handler
//! calls.
//!
//! | | request (FSL 3) | packet (network) | handler call (FSL 1) |
//! |---|---|---|---|
//! | 0 | type, arguments, handler | NetIf header: SRC 31:24, DEST 23:16, NDW 15:0 | type, arguments, handler |
//! | 1 | destination node, or token of a reply | type, arguments, handler | token |
//! | medium, long | bytes | bytes | bytes |
//! | medium, long | address of the payload, unless it comes by the FIFO | | |
//! | long | destination address | destination address | destination address |
//! | all | arguments | arguments | arguments |
//! | medium | payload, if it comes by the FIFO | payload | payload |
//! | long | payload, if it comes by the FIFO | payload | |
//!
//! The type word is the same in all three:
//!
//! | bits | field |
//! |---|---|
//! | 24 | short message |
//! | 25 | medium message: the payload goes to the handler |
//! | 26 | long message: the payload goes to the receiver's memory |
//! | 28 | the payload comes on FSL 3, behind the arguments |
//! | 29 | asynchronous: no completion word |
//! | 30 | reply: word 1 of the request is a token |
//! | 23:16 | number of arguments |
//! | 15:0 | handler code |
//!
//! The paper prints no formats. These follow the handler interface of the group's later open code,
//! with addresses of 32 bits. Exactly one of bits 24 to 26 is set: the strided and vectored long
//! messages of the later code are unknown types here. The last payload word is filled up with
//! zeros.

/// Bytes of a word.
pub const WORD: u32 = 4;

const SHORT: u32 = 1;
const MEDIUM: u32 = 2;
const LONG: u32 = 4;
const KINDS: u32 = 0x0f;
const FROM_FIFO: u32 = 0x10;
const ASYNC: u32 = 0x20;
const REPLY: u32 = 0x40;

/// Where the payload of a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Short,
    Medium,
    Long,
}

impl Kind {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Short => "short",
            Kind::Medium => "medium",
            Kind::Long => "long",
        }
    }
}

/// The word with the type of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type(pub u32);

impl Type {
    /// None if the type is unknown.
    pub fn kind(self) -> Option<Kind> {
        match self.0 >> 24 & KINDS {
            SHORT if !self.is_from_fifo() => Some(Kind::Short),
            MEDIUM => Some(Kind::Medium),
            LONG => Some(Kind::Long),
            _ => None,
        }
    }

    fn has(self, flag: u32) -> bool {
        self.0 >> 24 & flag != 0
    }

    pub fn is_from_fifo(self) -> bool {
        self.has(FROM_FIFO)
    }

    pub fn is_async(self) -> bool {
        self.has(ASYNC)
    }

    pub fn is_reply(self) -> bool {
        self.has(REPLY)
    }

    pub fn arguments(self) -> u32 {
        self.0 >> 16 & 0xff
    }

    /// Words of a request before its arguments.
    pub fn request_words(self) -> usize {
        let source = usize::from(!self.is_from_fifo());
        match self.kind() {
            None | Some(Kind::Short) => 2,
            Some(Kind::Medium) => 3 + source,
            Some(Kind::Long) => 4 + source,
        }
    }
}

/// Words of a payload.
pub fn payload_words(bytes: u32) -> u32 {
    bytes.div_ceil(WORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        for (word, kind, arguments, flags, request_words) in [
            (0x0101_0082, Some(Kind::Short), 1, (false, false, false), 2),
            (0x4110_00f0, Some(Kind::Short), 16, (false, false, true), 2),
            (0x0200_0083, Some(Kind::Medium), 0, (false, false, false), 4),
            (0x1202_0083, Some(Kind::Medium), 2, (true, false, false), 3),
            (0x2400_0083, Some(Kind::Long), 0, (false, true, false), 5),
            (0x1400_0083, Some(Kind::Long), 0, (true, false, false), 4),
            (0x0500_0083, None, 0, (false, false, false), 2),
            (0x0600_0083, None, 0, (false, false, false), 2),
            (0x1100_0083, None, 0, (true, false, false), 2),
            (0x0000_0083, None, 0, (false, false, false), 2),
        ] {
            let word = Type(word);
            assert_eq!((word.kind(), word.arguments(), word.request_words()), (kind, arguments, request_words));
            assert_eq!((word.is_from_fifo(), word.is_async(), word.is_reply()), flags);
        }
        assert_eq!([0, 1, 4, 5].map(payload_words), [0, 1, 1, 2]);
    }
}
