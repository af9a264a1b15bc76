//! Handler calls, decoded from the words of FSL 1.

/// Type flags of a message's first word.
pub const SHORT: u32 = 1 << 0;
pub const MEDIUM: u32 = 1 << 1;
pub const LONG: u32 = 1 << 2;
pub const ASYNC: u32 = 1 << 5;
pub const REPLY: u32 = 1 << 6;

/// The type flags that give the kind of a message.
const KIND: u32 = SHORT | MEDIUM | LONG;

/// Positions of the type flags and the number of arguments in the first word. The handler code is
/// below them.
pub const TYPE_SHIFT: u32 = 24;
pub const TYPE_MASK: u32 = 0x7f;
pub const ARGUMENTS_SHIFT: u32 = 16;
pub const ARGUMENTS_MASK: u32 = 0xff;
pub const HANDLER_MASK: u32 = 0xffff;

const TOKEN_MASK: u32 = 0x3ff;

/// A handler call without its arguments and payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Call {
    kind: u32,
    arguments: u32,
    pub handler: u32,
    pub token: u32,
    /// Bytes of payload.
    pub bytes: u32,
}

impl Call {
    fn new(word: u32) -> Call {
        Call {
            kind: word >> TYPE_SHIFT & KIND,
            arguments: word >> ARGUMENTS_SHIFT & ARGUMENTS_MASK,
            handler: word & HANDLER_MASK,
            token: 0,
            bytes: 0,
        }
    }

    /// Words of payload that the call brings.
    fn payload_words(&self) -> u32 {
        if self.kind == MEDIUM { self.bytes.div_ceil(4) } else { 0 }
    }
}

/// The meaning of the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Header,
    Token,
    Bytes,
    Address,
    Argument,
    Payload,
}

/// A word that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub part: Part,
    /// The parameters are complete with it.
    pub has_parameters: bool,
    /// The call is complete with it.
    pub is_last: bool,
}

/// Follows the words of handler calls.
pub struct Receiver {
    call: Call,
    part: Part,
    /// Arguments, then words of payload, that are still to come.
    arguments: u32,
    payload: u32,
}

impl Receiver {
    pub fn new() -> Receiver {
        Receiver { call: Call::default(), part: Part::Header, arguments: 0, payload: 0 }
    }

    /// The call under way, or the last one.
    pub fn call(&self) -> Call {
        self.call
    }

    /// The meaning of the next word.
    pub fn part(&self) -> Part {
        self.part
    }

    /// Takes the next word of the link. A call of an unknown kind is taken as a short one.
    pub fn take(&mut self, word: u32) -> Taken {
        let part = self.part;
        match part {
            Part::Header => self.call = Call::new(word),
            Part::Token => self.call.token = word & TOKEN_MASK,
            Part::Bytes => self.call.bytes = word,
            Part::Address => {}
            Part::Argument => self.arguments -= 1,
            Part::Payload => self.payload -= 1,
        }
        let is_last_parameter = match (part, self.call.kind) {
            (Part::Token, kind) => kind != MEDIUM && kind != LONG,
            (Part::Bytes, kind) => kind == MEDIUM,
            (Part::Address, _) => true,
            _ => false,
        };
        if is_last_parameter {
            (self.arguments, self.payload) = (self.call.arguments, self.call.payload_words());
        }
        let is_data = is_last_parameter || matches!(part, Part::Argument | Part::Payload);
        self.part = match part {
            _ if is_data && self.arguments > 0 => Part::Argument,
            _ if is_data && self.payload > 0 => Part::Payload,
            _ if is_data => Part::Header,
            Part::Header => Part::Token,
            Part::Token => Part::Bytes,
            _ => Part::Address,
        };
        Taken { part, has_parameters: is_last_parameter, is_last: self.part == Part::Header }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a call: how many until the parameters are complete, how many in all, payload bytes.
    #[test]
    fn kinds() {
        for (words, parameters, bytes) in [
            (&[0x0100_0082, 3][..], 2, 0),
            (&[0x0101_0082, 3, 7], 2, 0),
            (&[0x0200_0041, 3, 8, 1, 2], 3, 8),
            (&[0x0202_0041, 3, 5, 1, 2, 3, 4], 3, 5),
            (&[0x0200_0041, 3, 0], 3, 0),
            (&[0x0400_0083, 3, 100, 0x200], 4, 100),
            (&[0x6402_0083, 3, 100, 0x200, 1, 2], 4, 100),
            (&[0x0000_0083, 3], 2, 0),
        ] {
            let mut receiver = Receiver::new();
            // Two of them, one behind the other.
            for _ in 0..2 {
                let taken: Vec<Taken> = words.iter().map(|word| receiver.take(*word)).collect();
                let ready = taken.iter().position(|taken| taken.has_parameters).map(|index| index + 1);
                let last = taken.iter().position(|taken| taken.is_last).map(|index| index + 1);
                assert_eq!((ready, last), (Some(parameters), Some(words.len())), "{words:x?}");
                let call = receiver.call();
                assert_eq!((call.handler, call.token, call.bytes), (words[0] & 0xffff, 3, bytes));
            }
        }
    }
}
