//! The state of an OCCC's two sides: packets that it sends, and packets that it receives.

use crate::tmd::line::Errors;
use std::collections::VecDeque;

/// Packets to send, and packets that have been sent and not acknowledged.
#[derive(Default)]
pub struct Sender {
    /// The packet that comes from a bridge, and its lane.
    pub coming: Option<(usize, Vec<u32>)>,
    /// Complete packets; the first has sequence number `base`.
    pub window: VecDeque<Vec<u32>>,
    pub base: u32,
    /// Index of the packet that goes on the line next, and the number of packets that have been
    /// sent.
    pub next: usize,
    pub sent: usize,
    /// The other end has asked to hold.
    pub held: bool,
    /// When to go back, if no acknowledgement comes.
    pub deadline: Option<u64>,
}

/// A packet on its way to the line.
pub struct Sending {
    /// The words that are there, and the total number of words.
    pub words: Vec<u32>,
    pub total: usize,
    /// The word that comes next.
    pub next: usize,
    /// When the receiver has the word before.
    pub arrival: u64,
    pub errors: Errors,
    /// The receiver may look at it before it is complete.
    pub is_early: bool,
    /// It still comes from a bridge.
    pub is_coming: bool,
}

/// Packets that have been received.
#[derive(Default)]
pub struct Receiver {
    pub expected: u32,
    /// Packets accepted; `given` words of the first have been handed on.
    pub accepted: VecDeque<Vec<u32>>,
    pub given: usize,
    /// A negative acknowledgement is on its way.
    pub nacked: bool,
    /// The expected packet has come and was refused.
    pub refused: bool,
    /// When to ask again for the packet that was refused.
    pub ask: Option<u64>,
    /// Since this cycle a word waits for a place.
    pub blocked: Option<u64>,
}
