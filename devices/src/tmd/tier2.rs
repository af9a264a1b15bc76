//! Tier-2 packets and the frames on a line between two boards (Saldaña 2006 §3.3, Fig. 3.4).
//!
//! | word | bits | field |
//! |---|---|---|
//! | 0 | 31:24 | start of packet, 0xfb |
//! | 0 | 23:10 | bytes of the whole Tier-2 packet |
//! | 0 | 9:0 | sequence number, given by the OCCC |
//! | 1 | 31:16, 15:0 | source channel address, destination channel address |
//! | 2 ... | | the Tier-1 packet |
//! | last but one | | almost end of packet, 0xfe0000fd |
//! | last | | end of packet; in its place the OCCC sends a CRC-32 of all words before, each as four bytes, the lowest first |
//!
//! The order of the fields and the places of trailer and CRC are those of the thesis. The values of
//! start and ends, the unit of the size and the kind of CRC (IEEE 802.3) are ours. The control
//! frames are ours, too: the thesis says only that retransmission is asked for. A control frame has
//! two words, `kind << 24 | next sequence number expected` and the CRC of the first word.

/// Start of packet.
const START: u32 = 0xfb;
const ALMOST_END: u32 = 0xfe00_00fd;
/// Stands between bridge and OCCC where the line has the CRC.
const END: u32 = 0xfd00_0000;

/// Sequence numbers count modulo this.
pub const SEQUENCES: u32 = 1 << 10;

/// Words before and behind the Tier-1 packet.
pub const HEAD_WORDS: u32 = 2;
pub const TAIL_WORDS: u32 = 2;

const KIND_ACK: u32 = 0xa1;
const KIND_NACK: u32 = 0xa2;
const KIND_HOLD: u32 = 0xa3;

/// The words that a bridge puts around a Tier-1 packet of `tier1_words` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapping {
    pub tier1_words: u32,
    /// Channel addresses on their own boards.
    pub source: u16,
    pub destination: u16,
}

impl Wrapping {
    pub fn words(self) -> u32 {
        HEAD_WORDS + self.tier1_words + TAIL_WORDS
    }

    /// Word `index` of the packet; none if it is a word of the Tier-1 packet.
    pub fn word(self, index: u32) -> Option<u32> {
        match index {
            0 => Some(START << 24 | size_field(self.words())),
            1 => Some(u32::from(self.source) << 16 | u32::from(self.destination)),
            _ if index < HEAD_WORDS + self.tier1_words => None,
            _ if index == HEAD_WORDS + self.tier1_words => Some(ALMOST_END),
            _ => Some(END),
        }
    }
}

fn size_field(words: u32) -> u32 {
    (words * 4) << 10 & 0x00ff_fc00
}

/// Words of the packet that begins with `word0`.
pub fn words_of(word0: u32) -> u32 {
    (word0 >> 10 & 0x3fff) / 4
}

/// The channel on the receiving board for the packet with this second word.
pub fn destination(word1: u32) -> u16 {
    word1 as u16
}

/// Word 0 of a packet with its sequence number.
pub fn numbered(word0: u32, sequence: u32) -> u32 {
    (word0 & !(SEQUENCES - 1)) | (sequence % SEQUENCES)
}

/// Puts the CRC in the place of the end of packet.
pub fn close(packet: &mut [u32]) {
    if let Some((last, before)) = packet.split_last_mut() {
        *last = crc(before);
    }
}

/// The meaning of a frame from the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A packet with this sequence number.
    Packet(u32),
    /// All before this sequence number have been accepted.
    Ack(u32),
    /// The same as `Ack`; packets that have been sent from this number on must be sent again.
    Nack(u32),
    /// The same as `Ack`; no more packets may be sent until another frame than this comes.
    Hold(u32),
    /// The CRC does not fit.
    Bad,
}

impl Frame {
    /// The words of a control frame.
    pub fn control(self) -> [u32; 2] {
        let first = match self {
            Frame::Ack(next) => KIND_ACK << 24 | next,
            Frame::Nack(next) => KIND_NACK << 24 | next,
            Frame::Hold(next) => KIND_HOLD << 24 | next,
            Frame::Packet(_) | Frame::Bad => 0,
        };
        [first, crc(&[first])]
    }

    pub fn of(words: &[u32]) -> Frame {
        let Some((last, before)) = words.split_last() else { return Frame::Bad };
        let Some(first) = before.first().filter(|_| crc(before) == *last) else { return Frame::Bad };
        let sequence = first % SEQUENCES;
        match first >> 24 {
            START => Frame::Packet(sequence),
            KIND_ACK => Frame::Ack(sequence),
            KIND_NACK => Frame::Nack(sequence),
            KIND_HOLD => Frame::Hold(sequence),
            _ => Frame::Bad,
        }
    }
}

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let (mut value, mut bit) = (index as u32, 0);
        while bit < 8 {
            value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
}

/// CRC-32 of IEEE 802.3: reflected, begun and ended with all ones, over the bytes of the words,
/// lowest first.
pub fn crc(words: &[u32]) -> u32 {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    !bytes.fold(!0, |crc, byte| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(tier1: &[u32], sequence: u32, source: u16, destination: u16) -> Vec<u32> {
        let wrapping = Wrapping { tier1_words: tier1.len() as u32, source, destination };
        let mut tier1 = tier1.iter();
        let mut packet: Vec<u32> =
            (0..wrapping.words()).filter_map(|index| wrapping.word(index).or_else(|| tier1.next().copied())).collect();
        packet[0] = numbered(packet[0], sequence);
        close(&mut packet);
        packet
    }

    #[test]
    fn golden_packets() {
        assert_eq!(sealed(&[0x0104_0001, 5], 0, 0, 0), [0xfb00_6000, 0, 0x0104_0001, 5, 0xfe00_00fd, 0xec37_f763]);
        assert_eq!(
            sealed(&[0x0401_0001, 0xffff_ffff], 1, 0, 0),
            [0xfb00_6001, 0, 0x0401_0001, 0xffff_ffff, 0xfe00_00fd, 0xf7d3_6cdc]
        );
        assert_eq!(
            sealed(&[0x0104_0003, 0x11, 0x22, 0x33], 1023, 1, 2),
            [0xfb00_83ff, 0x0001_0002, 0x0104_0003, 0x11, 0x22, 0x33, 0xfe00_00fd, 0xad77_1a81]
        );
    }

    #[test]
    fn frames() {
        assert_eq!(crc(&[0x3433_3231]), 0x9be3_e0a3, "the check value of `1234`");
        for length in [1, 2, 508] {
            let packet = sealed(&vec![7; length], 1025, 0, 3);
            assert_eq!((words_of(packet[0]), destination(packet[1])), (packet.len() as u32, 3));
            assert_eq!(Frame::of(&packet), Frame::Packet(1));
            for bit in [0, 31, 40, 32 * packet.len() - 1] {
                let mut hit = packet.clone();
                hit[bit / 32] ^= 1 << (bit % 32);
                assert_eq!(Frame::of(&hit), Frame::Bad, "bit {bit}");
            }
        }
        for frame in [Frame::Ack(0), Frame::Nack(1023), Frame::Hold(5)] {
            assert_eq!(Frame::of(&frame.control()), frame);
        }
        for words in [&[][..], &[1], &[0, 0]] {
            assert_eq!(Frame::of(words), Frame::Bad);
        }
    }
}
