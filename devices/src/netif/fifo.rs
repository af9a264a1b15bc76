//! The FIFOs between the parts of the machine (Saldaña 2006 §2.3, §3.3), and the parts at their
//! ends.

use super::ids::UnitId;
use crate::fifo;
use crate::fsl::Word;
use rankine_bus::NodeId;
use std::ops::{Deref, DerefMut};

/// The part at an end of a FIFO.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A hart, through its links.
    Hart(NodeId),
    /// A node's device, which keeps a copy of this FIFO. It is told in the cycle in which a word is
    /// put or taken.
    Node(NodeId),
    /// State machines that are called on a change. If there are several readers, only one reads at
    /// a time.
    Units(Vec<UnitId>),
}

pub struct Fifo {
    /// For reports, e.g. `FSL from hart 3 to its NetIf`.
    pub name: String,
    words: fifo::Fifo<Word>,
    /// The number of words that have been put into it.
    pub words_put: u64,
    pub writer: End,
    pub readers: End,
    /// The reader that has a packet under way. As long as there is one, only this reader is called.
    pub only: Option<UnitId>,
}

impl Fifo {
    pub fn new(name: String, depth: u32) -> Fifo {
        let (writer, readers) = (End::Units(Vec::new()), End::Units(Vec::new()));
        Fifo { name, words: fifo::Fifo::new(depth), words_put: 0, writer, readers, only: None }
    }
}

impl Deref for Fifo {
    type Target = fifo::Fifo<Word>;

    fn deref(&self) -> &fifo::Fifo<Word> {
        &self.words
    }
}

impl DerefMut for Fifo {
    fn deref_mut(&mut self) -> &mut fifo::Fifo<Word> {
        &mut self.words
    }
}
