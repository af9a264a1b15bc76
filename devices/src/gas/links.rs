//! The four FSLs between a GAScore and its node's computing element (Willenberg and Chow 2013 §3.1,
//! Figs. 2 and 3).

use crate::fifo::Fifo;

/// Words of 32 bits. Their formats are in [`super::format`].
pub struct Links {
    /// FSL 1, from the GAScore: handler calls.
    pub calls: Fifo<u32>,
    /// FSL 2, to the GAScore: tokens of handlers that have ended.
    pub tokens: Fifo<u32>,
    /// FSL 3, to the GAScore: requests and replies.
    pub requests: Fifo<u32>,
    /// FSL 4, from the GAScore: a word for each request whose source memory may be used again.
    pub completions: Fifo<u32>,
}

impl Links {
    pub fn new(depth: u32) -> Links {
        Links {
            calls: Fifo::new(depth),
            tokens: Fifo::new(depth),
            requests: Fifo::new(depth),
            completions: Fifo::new(depth),
        }
    }
}
