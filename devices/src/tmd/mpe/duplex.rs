//! A full-duplex TMD-MPE: two state machines, so that a node sends and receives at the same time.
//! It is proposed by Saldaña 2006 §4.4 and §6.1 as future work; its design is ours.
//!
//! ```text
//!                  /--- sends, their data ---> sending half ----\
//! hart ---- commands                                             packets of both, whole ----> NetIf
//!      <--- data ---\---- receives, `open` --> receiving half --/        clear-to-sends and the rest, apart <--- NetIf
//! ```
//!
//! Each half is a half-duplex TMD-MPE. Commands come one after the other. If a receive is given
//! first, it waits by itself while a send goes on. If a send is given first and waits for a
//! clear-to-send, its words block a receive behind them.
//!
//! A clear-to-send can look like a message of one word, 0xffffffff. A half-duplex TMD-MPE and
//! software wait for only one of the two at a time; here both can be under way. So a clear-to-send
//! to a node with a TMD-MPE is a header alone, NDW = 0. Software still sends its clear-to-sends
//! with NDW = 1. They cannot be taken for data, because software sends all of a message before it
//! sends a clear-to-send.
//!
//! Cycles: those of the halves, and one more for each FIFO between them and the hart or the NetIf.

use super::{COMMAND_WORDS, Mpe, OPEN, SEND, State};
use crate::fsl::Word;
use crate::netif::ids::{FifoId, Pair, UnitId};
use crate::netif::tier1::Header;
use crate::netif::wires::Unit;
use crate::tmd::envelopes::{CLEAR_TO_SEND, ENVELOPE_WORDS};
use crate::tmd::fabric::{Fabric, Wires};
use crate::tmd::params::TmdParams;
use std::collections::VecDeque;
use std::sync::Arc;

/// FIFOs of a half: commands, and the network as the half sees it.
#[derive(Clone, Copy)]
pub struct Half {
    pub commands: FifoId,
    pub net: Pair,
}

/// The FIFOs between the halves and their surroundings.
#[derive(Clone, Copy)]
pub struct Halves {
    pub sending: Half,
    pub receiving: Half,
}

/// The state of the hart's words.
#[derive(Clone, Copy)]
enum Command {
    /// A command begins with the next word.
    None,
    /// This many words of one have passed; the second was its size.
    Words { opcode: u32, count: usize, size: u32 },
    /// Words of a send.
    Data(u32),
    /// An `open` is on its way to the receiving half.
    Opening,
}

/// A packet on its way out.
#[derive(Clone, Copy)]
struct Outgoing {
    from: FifoId,
    left: u32,
    /// Its words stay here.
    is_short: bool,
}

pub struct Duplex {
    me: UnitId,
    host: Pair,
    net: Pair,
    halves: Halves,
    sender: Mpe,
    receiver: Mpe,
    /// Nodes with a TMD-MPE.
    with_mpe: Arc<[bool]>,
    command: Command,
    /// The header of a packet whose next word says which half it is for.
    held: Option<Word>,
    /// Words that wait for a place in a half's FIFO.
    given: VecDeque<(FifoId, Word)>,
    /// Words to come of a packet for the receiving half.
    passing: u32,
    /// The rank whose data the receiving half waits for, and the number of their words.
    expected: Option<(u8, u32)>,
    outgoing: Option<Outgoing>,
}

impl Duplex {
    /// `host` and `net` as this side sees them.
    pub fn new(params: &TmdParams, node: u32, me: UnitId, (host, net): (Pair, Pair), halves: Halves) -> Duplex {
        let half = |half: Half, what: &str| {
            let host = Pair { to: host.to, from: half.commands };
            Mpe::named(params, node, format!("{what} of the TMD-MPE of node {node}"), me, host, half.net)
        };
        Duplex {
            me,
            host,
            net,
            halves,
            sender: half(halves.sending, "sending half"),
            receiver: half(halves.receiving, "receiving half"),
            with_mpe: params.nodes.iter().map(|node| node.mpe).collect(),
            command: Command::None,
            held: None,
            given: VecDeque::new(),
            passing: 0,
            expected: None,
            outgoing: None,
        }
    }

    fn is_open(&self) -> bool {
        self.receiver.state == State::Open
    }

    /// Moves a word, if there is one and a place for it.
    fn pass(&self, wires: &mut Wires, cycle: u64, from: FifoId, to: FifoId) -> Option<Word> {
        let word = wires.front(from, cycle).filter(|_| wires.has_room(to, cycle))?;
        wires.pop(from, cycle);
        wires.push(to, cycle, word);
        wires.wake(self.me, cycle + 1);
        Some(word)
    }

    /// Moves a word of the hart to the half that it is for.
    fn take_from_host(&mut self, wires: &mut Wires, cycle: u64) {
        if matches!(self.command, Command::Opening)
            && wires.fifo(self.halves.receiving.commands).is_empty()
            && matches!(self.receiver.state, State::Idle | State::Open)
        {
            self.command = Command::None;
        }
        let Some(word) = wires.front(self.host.from, cycle) else { return };
        let opcode = match self.command {
            Command::Opening => return,
            Command::None => word.bits,
            Command::Words { opcode, .. } => opcode,
            Command::Data(_) => SEND,
        };
        let is_send = opcode == SEND && !self.is_open();
        let half = if is_send { self.halves.sending } else { self.halves.receiving };
        if self.pass(wires, cycle, self.host.from, half.commands).is_none() || self.is_open() {
            return;
        }
        self.command = match self.command {
            Command::None => Command::Words { opcode, count: 1, size: 0 },
            Command::Words { count, size, .. } if count + 1 == COMMAND_WORDS => match opcode {
                SEND if size > 0 => Command::Data(size),
                OPEN => Command::Opening,
                _ => Command::None,
            },
            Command::Words { count: 1, .. } => Command::Words { opcode, count: 2, size: word.bits },
            Command::Words { count, size, .. } => Command::Words { opcode, count: count + 1, size },
            Command::Data(left) if left > 1 => Command::Data(left - 1),
            Command::Data(_) | Command::Opening => Command::None,
        };
    }

    /// Moves a word of the network to the half that it is for.
    fn take_from_net(&mut self, wires: &mut Wires, cycle: u64) {
        let receiving = self.halves.receiving.net.from;
        if let Some(&(to, word)) = self.given.front() {
            if wires.has_room(to, cycle) {
                self.given.pop_front();
                wires.push(to, cycle, word);
                wires.wake(self.me, cycle + 1);
            }
        } else if self.passing > 0 || self.is_open() && self.held.is_none() {
            if self.pass(wires, cycle, self.net.from, receiving).is_some() {
                self.passing = self.passing.saturating_sub(1);
            }
        } else if let Some(word) = wires.front(self.net.from, cycle) {
            match self.held {
                None => self.begin(wires, cycle, word),
                Some(header) => {
                    wires.pop(self.net.from, cycle);
                    self.held = None;
                    self.give(wires, cycle, header, word);
                }
            }
        }
    }

    /// A header has come: decides which half the packet is for.
    fn begin(&mut self, wires: &mut Wires, cycle: u64, word: Word) {
        let header = Header::of(word.bits);
        let ndw = u32::from(header.ndw);
        let expected = self.expected.filter(|(src, _)| *src == header.src);
        match (expected, ndw) {
            (_, 0) => {
                wires.pop(self.net.from, cycle);
                let clear = Header { ndw: ENVELOPE_WORDS as u16, ..header };
                self.give(wires, cycle, clear.word(), Word { bits: CLEAR_TO_SEND, control: false });
            }
            (None, ENVELOPE_WORDS) => {
                wires.pop(self.net.from, cycle);
                self.held = Some(word);
                wires.wake(self.me, cycle + 1);
            }
            (expected, _) => {
                if let Some((src, left)) = expected {
                    self.expected = (left > ndw).then(|| (src, left - ndw));
                }
                self.passing = header.words();
                wires.wake(self.me, cycle);
                self.take_from_net(wires, cycle);
            }
        }
    }

    /// Gives a packet of one word to the half that waits for such packets.
    fn give(&mut self, wires: &mut Wires, cycle: u64, header: Word, word: Word) {
        let half = if word.bits == CLEAR_TO_SEND { self.halves.sending } else { self.halves.receiving };
        self.given.extend([header, word].map(|word| (half.net.from, word)));
        wires.wake(self.me, cycle + 1);
    }

    /// Moves a word of a half's packet to the network.
    fn put_to_net(&mut self, wires: &mut Wires, cycle: u64) {
        let (sending, receiving) = (self.halves.sending.net.to, self.halves.receiving.net.to);
        match self.outgoing {
            None if self.is_open() => {
                self.pass(wires, cycle, receiving, self.net.to);
            }
            None => {
                let from = if wires.front(receiving, cycle).is_some() { receiving } else { sending };
                let Some(word) = wires.front(from, cycle).filter(|_| wires.has_room(self.net.to, cycle)) else {
                    return;
                };
                let header = Header::of(word.bits);
                let is_short = from == receiving && self.with_mpe.get(header.dest as usize) == Some(&true);
                if from == receiving {
                    let size = self.receiver.command.size;
                    self.expected = (size > 0).then_some((header.dest, size));
                }
                wires.pop(from, cycle);
                let sent = if is_short { Header { ndw: 0, ..header }.word() } else { word };
                wires.push(self.net.to, cycle, sent);
                wires.wake(self.me, cycle + 1);
                self.outgoing = Some(Outgoing { from, left: u32::from(header.ndw), is_short });
            }
            Some(outgoing) => self.put_rest(wires, cycle, outgoing),
        }
    }

    fn put_rest(&mut self, wires: &mut Wires, cycle: u64, outgoing: Outgoing) {
        let Outgoing { from, left, is_short } = outgoing;
        let gone = match is_short {
            true => {
                wires.wake(self.me, cycle + 1);
                wires.pop(from, cycle).is_some()
            }
            false => self.pass(wires, cycle, from, self.net.to).is_some(),
        };
        if gone {
            self.outgoing = (left > 1).then_some(Outgoing { left: left - 1, ..outgoing });
        }
    }
}

impl Unit<Fabric> for Duplex {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        self.sender.step(wires, cycle);
        self.receiver.step(wires, cycle);
        self.take_from_host(wires, cycle);
        self.take_from_net(wires, cycle);
        self.put_to_net(wires, cycle);
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        let lines: Vec<String> = [&self.sender, &self.receiver].iter().filter_map(|half| half.waits(wires)).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }
}
