//! The TMD-MPE: message passing in hardware between a computing element and its NetIf (Saldaña 2006
//! §4.4, Fig. 4.8).
//!
//! A command is five words: opcode (1 send, 2 receive), size of the message in words, local rank,
//! remote rank, tag. After a send, the host gives the data. After a receive, the host gets the
//! whole message as one packet without a header, its first word with control = 1. One state machine
//! does both, so the TMD-MPE is half duplex ([`duplex`] has two state machines):
//!
//! ```text
//! idle     word from the host: read a command; otherwise an envelope from the network: store it
//! send     envelope out, wait for clear-to-send, data out in packets of at most 507 words with a header each
//! receive  search the envelope memory, oldest first; if it is not there, wait for it; clear-to-send out, data to the host
//! ```
//!
//! While it waits for an envelope, a clear-to-send or data, it stores envelopes of other ranks. If
//! its memory is full, the next envelope stays in the network and blocks it. With places for all
//! other ranks that cannot happen (§4.3.3); with fewer, the network can stay blocked for ever.
//!
//! Cycles: one for each word of a command and of data, `mpe_header_cycles` before each packet,
//! `mpe_search_cycles` for each envelope looked at.
//!
//! Details that the thesis does not give:
//!
//! * A receive of no words gives the host one word 0 with control = 1, so that the host knows that
//!   it is done.
//! * A command is refused if it has another opcode, a local rank that is not this node's, a remote
//!   rank beyond 255 or the tag of a clear-to-send. Its five words are taken, it is counted, and
//!   nothing else happens. The next word is read as the first word of a command.
//! * Opcodes 4 to 6 are collectives ([`collect`]), with `mpe_collectives`. They are ours.
//! * Opcode 3, `open`, is ours (`open.rs`). Commands are blocking, come one at a time, and have one
//!   source and one tag. So they cannot carry non-blocking calls, wildcards or communicators. A
//!   library with these opens the TMD-MPE when MPI begins. Before its first command, which may be
//!   `open`, the TMD-MPE leaves packets that are no envelopes in the network.
//! * An envelope does not say the length of a message. Words beyond the size of the receive are
//!   dropped and counted if they are in the same packet. If there are too few words, the receiver
//!   waits.
//! * Packets of three kinds are dropped and counted: a clear-to-send for which the TMD-MPE does not
//!   wait, a packet of several words from a rank that has not been told to send, and a packet
//!   without words.

mod collect;
mod collective;
pub mod duplex;
mod incoming;
mod listen;
mod open;
mod packets;
mod passing;

use super::envelopes::{CLEAR_TO_SEND, ENVELOPE_WORDS};
use super::envelopes::{Envelope, Envelopes};
use super::fabric::{Fabric, Wires};
use super::mishaps::Mishap;
use super::params::TmdParams;
use crate::fsl::Word;
use crate::netif::ids::{Pair, UnitId};
use crate::netif::tier1::{Header, RANKS};
use crate::netif::wires::Unit;
use collective::{BARRIER, BROADCAST, Collective, Progress, REDUCE, Tokens};
use incoming::Incoming;
use passing::Passing;
use rankine_bus::counted;
use std::collections::VecDeque;

pub const SEND: u32 = 1;
pub const RECEIVE: u32 = 2;
pub const OPEN: u32 = 3;

/// Words of a command.
const COMMAND_WORDS: usize = 5;

/// A command of the host.
#[derive(Clone, Copy, Default)]
struct Command {
    opcode: u32,
    size: u32,
    remote: u8,
    tag: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// This many words of a command have come.
    Parameters(usize),
    /// From this cycle on a header goes out, and for control packets the word behind it.
    Header {
        begin: u64,
        header: Header,
        payload: Option<u32>,
    },
    Payload(u32),
    AwaitClear,
    /// Words of the packet, and of the message, that are still to be sent.
    SendData {
        packet: u32,
    },
    Search {
        until: u64,
        found: bool,
    },
    AwaitEnvelope,
    ReceiveData,
    /// The host gets the word 0 that stands for an empty message.
    Empty,
    Collective,
    /// Words pass both ways, until the end of the run.
    Open,
}

pub struct Mpe {
    node: u32,
    name: String,
    me: UnitId,
    host: Pair,
    net: Pair,
    header_cycles: u64,
    search_cycles: u64,
    packet_words: u32,
    has_collectives: bool,
    piece_words: u32,
    envelopes: Envelopes,
    state: State,
    /// It has had no command yet.
    is_fresh: bool,
    parameters: [u32; COMMAND_WORDS],
    command: Command,
    /// Words of the message that are still to come or to go.
    left: u32,
    incoming: Option<Incoming>,
    collective: Option<Collective>,
    progress: Progress,
    tokens: Tokens,
    /// Packets under way, if it is open and has collectives.
    passing: Passing,
    /// Words of the network that it had when it was opened.
    held: VecDeque<Word>,
    /// Since this cycle a word waits for a place.
    blocked: Option<u64>,
}

impl Mpe {
    /// `host` and `net` as this side sees them.
    pub fn new(params: &TmdParams, node: u32, me: UnitId, host: Pair, net: Pair) -> Mpe {
        Mpe::named(params, node, format!("TMD-MPE of node {node}"), me, host, net)
    }

    fn named(params: &TmdParams, node: u32, name: String, me: UnitId, host: Pair, net: Pair) -> Mpe {
        Mpe {
            node,
            name,
            me,
            host,
            net,
            header_cycles: u64::from(params.mpe_header_cycles),
            search_cycles: u64::from(params.mpe_search_cycles),
            packet_words: params.payload_words(),
            has_collectives: params.mpe_collectives,
            piece_words: params.mpe_piece_words,
            envelopes: Envelopes::new(params.mpe_envelopes),
            state: State::Idle,
            is_fresh: true,
            parameters: [0; COMMAND_WORDS],
            command: Command::default(),
            left: 0,
            incoming: None,
            collective: None,
            progress: Progress::default(),
            tokens: Tokens::default(),
            passing: Passing::default(),
            held: VecDeque::new(),
            blocked: None,
        }
    }

    fn wanted(&self) -> Envelope {
        Envelope { src: self.command.remote, tag: self.command.tag }
    }

    /// Enters a state, and goes on in the next cycle.
    fn enter(&mut self, wires: &mut Wires, cycle: u64, state: State) {
        self.state = state;
        wires.wake(self.me, cycle + 1);
    }

    fn parameter(&mut self, wires: &mut Wires, cycle: u64, count: usize) {
        let Some(word) = wires.front(self.host.from, cycle) else { return };
        wires.pop(self.host.from, cycle);
        self.parameters[count] = word.bits;
        if count + 1 < COMMAND_WORDS {
            self.enter(wires, cycle, State::Parameters(count + 1));
        } else {
            self.begin(wires, cycle);
        }
    }

    /// Is the command valid? Rules for collectives only are not checked here. An error says what is
    /// wrong with the command.
    fn check(&self, is_collective: bool) -> Result<(), &'static str> {
        let [opcode, size, local, remote, tag] = self.parameters;
        match opcode {
            _ if !is_collective && ![SEND, RECEIVE, OPEN].contains(&opcode) => {
                Err("opcode is neither send, receive nor open")
            }
            OPEN if size != 0 => Err("size of an open is not 0"),
            _ if local != self.node => Err("local rank is another"),
            _ if remote >= RANKS => Err("remote rank is beyond 255"),
            _ if tag == CLEAR_TO_SEND => Err("tag is that of a clear-to-send"),
            _ => Ok(()),
        }
    }

    /// Begins a command that is complete.
    fn begin(&mut self, wires: &mut Wires, cycle: u64) {
        let [opcode, size, local, remote, tag] = self.parameters;
        self.is_fresh = false;
        let is_collective = self.has_collectives && [BARRIER, BROADCAST, REDUCE].contains(&opcode);
        let collective = self.check(is_collective).and_then(|()| match is_collective {
            true => self.collective_of(self.parameters).map(Some),
            false => Ok(None),
        });
        match collective {
            Err(wrong) => {
                let words = format_args!("{opcode:#x} {size} {local} {remote} {tag:#x} is refused: {wrong}");
                wires.machine.mishaps.raise(Mishap::Command, cycle, &self.name, format_args!("command {words}"));
                self.enter(wires, cycle, State::Idle);
            }
            Ok(Some(collective)) => {
                self.state = State::Collective;
                self.begin_collective(wires, cycle, collective);
            }
            Ok(None) => {
                self.command = Command { opcode, size, remote: remote as u8, tag };
                self.left = size;
                self.begin_message(wires, cycle);
            }
        }
    }

    fn begin_message(&mut self, wires: &mut Wires, cycle: u64) {
        match self.command.opcode {
            OPEN => self.open(wires, cycle),
            SEND => {
                wires.machine.counts.mpe_sends += 1;
                self.send_control(wires, cycle, self.command.tag);
            }
            _ => self.search(wires, cycle),
        }
    }

    fn search(&mut self, wires: &mut Wires, cycle: u64) {
        wires.machine.counts.mpe_receives += 1;
        let (found, looked_at) = self.envelopes.search(self.wanted());
        let until = cycle + 1 + self.search_cycles * looked_at as u64;
        self.state = State::Search { until, found };
        wires.wake(self.me, until);
    }

    /// An envelope or a clear-to-send.
    fn send_control(&mut self, wires: &mut Wires, cycle: u64, payload: u32) {
        self.send_header(wires, cycle, ENVELOPE_WORDS, Some(payload));
    }

    fn send_header(&mut self, wires: &mut Wires, cycle: u64, ndw: u32, payload: Option<u32>) {
        let header = Header { src: self.node as u8, dest: self.command.remote, ndw: ndw as u16 };
        let begin = cycle + 1 + self.header_cycles;
        self.state = State::Header { begin, header, payload };
        wires.wake(self.me, begin);
    }

    /// Puts a word if there is room.
    fn put(&mut self, wires: &mut Wires, cycle: u64, pair: Pair, word: Word) -> bool {
        if !wires.has_room(pair.to, cycle) {
            self.blocked.get_or_insert(cycle);
            return false;
        }
        wires.machine.counts.mpe_stalls += self.blocked.take().map_or(0, |since| cycle - since);
        wires.push(pair.to, cycle, word);
        true
    }

    fn header(&mut self, wires: &mut Wires, cycle: u64, header: Header, payload: Option<u32>) {
        if self.put(wires, cycle, self.net, header.word()) {
            let next = match payload {
                Some(payload) => State::Payload(payload),
                None => State::SendData { packet: u32::from(header.ndw) },
            };
            self.enter(wires, cycle, next);
        }
    }

    /// The second word of an envelope or a clear-to-send.
    fn payload(&mut self, wires: &mut Wires, cycle: u64, bits: u32) {
        if self.put(wires, cycle, self.net, Word { bits, control: false }) {
            let next = match self.command.opcode {
                SEND => State::AwaitClear,
                _ if self.left == 0 => State::Empty,
                _ => State::ReceiveData,
            };
            self.enter(wires, cycle, next);
        }
    }

    /// Begins the next packet of the message, if there is more of it.
    fn next_packet(&mut self, wires: &mut Wires, cycle: u64) {
        match self.left.min(self.packet_words) {
            0 => self.enter(wires, cycle, State::Idle),
            ndw => self.send_header(wires, cycle, ndw, None),
        }
    }

    fn send_data(&mut self, wires: &mut Wires, cycle: u64, packet: u32) {
        let Some(word) = wires.front(self.host.from, cycle) else { return };
        if !self.put(wires, cycle, self.net, Word { control: false, ..word }) {
            return;
        }
        wires.pop(self.host.from, cycle);
        self.left -= 1;
        match packet - 1 {
            0 => self.next_packet(wires, cycle),
            packet => self.enter(wires, cycle, State::SendData { packet }),
        }
    }

    fn searched(&mut self, wires: &mut Wires, cycle: u64, found: bool) {
        match found {
            true => self.send_control(wires, cycle, CLEAR_TO_SEND),
            false => self.enter(wires, cycle, State::AwaitEnvelope),
        }
    }

    fn empty(&mut self, wires: &mut Wires, cycle: u64) {
        if self.put(wires, cycle, self.host, Word { bits: 0, control: true }) {
            self.enter(wires, cycle, State::Idle);
        }
    }
}

impl Unit<Fabric> for Mpe {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        match self.state {
            State::Idle if wires.front(self.host.from, cycle).is_some() => self.parameter(wires, cycle, 0),
            State::Parameters(count) => self.parameter(wires, cycle, count),
            State::Header { begin, header, payload } if begin <= cycle => self.header(wires, cycle, header, payload),
            State::Payload(bits) => self.payload(wires, cycle, bits),
            State::SendData { packet } => self.send_data(wires, cycle, packet),
            State::Search { until, found } if until <= cycle => self.searched(wires, cycle, found),
            State::Header { .. } | State::Search { .. } => {}
            State::Empty => self.empty(wires, cycle),
            State::Open => self.pass(wires, cycle),
            State::Collective => self.collect(wires, cycle),
            State::Idle | State::AwaitClear | State::AwaitEnvelope | State::ReceiveData => self.listen(wires, cycle),
        }
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        let name = &self.name;
        let Command { size, remote, tag, .. } = self.command;
        let blocked = |pair: Pair| {
            let to = wires.fifo(pair.to);
            format!("{name} waits for a place in {} ({})", to.name, to.fill())
        };
        let words = |pair: Pair| format!("waits for words in {} (empty)", wires.fifo(pair.from).name);
        let full = if self.envelopes.is_full() { "; its envelope memory is full" } else { "" };
        Some(match self.state {
            State::Idle if self.incoming.is_none() && wires.fifo(self.net.from).is_empty() => return None,
            State::Collective => return self.waits_in_collective(wires),
            State::Open if wires.fifo(self.host.from).is_empty() => return self.waits_in_collective(wires),
            State::Open => blocked(self.net),
            State::Idle if self.envelopes.is_full() => format!("{name} leaves packets in the network{full}"),
            State::Idle if self.is_fresh && self.incoming.is_none() => {
                format!("{name} has had no command and leaves packets in the network")
            }
            State::Idle => format!("{name} has a part of a packet and {}", words(self.net)),
            State::Parameters(count) => {
                format!("{name} has {} of a command and {}", counted(count as u64, "word"), words(self.host))
            }
            State::SendData { .. } if self.blocked.is_none() => {
                format!("{name} has {} of {size} words to send to rank {remote} and {}", self.left, words(self.host))
            }
            State::Header { .. } | State::Payload(_) | State::SendData { .. } => blocked(self.net),
            State::Search { .. } => return None,
            State::AwaitClear => format!("{name} waits for rank {remote} to receive a message with tag {tag}{full}"),
            State::AwaitEnvelope => format!("{name} waits for rank {remote} to send a message with tag {tag}{full}"),
            State::ReceiveData if self.blocked.is_none() => {
                format!("{name} waits for {} of {size} words of a message of rank {remote}{full}", self.left)
            }
            State::ReceiveData | State::Empty => blocked(self.host),
        })
    }
}
