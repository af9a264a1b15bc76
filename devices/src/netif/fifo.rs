//! The FIFOs between the parts of the machine (Saldaña 2006 §2.3, §3.3), and who is at their ends.

use super::ids::UnitId;
use crate::fifo;
use crate::fsl::Word;
use rankine_bus::NodeId;
use std::ops::{Deref, DerefMut};

/// Who is at an end of a FIFO.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A hart, through its links.
    Hart(NodeId),
    /// A node's device, which keeps a FIFO like this one: it is told in the cycle in which a word is put or taken.
    Node(NodeId),
    /// Parts that are called when there is something new; of several readers only one reads at a time.
    Units(Vec<UnitId>),
}

pub struct Fifo {
    /// For people, e.g. `FSL from hart 3 to its NetIf`.
    pub name: String,
    words: fifo::Fifo<Word>,
    pub writer: End,
    pub readers: End,
    /// The one of the readers that has a packet under way and need be called alone.
    pub only: Option<UnitId>,
}

impl Fifo {
    pub fn new(name: String, depth: u32) -> Fifo {
        let (writer, readers) = (End::Units(Vec::new()), End::Units(Vec::new()));
        Fifo { name, words: fifo::Fifo::new(depth), writer, readers, only: None }
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
