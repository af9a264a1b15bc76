//! Finds which call sent and which call received each message of the program, from envelopes and
//! times.

use crate::calls::CallCursor;
use crate::recording::{Message, MpiCall, RankRecording, Recording};
use rankine_program::mpi::{ANY_SOURCE, ANY_TAG, COMM_WORLD, Kind, PROC_NULL, Transfer};

/// The messages that the calls of each rank sent and received. Calls on communicators other than
/// `MPI_COMM_WORLD` have none, because their ranks have other numbers.
pub struct Pairs {
    /// In order of the recording's ranks.
    ranks: Vec<RankPairs>,
}

#[derive(Default)]
struct RankPairs {
    sent: Vec<Paired>,
    received: Vec<Paired>,
}

/// The index of a message, if there is one.
#[derive(Clone, Copy)]
struct Paired(u32);

impl Paired {
    const NONE: Paired = Paired(u32::MAX);

    fn get(self) -> Option<usize> {
        (self.0 != u32::MAX).then_some(self.0 as usize)
    }
}

impl Pairs {
    pub fn new(recording: &Recording) -> Pairs {
        let mut senders: Vec<_> =
            recording.ranks.iter().map(|rank| Side::new(recording, rank, |call| call.send)).collect();
        let mut receivers: Vec<_> =
            recording.ranks.iter().map(|rank| Side::new(recording, rank, |call| call.receive)).collect();
        let mut matched = Vec::new();
        for (number, message) in recording.messages.iter().enumerate().filter(|(_, message)| !message.is_collective) {
            if let Some(rank) = recording.index_of(message.source) {
                senders[rank].meet(number, message.sent, message.destination, message.tag);
            }
            matched.extend(message.matched.map(|time| (time, number as u32)));
        }
        matched.sort_unstable();
        let mut messages = recording.messages.cursor();
        for (time, number) in matched {
            let Some(message) = messages.get(number as usize) else { continue };
            if let Some(rank) = recording.index_of(message.destination) {
                receivers[rank].meet(number as usize, time, message.source, message.tag);
            }
        }
        let ranks = senders.into_iter().zip(receivers);
        Pairs {
            ranks: ranks.map(|(sent, received)| RankPairs { sent: sent.pairs, received: received.pairs }).collect(),
        }
    }

    /// For each call of a rank, the message that it sent and the message that it received.
    pub(super) fn of<'a>(
        &'a self,
        recording: &'a Recording,
        rank_index: usize,
    ) -> impl Iterator<Item = (Option<Message>, Option<Message>)> {
        let (mut sent_messages, mut received_messages) = (recording.messages.cursor(), recording.messages.cursor());
        let own = self.ranks.get(rank_index).into_iter().flat_map(|rank| rank.sent.iter().zip(&rank.received));
        own.map(move |(sent, received)| {
            let sent = sent.get().and_then(|index| sent_messages.get(index).copied());
            (sent, received.get().and_then(|index| received_messages.get(index).copied()))
        })
    }
}

/// The calls of one rank that send, or those that receive.
struct Side<'a> {
    recording: &'a Recording,
    rank: &'a RankRecording,
    transfer: fn(&MpiCall) -> Option<Transfer>,
    calls: CallCursor<'a>,
    /// The number of calls entered so far, and those of them that wait for their message.
    entered: usize,
    waiting: Vec<(usize, Transfer)>,
    /// By call.
    pairs: Vec<Paired>,
}

impl<'a> Side<'a> {
    fn new(recording: &'a Recording, rank: &'a RankRecording, transfer: fn(&MpiCall) -> Option<Transfer>) -> Side<'a> {
        let pairs = vec![Paired::NONE; rank.calls.len()];
        Side { recording, rank, transfer, calls: rank.calls.cursor(), entered: 0, waiting: Vec::new(), pairs }
    }

    /// Assigns a message to the first call that was entered by then and accepts it, by MPI's rule.
    /// Messages must come in order of time.
    fn meet(&mut self, number: usize, time: u64, peer: u32, tag: i32) {
        while let Some(call) = self.calls.get(self.entered).filter(|call| call.entered <= time) {
            self.waiting.extend(self.transfer_of(&call).map(|transfer| (self.entered, transfer)));
            self.entered += 1;
        }
        if let Some(position) = self.waiting.iter().position(|(_, transfer)| takes(*transfer, peer, tag)) {
            let (index, _) = self.waiting.remove(position);
            self.pairs[index] = Paired(number as u32);
        }
    }

    fn transfer_of(&self, call: &MpiCall) -> Option<Transfer> {
        let program = self.recording.programs.get(self.rank.program);
        let function = program.and_then(|program| program.functions.get(call.function as usize));
        let is_meant = call.communicator == Some(COMM_WORLD) && function.is_none_or(|known| known.kind != Kind::Probe);
        (self.transfer)(call).filter(|transfer| is_meant && transfer.peer != Some(PROC_NULL))
    }
}

fn takes(transfer: Transfer, sender: u32, tag: i32) -> bool {
    let is_peer = transfer.peer.is_some_and(|peer| peer == ANY_SOURCE || i64::from(peer) == i64::from(sender));
    is_peer && transfer.tag.is_some_and(|wanted| wanted == ANY_TAG || wanted == tag)
}
