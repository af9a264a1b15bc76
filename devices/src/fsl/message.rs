//! Messages between a hart's links and their network.

use rankine_bus::{NodeId, Packet};

/// A word in a FIFO.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    pub bits: u32,
    pub control: bool,
}

/// The content of a packet between a hart's links and their network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    Word { link: u32, word: Word },
    Taken { link: u32 },
}

impl Message {
    /// The packet that carries this message. Links have no addresses, so source and destination are
    /// both `node`.
    pub fn packet(self, node: NodeId) -> Packet {
        let (class, header) = match self {
            Message::Word { link, word } => {
                (word_class(link), [u64::from(link), u64::from(word.bits), u64::from(word.control), 0])
            }
            Message::Taken { link } => (word_class(link) + 1, [u64::from(link), 0, 0, 0]),
        };
        Packet { src: node, dst: node, class, header, payload: Vec::new() }
    }

    pub fn of(packet: &Packet) -> Message {
        let link = u32::from(packet.class / 2);
        let [_, bits, control, _] = packet.header;
        match packet.class % 2 {
            0 => Message::Word { link, word: Word { bits: bits as u32, control: control != 0 } },
            _ => Message::Taken { link },
        }
    }
}

/// Virtual-channel class of the words of a link.
pub fn word_class(link: u32) -> u8 {
    (2 * link) as u8
}
