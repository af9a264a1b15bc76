//! Tables of selective NetIfs that are loaded while the machine runs. Ours: the thesis has its tables fixed when the FPGA is built.
//!
//! A packet to the own rank, which no channel leads to, is for the NetIfs of the board: it loads one of their tables. NetIfs are
//! numbered as the [`Board`] has them.
//!
//! | word | what |
//! |---|---|
//! | 0 | header: SRC and DEST the own rank, NDW = 1 + entries |
//! | 1 | number of the NetIf on the board |
//! | 2… | an entry each, the first looked at first: channel (16 bits), LRN (8), HRN (8), from the highest bit on |
//!
//! A NetIf takes a word a cycle, and the table is there in the cycle after the last one. Until then a NetIf without a table takes no
//! packet; a later table takes the place of the one before. A packet that names a NetIf or a channel that is not there, or a HRN below
//! its LRN, is dropped and counted, and changes nothing.

use super::tier1::Header;
use std::sync::Arc;

/// First and last rank of a range.
pub type Ranks = (u32, u32);

pub fn within(ranks: Option<Ranks>, rank: u32) -> bool {
    ranks.is_some_and(|(low, high)| (low..=high).contains(&rank))
}

/// (ranks, number of the NetIf at the channel's other end), the first looked at first.
pub type Table = Vec<(Ranks, usize)>;

/// NetIfs of a board by number, with the NetIfs at the other ends of their channels.
pub type Board = Vec<(usize, Vec<usize>)>;

/// A packet that loads a table, as far as it has come.
struct Loading {
    left: u32,
    words: Vec<u32>,
}

/// What the sending side of a node's NetIf needs to load tables.
pub struct Loader {
    rank: u32,
    board: Arc<Board>,
    loading: Option<Loading>,
}

/// What a word of a packet has led to.
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
