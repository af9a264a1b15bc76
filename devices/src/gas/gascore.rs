//! A GAScore (Willenberg and Chow 2013 §3.1, Figs. 2 and 3): it carries out its node's requests,
//! and brings messages of other nodes to memory and to the node. Formats are in [`super::format`].
//!
//! | unit | file | work |
//! |---|---|---|
//! | transmit | `transmit.rs` | takes requests from FSL 3, reads payloads from memory, sends packets, reports the end of each request on FSL 4 |
//! | receive | `receive.rs` | takes packets, writes payloads of long messages to memory, gives tokens, calls handlers on FSL 1 |
//!
//! Both units share the token buffer and the memory bus. The bus carries a word a cycle; if both
//! units want it, they take turns. A message to the node itself goes from one unit to the other
//! through a FIFO, without the network.
//!
//! A GAScore is a state machine on one clock: [`GasCore::step`] performs a cycle. If another part
//! puts a word, frees a place or returns a token in a cycle, the GAScore sees that in the next
//! cycle.
//!
//! | a node could | what happens |
//! |---|---|
//! | ask for an unknown type, too many arguments, too long a payload | the message is dropped with its arguments, counted |
//! | name an unaligned address, a node that is not there, a free token | the message is dropped with its arguments, counted |
//! | name a source outside memory | the message is dropped with its arguments, counted |
//! | name a destination outside the receiver's memory | the receiver drops the message, and counts it |
//! | return a free token | counted |
//! | return a token before its reply is complete | the reply is dropped, or goes to another node; software must wait for the completion word |
//! | put half a request | the transmit unit waits for the rest |
//! | not take handler calls, or not return tokens | packets wait in the network, back to their senders |
//!
//! A dropped request gets the completion word 0, unless it is asynchronous. If its type is unknown,
//! it is taken as the two words of a short message and its arguments.

mod receive;
mod surroundings;
mod transmit;

pub use surroundings::{Done, Port, Transfer};

use super::links::Links;
use super::mishaps::Mishaps;
use super::params::GasCoreParams;
use super::tokens::Tokens;
use crate::fifo::Fifo;
use crate::netif::tier1;
use rankine_bus::{Memory, NodeId};
use receive::Receive;
use surroundings::{Shared, Surroundings};
use transmit::Transmit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Transmit,
    Receive,
}

pub struct GasCore {
    shared: Shared,
    transmit: Transmit,
    receive: Receive,
    /// The unit that got the bus when both wanted it last.
    last: Unit,
    /// Cycles in which a unit could not have the bus.
    bus_waits: u64,
    /// The cycle of the last step: there is one a cycle.
    stepped: Option<u64>,
}

impl GasCore {
    /// The GAScore of `node`, one of `nodes`. An error is a sentence on the parameters.
    pub fn new(params: &GasCoreParams, node: NodeId, nodes: u32) -> Result<GasCore, String> {
        params.check()?;
        if node >= nodes || nodes > tier1::RANKS {
            return Err(format!("gascore: node {node} of {nodes}: must be one of {} nodes at most", tier1::RANKS));
        }
        Ok(GasCore {
            shared: Shared {
                params: params.clone(),
                node,
                nodes,
                tokens: Tokens::new(params.tokens),
                own: Fifo::new(params.fifo_words),
                mishaps: Mishaps::new(node),
            },
            transmit: Transmit::default(),
            receive: Receive::default(),
            last: Unit::Receive,
            bus_waits: 0,
            stepped: None,
        })
    }

    /// Performs `cycle`. Returns what other parts must know of it, and the next cycle in which
    /// there is something to do if no FIFO changes before. It must be called in the cycle after
    /// each change of a FIFO; further calls do no harm. `memory` is the node's.
    pub fn step(
        &mut self,
        cycle: u64,
        links: &mut Links,
        port: &mut Port,
        memory: &mut dyn Memory,
    ) -> (Done, Option<u64>) {
        if self.stepped == Some(cycle) {
            return (Done::default(), Some(cycle + 1));
        }
        self.stepped = Some(cycle);
        let mut at = Surroundings { cycle, links, port, memory, shared: &mut self.shared, done: Done::default() };
        let wants = (self.transmit.wants_bus(&at), self.receive.wants_bus(&at));
        let owner = match wants {
            (true, true) if self.last == Unit::Transmit => Unit::Receive,
            (true, _) => Unit::Transmit,
            (false, _) => Unit::Receive,
        };
        if wants == (true, true) {
            self.last = owner;
            self.bus_waits += 1;
        }
        self.transmit.step(&mut at, owner == Unit::Transmit);
        self.receive.step(&mut at, owner == Unit::Receive);
        at.take_token();
        let next = match at.done.any {
            true => Some(cycle + 1),
            false => [self.transmit.next(&at), self.receive.next(&at)].into_iter().flatten().min(),
        };
        (at.done, next)
    }

    /// The node that a token's message came from; none if the token is free.
    pub fn source(&self, token: u32) -> Option<u8> {
        self.shared.tokens.source(token)
    }

    /// The messages that the transmit unit and the receive unit have under way. Between two
    /// messages a unit has none for at least a cycle.
    pub fn transfers(&self) -> [Option<Transfer>; 2] {
        [self.transmit.transfer(), self.receive.transfer()]
    }

    pub fn tokens_used(&self) -> usize {
        self.shared.tokens.used()
    }

    /// The count of mistakes that register `index` has; none if there is no such register.
    pub fn mistakes(&self, index: usize) -> Option<u64> {
        self.shared.mishaps.count(index)
    }

    /// All mistakes.
    pub fn mistakes_sum(&self) -> u64 {
        self.shared.mishaps.sum()
    }

    pub fn complaint(&self) -> Option<String> {
        self.shared.mishaps.complaint()
    }

    /// Lines that say which part waits for what.
    pub fn waiting(&self, links: &Links, port: &Port) -> Vec<String> {
        let units = [self.transmit.waits(links, port, &self.shared), self.receive.waits(links, port, &self.shared)];
        units.into_iter().flatten().chain(self.shared.tokens.waits()).collect()
    }

    /// Tokens in use, and counts of mistakes.
    pub fn state(&self) -> Vec<(String, String)> {
        let mut rows = self.shared.tokens.state();
        rows.extend(self.shared.mishaps.statistics().map(|(name, count)| (name.to_owned(), count.to_string())));
        rows
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let (sent, received) = (&self.transmit.counts, &self.receive.counts);
        let mut all = vec![
            ("messages sent, short", sent.messages[0]),
            ("messages sent, medium", sent.messages[1]),
            ("messages sent, long", sent.messages[2]),
            ("payload bytes sent", sent.bytes),
            ("handler calls, short", received.messages[0]),
            ("handler calls, medium", received.messages[1]),
            ("handler calls, long", received.messages[2]),
            ("payload bytes received", received.bytes),
            ("most tokens in use", self.shared.tokens.most as u64),
            ("waiting for the memory bus, cycles", self.bus_waits),
        ];
        all.extend(self.shared.mishaps.statistics());
        all
    }
}
