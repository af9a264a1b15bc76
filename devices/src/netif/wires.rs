//! State that the state machines of a network share: FIFOs, the sending and receiving sides of
//! NetIfs, the calendar of calls, and the state of one kind of machine ([`Machine`]).

use super::fifo::{End, Fifo};
use super::ids::{FifoId, UnitId};
use super::mishaps::Mishap;
use super::tables::Table;
use super::trace::Trace;
use crate::fsl::{Message, Word, word_class};
use rankine_bus::Delivery;
use std::collections::BTreeSet;
use std::fmt;

/// Further state that the state machines of one kind of machine share, e.g. lines between boards
/// and its own counts.
pub trait Machine: Send {
    /// A NetIf has met a mistake. `place` names the NetIf.
    fn mishap(&mut self, mishap: Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>);
}

/// A state machine. It is called in each cycle in which it may be able to act.
///
/// It may be called without need; then it must do nothing. It is called once a cycle, or once more
/// if it has asked for that.
pub trait Unit<M>: Send {
    fn step(&mut self, wires: &mut Wires<M>, cycle: u64);

    /// A line that says what it waits for, if it has work.
    fn waits(&self, wires: &Wires<M>) -> Option<String>;
}

/// State of the packet at the front of a NetIf's sending side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The word at the front, if there is one, is a header that has not been taken up.
    Free,
    /// Decoded: for the NetIf of this number, from this cycle on.
    For { netif: usize, from: u64 },
    /// A receiver, or the sending side itself, has part of it.
    Taken,
}

/// A NetIf's sending side.
#[derive(Clone, Copy, Debug)]
pub struct Outlet {
    pub fifo: FifoId,
    pub offer: Offer,
    /// The cycle in which the last word of the packet before was taken.
    pub free_since: u64,
}

/// Events at NetIfs and nodes since the start.
#[derive(Default)]
pub struct Counts {
    pub from_harts: u64,
    pub to_harts: u64,
    pub netif_words: u64,
    pub netif_packets: u64,
    pub netif_stalls: u64,
    pub dropped_words: u64,
    pub tables_loaded: u64,
    pub misaddressed: u64,
}

#[derive(Default)]
pub struct Wires<M> {
    pub fifos: Vec<Fifo>,
    /// Sending sides by NetIf.
    pub outlets: Vec<Outlet>,
    /// Tables of selective NetIfs, by NetIf; none before the table is loaded.
    pub tables: Vec<Option<Table>>,
    /// Receiving sides by NetIf.
    pub receivers: Vec<UnitId>,
    pub counts: Counts,
    pub machine: M,
    pub calendar: BTreeSet<(u64, UnitId)>,
    /// (cycle, delivery) for harts and nodes.
    pub deliveries: Vec<(u64, Delivery)>,
    pub trace: Trace,
}

impl<M> Wires<M> {
    pub fn fifo(&self, id: FifoId) -> &Fifo {
        &self.fifos[id.0]
    }

    /// Calls the unit in this cycle.
    pub fn wake(&mut self, unit: UnitId, cycle: u64) {
        self.calendar.insert((cycle, unit));
    }

    pub fn front(&self, id: FifoId, cycle: u64) -> Option<Word> {
        self.fifo(id).front(cycle)
    }

    pub fn has_room(&self, id: FifoId, cycle: u64) -> bool {
        self.fifo(id).has_room(cycle)
    }

    /// Puts a word in `cycle`; its reader sees it in the next one.
    pub fn push(&mut self, id: FifoId, cycle: u64, word: Word) {
        let fifo = &mut self.fifos[id.0];
        fifo.push(cycle, word);
        fifo.words_put += 1;
        match (&fifo.readers, fifo.only) {
            (End::Hart(node), _) => {
                self.counts.to_harts += 1;
                let packet = Message::Word { link: 0, word }.packet(*node);
                self.deliveries.push((cycle + 1, Delivery::Arrived(packet)));
            }
            (End::Node(node), _) => {
                self.counts.to_harts += 1;
                self.deliveries.push((cycle, Delivery::Arrived(Message::Word { link: 0, word }.packet(*node))));
            }
            (End::Units(_), Some(reader)) => {
                self.calendar.insert((cycle + 1, reader));
            }
            (End::Units(readers), None) => {
                self.calendar.extend(readers.iter().map(|reader| (cycle + 1, *reader)));
            }
        }
    }

    /// Takes the oldest word in `cycle`; its writer sees the place in the next one.
    pub fn pop(&mut self, id: FifoId, cycle: u64) -> Option<Word> {
        let word = self.fifos[id.0].pop(cycle)?;
        self.tell_writer(id, cycle);
        Some(word)
    }

    /// Takes the oldest word for a hart on another clock; its writer sees the place after `cycle`.
    pub fn pop_behind(&mut self, id: FifoId, cycle: u64) {
        if self.fifos[id.0].pop_behind(cycle).is_some() {
            self.tell_writer(id, cycle);
        }
    }

    /// A word has been taken in `cycle`.
    fn tell_writer(&mut self, id: FifoId, cycle: u64) {
        match &self.fifos[id.0].writer {
            End::Hart(node) => {
                let left = Delivery::Left { src: *node, class: word_class(0) };
                self.deliveries.push((cycle + 1, left));
            }
            End::Node(node) => {
                let left = Delivery::Left { src: *node, class: word_class(0) };
                self.deliveries.push((cycle, left));
            }
            End::Units(writers) => self.calendar.extend(writers.iter().map(|writer| (cycle + 1, *writer))),
        }
    }

    /// A NetIf has a table from the next cycle on.
    pub fn load_table(&mut self, netif: usize, cycle: u64, table: Table) {
        self.tables[netif] = Some(table);
        // A packet that has waited for the table is decoded from now on.
        self.outlets[netif].free_since = cycle;
        self.counts.tables_loaded += 1;
        if let End::Units(readers) = &self.fifos[self.outlets[netif].fifo.0].readers {
            self.calendar.extend(readers.iter().map(|reader| (cycle + 1, *reader)));
        }
    }

    /// From now on `unit` handles the packet at a NetIf's sending side.
    pub fn take_up(&mut self, netif: usize, unit: UnitId) {
        let outlet = &mut self.outlets[netif];
        outlet.offer = Offer::Taken;
        self.fifos[outlet.fifo.0].only = Some(unit);
    }

    /// The last word of a packet has been taken from a NetIf's sending side in `cycle`.
    pub fn let_go(&mut self, netif: usize, cycle: u64) {
        let outlet = &mut self.outlets[netif];
        (outlet.offer, outlet.free_since) = (Offer::Free, cycle);
        let fifo = &mut self.fifos[outlet.fifo.0];
        fifo.only = None;
        if let End::Units(readers) = &fifo.readers
            && !fifo.is_empty()
        {
            self.calendar.extend(readers.iter().map(|reader| (cycle + 1, *reader)));
        }
    }
}
