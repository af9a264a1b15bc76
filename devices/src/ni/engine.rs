//! The transfer engine: cuts transfers into packets and reads their sources, one packet after the
//! other.
//!
//! Two streams share it packet by packet: the node's own commands, in the order in which they were
//! given, and the transfers that other nodes have asked for, in the order of arrival. Packets leave
//! the engine in the order in which their reading began, wherever their bytes come from.

use super::door::Origin;
use super::packet::Kind;
use crate::scratchpad::LINE_WORDS;
use rankine_bus::{NodeId, Survey, Time, fixed_of};
use std::collections::VecDeque;

/// Where a transfer's bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// This node's scratchpad, from this offset.
    Scratchpad(u64),
    /// This node's memory, from this offset of its window.
    Memory(u64),
    /// The payload words of a message, as bytes.
    Message([u8; 8 * LINE_WORDS]),
}

/// A copy from this node to any.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Transfer {
    pub source: Source,
    pub node: NodeId,
    /// Global address of the destination.
    pub destination: u64,
    /// Global address of the counter, or 0.
    pub ack: u64,
    pub size: u32,
    pub origin: Origin,
}

/// A copy whose source belongs to another node, or is the next item of a queue.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Request {
    /// The kind of the packet that asks for it.
    pub kind: Kind,
    pub owner: NodeId,
    pub source: u64,
    pub destination: u64,
    pub ack: u64,
    pub size: u32,
    pub line: usize,
}

/// A command of this node.
#[derive(Clone, Copy, Debug, Hash)]
pub enum Job {
    Transfer(Transfer),
    Request(Request),
}

/// One packet's part of a transfer.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub source: Source,
    pub node: NodeId,
    pub destination: u64,
    pub ack: u64,
    pub len: u32,
    /// The transfer is this packet alone.
    pub single: bool,
    pub origin: Origin,
    pub last: Option<Origin>,
    /// Packets of the transfer behind this one.
    pub more: u32,
}

impl Cut {
    pub fn survey(&mut self, survey: &mut dyn Survey) {
        fixed_of(survey, &(3, self.node, self.ack, self.len, self.single, self.origin, self.last));
        if let Source::Memory(offset) | Source::Scratchpad(offset) = &mut self.source {
            survey.count(offset);
        }
        survey.count(&mut self.destination);
    }
}

/// A transfer and its progress.
#[derive(Clone, Copy, Debug)]
struct Progress {
    transfer: Transfer,
    done: u32,
}

impl Progress {
    fn cut(&mut self, packet_bytes: u32) -> Cut {
        let Transfer { source, node, destination, ack, size, origin } = self.transfer;
        let (from, len) = (u64::from(self.done), packet_bytes.min(size - self.done));
        self.done += len;
        Cut {
            source: match source {
                Source::Scratchpad(offset) => Source::Scratchpad(offset + from),
                Source::Memory(offset) => Source::Memory(offset + from),
                message => message,
            },
            node,
            destination: destination + from,
            ack,
            len,
            single: len == size,
            origin,
            last: self.finished().then_some(origin),
            more: (size - self.done).div_ceil(packet_bytes),
        }
    }

    fn finished(&self) -> bool {
        self.done == self.transfer.size
    }

    fn survey(&mut self, survey: &mut dyn Survey) {
        fixed_of(survey, &self.transfer);
        let size = u64::from(self.transfer.size);
        let mut left = size - u64::from(self.done);
        survey.bytes_left(&mut left);
        self.done = (size - left) as u32;
    }
}

/// The engine's queues. The interface is responsible for timing and effects.
pub struct Engine {
    /// Commands taken from their buffers, and when each may begin. Bound: `command_fifo`.
    commands: VecDeque<(Time, Job)>,
    own: Option<Progress>,
    /// Transfers for others. Bound: the number of nodes times their `read_requests`, and a queue's
    /// slots for items that meet their readers.
    served: VecDeque<Progress>,
    own_went_last: bool,
    pub high_water: usize,
}

/// The next step of the engine.
#[derive(Clone, Copy, Debug)]
pub enum Next {
    Nothing,
    /// No step before this time.
    At(Time),
    /// Ask another node; the command has left the FIFO.
    Ask(Request),
    /// Read this packet's source.
    Read(Cut),
}

impl Engine {
    pub fn new() -> Engine {
        Engine { commands: VecDeque::new(), own: None, served: VecDeque::new(), own_went_last: false, high_water: 0 }
    }

    pub fn commands(&self) -> usize {
        self.commands.len()
    }

    pub fn survey(&mut self, survey: &mut dyn Survey) {
        for (time, job) in &mut self.commands {
            survey.time(time);
            fixed_of(survey, &*job);
        }
        fixed_of(
            survey,
            &(self.commands.len(), self.own.is_some(), self.served.len(), self.own_went_last, self.high_water),
        );
        self.own.iter_mut().chain(&mut self.served).for_each(|progress| progress.survey(survey));
    }

    /// The transfers that have begun, or wait for others.
    pub fn transfers(&self) -> impl Iterator<Item = &Transfer> {
        self.own.iter().chain(&self.served).map(|progress| &progress.transfer)
    }

    /// Does a command ask `node` for something?
    pub fn may_ask(&self, node: NodeId) -> bool {
        self.commands.iter().any(|(_, job)| matches!(job, Job::Request(request) if request.owner == node))
    }

    pub fn push(&mut self, ready: Time, job: Job) {
        self.commands.push_back((ready, job));
        self.high_water = self.high_water.max(self.commands.len());
    }

    pub fn serve(&mut self, transfer: Transfer) {
        self.served.push_back(Progress { transfer, done: 0 });
    }

    /// Takes the next step, of both streams in turn. `may_ask`: may another read request be sent?
    pub fn next(&mut self, now: Time, packet_bytes: u32, may_ask: bool) -> Next {
        let own = self.begin_own(now, may_ask);
        if let Next::Ask(_) = own {
            return own;
        }
        let own_turn = self.own.is_some() && (self.served.is_empty() || !self.own_went_last);
        let progress = if own_turn { self.own.as_mut() } else { self.served.front_mut() };
        let Some(progress) = progress else { return own };
        let cut = progress.cut(packet_bytes);
        if progress.finished() && own_turn {
            self.own = None;
        } else if progress.finished() {
            self.served.pop_front();
        }
        self.own_went_last = own_turn;
        Next::Read(cut)
    }

    /// Takes the oldest command when the stream of own commands is idle and the command may begin.
    fn begin_own(&mut self, now: Time, may_ask: bool) -> Next {
        if self.own.is_some() {
            return Next::Nothing;
        }
        match self.commands.front() {
            Some(&(ready, _)) if ready > now => Next::At(ready),
            Some(&(_, Job::Request(request))) if may_ask => {
                self.commands.pop_front();
                Next::Ask(request)
            }
            Some(&(_, Job::Transfer(transfer))) => {
                self.commands.pop_front();
                self.own = Some(Progress { transfer, done: 0 });
                Next::Nothing
            }
            _ => Next::Nothing,
        }
    }
}
