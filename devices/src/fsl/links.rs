//! The hart's ends of its links, for registers and mover.

use super::message::{Message, Word};
use super::registers::{Ends, Side};
use rankine_bus::Cx;
use std::collections::VecDeque;

/// The link that the mover moves words to and from.
pub(super) const MOVER_LINK: usize = 0;

/// The hart's ends of one pair.
#[derive(Default)]
pub(super) struct Link {
    /// Words to the hart, all visible.
    pub(super) incoming: VecDeque<Word>,
    /// Places of the FIFO from the hart that are taken.
    pub(super) outgoing: u32,
}

/// The hart's ends of all pairs; a FIFO from the hart holds `depth` words.
pub(super) struct Links {
    pub(super) depth: u32,
    pub(super) links: Vec<Link>,
    /// By side: does a transfer have this end of the mover's link? If so, the hart finds neither
    /// words nor places there.
    pub(super) lent: [bool; 2],
}

impl Links {
    pub(super) fn is_lent(&self, link: usize, side: Side) -> bool {
        link == MOVER_LINK && self.lent[side as usize]
    }

    pub(super) fn is_blocked(&self, link: usize, side: Side) -> bool {
        match side {
            Side::Get => self.links[link].incoming.is_empty(),
            Side::Put => self.links[link].outgoing >= self.depth,
        }
    }
}

impl Ends for Links {
    fn allows(&self, _link: usize, _side: Side) -> Result<(), String> {
        Ok(())
    }

    fn oldest(&self, _cx: &Cx<'_>, link: usize) -> Option<Word> {
        self.links[link].incoming.front().copied().filter(|_| !self.is_lent(link, Side::Get))
    }

    fn incoming(&self, _cx: &Cx<'_>, link: usize) -> u64 {
        if self.is_lent(link, Side::Get) { 0 } else { self.links[link].incoming.len() as u64 }
    }

    fn outgoing(&self, link: usize) -> u64 {
        u64::from(self.links[link].outgoing)
    }

    fn is_full(&self, _cx: &Cx<'_>, link: usize) -> bool {
        self.stays_blocked(link, Side::Put)
    }

    fn take(&mut self, cx: &mut Cx<'_>, link: usize) {
        self.links[link].incoming.pop_front();
        cx.send(Message::Taken { link: link as u32 }.packet(cx.node));
    }

    fn put(&mut self, cx: &mut Cx<'_>, link: usize, word: Word) {
        self.links[link].outgoing += 1;
        cx.send(Message::Word { link: link as u32, word }.packet(cx.node));
    }

    fn stays_blocked(&self, link: usize, side: Side) -> bool {
        self.is_lent(link, side) || self.is_blocked(link, side)
    }
}
