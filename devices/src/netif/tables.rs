//! Tables of selective NetIfs that are loaded while the machine runs. Loading is ours: the tables
//! of the thesis are fixed when the FPGA is built.
//!
//! No channel leads to the own rank. So a packet to the own rank is for the NetIfs of the board: it
//! loads the table of one of them. NetIfs are numbered as in [`Board`].
//!
//! | word | meaning |
//! |---|---|
//! | 0 | header: SRC and DEST the own rank, NDW = 1 + entries |
//! | 1 | number of the NetIf on the board |
//! | 2… | an entry each, searched in this order: channel (16 bits), LRN (8), HRN (8), from the highest bit on |
//!
//! A NetIf takes a word a cycle, and the table is valid from the cycle after the last word on. A
//! NetIf without a table takes no other packets. A later table replaces the one before. If a packet
//! names a NetIf or a channel that does not exist, or a HRN below its LRN, it is dropped and
//! counted, and changes nothing.

use super::tier1::Header;
use std::sync::Arc;

/// First and last rank of a range.
pub type Ranks = (u32, u32);

pub fn within(ranks: Option<Ranks>, rank: u32) -> bool {
    ranks.is_some_and(|(low, high)| (low..=high).contains(&rank))
}

/// (ranks, number of the NetIf at the channel's other end), in the order of the search.
pub type Table = Vec<(Ranks, usize)>;

/// NetIfs of a board by number, with the NetIfs at the other ends of their channels.
pub type Board = Vec<(usize, Vec<usize>)>;

/// A packet that loads a table, as far as it has come.
struct Loading {
    left: u32,
    words: Vec<u32>,
}

/// The part of the sending side of a node's NetIf that loads tables.
pub struct Loader {
    rank: u32,
    board: Arc<Board>,
    loading: Option<Loading>,
}

/// The outcome of a word of a packet.
pub enum Loaded {
    /// There are more words to come.
    NotYet,
    /// The table of this NetIf.
    Table(usize, Table),
    /// The packet is wrong: a sentence.
    Refused(String),
}

impl Loader {
    pub fn new(rank: u32, board: Arc<Board>) -> Loader {
        Loader { rank, board, loading: None }
    }

    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Is a packet with this header for the NetIfs?
    pub fn takes(&self, header: Header) -> bool {
        header.dest() == self.rank
    }

    /// The next word of a packet that is for the NetIfs, the header first.
    pub fn word(&mut self, bits: u32) -> Loaded {
        match &mut self.loading {
            None => self.loading = Some(Loading { left: u32::from(Header::of(bits).ndw), words: Vec::new() }),
            Some(loading) => {
                loading.left -= 1;
                loading.words.push(bits);
            }
        }
        match self.loading.take_if(|loading| loading.left == 0) {
            None => Loaded::NotYet,
            Some(loading) => {
                self.table(&loading.words).map_or_else(Loaded::Refused, |(to, table)| Loaded::Table(to, table))
            }
        }
    }

    fn table(&self, words: &[u32]) -> Result<(usize, Table), String> {
        let (&number, entries) = words.split_first().ok_or("it has no words")?;
        let (netif, channels) =
            self.board.get(number as usize).ok_or_else(|| format!("the board has no NetIf {number}"))?;
        let entry = |&bits: &u32| {
            let (channel, low, high) = (bits >> 16, bits >> 8 & 0xff, bits & 0xff);
            let to = channels.get(channel as usize).ok_or_else(|| format!("the NetIf has no channel {channel}"))?;
            match low <= high {
                true => Ok(((low, high), *to)),
                false => Err(format!("LRN {low} is above HRN {high}")),
            }
        };
        Ok((*netif, entries.iter().map(entry).collect::<Result<_, _>>()?))
    }
}
