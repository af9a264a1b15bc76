//! The transmit engine: commands in order, cut into packets. Each packet takes a credit of its
//! destination node.

use super::header::Header;
use rankine_bus::{NodeId, Part, Time};
use std::collections::VecDeque;

/// The engine, for timelines.
pub const ENGINE: Part = Part { name: "transmit engine", number: 0 };

/// The next command, as far as the NIC processor has written it.
#[derive(Default)]
pub struct Staged {
    pub header: Header,
    pub address: u64,
    pub bytes: u32,
}

pub struct Command {
    /// Header of the next packet.
    pub header: Header,
    pub node: NodeId,
    /// The rest of the payload: its address and bytes.
    pub address: u64,
    pub left: u32,
    /// Cookie of the completion to be put.
    pub cookie: Option<u64>,
    /// It does not begin before this time.
    pub ready: Time,
    pub has_begun: bool,
}

impl Command {
    /// Have all packets been handed over?
    pub fn is_done(&self) -> bool {
        self.has_begun && self.left == 0
    }
}

/// `transmit_fifo` bounds the commands.
pub struct Transmit {
    pub staged: Staged,
    pub commands: VecDeque<Command>,
    /// Is the network still taking a packet?
    pub is_sending: bool,
    /// Credits left, one a node.
    pub credits: Vec<u32>,
    /// Since when the oldest command waits for a credit.
    pub waits_since: Option<Time>,
    pub waited: Time,
    pub packets: u64,
    pub bytes: u64,
}

impl Transmit {
    pub fn new(nodes: u32, credits: u32) -> Transmit {
        Transmit {
            staged: Staged::default(),
            commands: VecDeque::new(),
            is_sending: false,
            credits: vec![credits; nodes as usize],
            waits_since: None,
            waited: Time::ZERO,
            packets: 0,
            bytes: 0,
        }
    }

    /// Completions that commands will put.
    pub fn promised(&self) -> usize {
        self.commands.iter().filter(|command| command.cookie.is_some()).count()
    }

    /// A line for the report of a deadlock.
    pub fn line(&self) -> Option<String> {
        let command = self.commands.front().filter(|_| !self.is_sending)?;
        let behind = self.commands.len() - 1;
        let what = match self.waits_since {
            Some(_) => format!("a credit of node {}", command.node),
            None if command.is_done() => "a place for its completion".to_string(),
            None => return None,
        };
        Some(format!("the transmit engine waits for {what}; {behind} commands wait behind"))
    }
}
