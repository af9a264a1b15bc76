//! State that a GAScore's two units share, and the parts that they work on in a cycle.

use crate::fifo::Fifo;
use crate::fsl::Word;
use crate::gas::format::Kind;
use crate::gas::links::Links;
use crate::gas::mishaps::{Mishap, Mishaps};
use crate::gas::params::GasCoreParams;
use crate::gas::tokens::Tokens;
use rankine_bus::{Memory, NodeId};

/// The FIFOs between a GAScore and its NetIf.
pub struct Port {
    pub to: Fifo<Word>,
    pub from: Fifo<Word>,
}

impl Port {
    pub fn new(depth: u32) -> Port {
        Port { to: Fifo::new(depth), from: Fifo::new(depth) }
    }
}

/// Effects of a step that other parts must know of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// The word put to the NetIf.
    pub sent: Option<Word>,
    /// A word from the NetIf was taken.
    pub taken: bool,
    /// Anything has been done.
    pub any: bool,
}

/// The message that a unit has under way, and the node that it goes to or comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub kind: Kind,
    pub bytes: u32,
    pub node: u8,
}

/// State that both units share.
pub struct Shared {
    pub params: GasCoreParams,
    pub node: NodeId,
    pub nodes: u32,
    pub tokens: Tokens,
    /// Packets to the node itself.
    pub own: Fifo<Word>,
    pub mishaps: Mishaps,
}

/// The parts that the units work on in a cycle.
pub struct Surroundings<'a> {
    pub cycle: u64,
    pub links: &'a mut Links,
    pub port: &'a mut Port,
    pub memory: &'a mut dyn Memory,
    pub shared: &'a mut Shared,
    pub done: Done,
}

impl Surroundings<'_> {
    /// Takes a token that the node returns.
    pub fn take_token(&mut self) {
        let Some(token) = self.links.tokens.front(self.cycle) else { return };
        self.links.tokens.pop(self.cycle);
        self.done.any = true;
        if !self.shared.tokens.free(token) {
            let story = format_args!("token {token:#x} was returned, but it is free");
            self.shared.mishaps.raise(Mishap::Token, self.cycle, story);
        }
    }

    /// Takes the next word of a request, if there is one.
    pub fn take_request(&mut self) -> Option<u32> {
        let word = self.links.requests.front(self.cycle)?;
        self.links.requests.pop(self.cycle);
        self.done.any = true;
        Some(word)
    }

    /// Are all these bytes memory of the node?
    pub fn is_memory(&self, address: u32, bytes: u32) -> bool {
        bytes == 0 || self.memory.read(address.into(), &mut vec![0; bytes as usize])
    }
}

/// Messages by kind and their payloads.
#[derive(Default)]
pub struct Counts {
    pub messages: [u64; 3],
    pub bytes: u64,
}

impl Counts {
    pub fn count(&mut self, kind: Kind, bytes: u32) {
        self.messages[kind as usize] += 1;
        self.bytes += u64::from(bytes);
    }
}
