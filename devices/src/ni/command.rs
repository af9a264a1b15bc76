//! Command buffers: when a descriptor is complete, and its meaning (Katsamani 2010 §3.1.2, §4.4.2).

use crate::regs::ni as regs;
use crate::scratchpad::LINE_WORDS;
use rankine_bus::Part;

/// State of a command-buffer line beside its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buffer {
    /// Words written since the buffer was last idle.
    pub mask: u8,
    /// Its command is under way.
    pub busy: bool,
}

/// A command buffer, by its line, on timelines.
pub fn command_buffer(line: usize) -> Part {
    Part { name: "command buffer", number: line as u32 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    Copy { source: u64, destination: u64, ack: u64, size: u32 },
    Message { destination: u64, ack: u64, words: usize },
    Dequeue { queue: u64, response: u64, ack: u64, size: u32 },
}

/// Most words of a message: a line without opcode, destination and acknowledge address.
const MESSAGE_WORDS: usize = LINE_WORDS - regs::CMD_MSG_DATA;

fn opcode(head: u64) -> u64 {
    // The upper half of a 64-bit head is reserved: if it is not 0, no opcode matches.
    head >> regs::CMD_OPCODE_SHIFT
}

fn size(head: u64) -> u32 {
    ((head & regs::CMD_SIZE_MASK) >> regs::CMD_SIZE_SHIFT) as u32
}

/// Payload words of a message of this size, if that is a legal size.
fn message_words(size: u32, word_bytes: u32) -> Option<usize> {
    let words = (size / word_bytes) as usize;
    (size.is_multiple_of(word_bytes) && (1..=MESSAGE_WORDS).contains(&words)).then_some(words)
}

/// Words that must have been written before the command is taken. A bad head needs as many words as
/// an RDMA, so that no words of a bad descriptor are left over for the next one.
pub fn needed(head: u64, word_bytes: u32) -> u8 {
    let words = match opcode(head) {
        regs::OP_MESSAGE => message_words(size(head), word_bytes).map_or(4, |words| regs::CMD_MSG_DATA + words),
        _ => 4,
    };
    (0xff_u16 >> (LINE_WORDS - words)) as u8
}

/// Decodes a complete descriptor. An error says what is wrong with it.
pub fn decode(words: &[u64; LINE_WORDS], word_bytes: u32) -> Result<Descriptor, &'static str> {
    let head = words[regs::CMD_HEAD];
    match opcode(head) {
        regs::OP_RDMA_WRITE | regs::OP_RDMA_READ if size(head) == 0 => Err("size 0"),
        regs::OP_RDMA_WRITE | regs::OP_RDMA_READ => Ok(Descriptor::Copy {
            source: words[regs::CMD_SRC],
            destination: words[regs::CMD_DST],
            ack: words[regs::CMD_ACK],
            size: size(head),
        }),
        regs::OP_MESSAGE => Ok(Descriptor::Message {
            destination: words[regs::CMD_MSG_DST],
            ack: words[regs::CMD_MSG_ACK],
            words: message_words(size(head), word_bytes).ok_or("a message has 1 to 5 whole words")?,
        }),
        regs::OP_DEQUEUE => Ok(Descriptor::Dequeue {
            queue: words[regs::CMD_DEQ_QUEUE],
            response: words[regs::CMD_DEQ_DST],
            ack: words[regs::CMD_DEQ_ACK],
            size: message_words(size(head), word_bytes).map(|_| size(head)).ok_or("an item has 1 to 5 whole words")?,
        }),
        _ => Err("unknown opcode"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors() {
        let head = |opcode: u64, size: u64| opcode << regs::CMD_OPCODE_SHIFT | size;
        let copy = |size| Ok(Descriptor::Copy { source: 11, destination: 12, ack: 13, size });
        let message = |words| Ok(Descriptor::Message { destination: 11, ack: 12, words });
        let bad_message = Err("a message has 1 to 5 whole words");
        for (head, word_bytes, need, expected) in [
            (head(1, 1), 8, 0x0f, copy(1)),
            (head(2, 0xff_ffff), 4, 0x0f, copy(0xff_ffff)),
            (head(1, 0), 8, 0x0f, Err("size 0")),
            (head(3, 8), 8, 0x0f, message(1)),
            (head(3, 40), 8, 0xff, message(5)),
            (head(3, 20), 4, 0xff, message(5)),
            (head(3, 8), 4, 0x1f, message(2)),
            (head(3, 48), 8, 0x0f, bad_message),
            (head(3, 0), 8, 0x0f, bad_message),
            (head(3, 9), 8, 0x0f, bad_message),
            (head(4, 8), 8, 0x0f, Ok(Descriptor::Dequeue { queue: 11, response: 12, ack: 13, size: 8 })),
            (head(4, 44), 8, 0x0f, Err("an item has 1 to 5 whole words")),
            (head(4, 0), 4, 0x0f, Err("an item has 1 to 5 whole words")),
            (head(5, 8), 8, 0x0f, Err("unknown opcode")),
            (0, 8, 0x0f, Err("unknown opcode")),
            (1 << 32 | head(1, 8), 8, 0x0f, Err("unknown opcode")),
        ] {
            let words = [head, 11, 12, 13, 14, 15, 16, 17];
            assert_eq!((needed(head, word_bytes), decode(&words, word_bytes)), (need, expected), "{head:#x}");
        }
    }
}
