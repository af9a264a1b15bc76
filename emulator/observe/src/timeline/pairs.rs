//! Which call sent and which received each message of the program, told from envelopes and times.

use crate::recording::{Message, RankRecording, Recording};
use rankine_program::mpi::{ANY_SOURCE, ANY_TAG, COMM_WORLD, Kind, PROC_NULL, Transfer};

/// By call: the message that it sent and the one that it received. Calls on other communicators than
/// `MPI_COMM_WORLD` have none: their ranks are others.
pub(super) struct Pairs<'a> {
    pub sent: Vec<Option<&'a Message>>,
    pub received: Vec<Option<&'a Message>>,
}

/// A message and the call-side view of it.
struct Envelope<'a> {
    message: &'a Message,
    time: u64,
    peer: u32,
}

impl<'a> Pairs<'a> {
    /// `kinds` are those of the calls' functions.
    pub fn new(recording: &'a Recording, rank: &RankRecording, kinds: &[Kind]) -> Pairs<'a> {
        let own = recording.messages.iter().filter(|message| !message.is_collective);
        let sent = own.clone().filter(|message| message.source == rank.rank);
        let sent = sent.map(|message| Envelope { message, time: message.sent, peer: message.destination });
        let matched = own.filter(|message| message.destination == rank.rank);
        let mut matched: Vec<Envelope<'_>> = matched
            .filter_map(|message| Some(Envelope { message, time: message.matched?, peer: message.source }))
            .collect();
        matched.sort_by_key(|envelope| envelope.time);
        let posted = |index: usize| {
            let call = rank.calls.get(index)?;
            let is_world = call.communicator == Some(COMM_WORLD);
            (is_world && kinds.get(index).is_some_and(|kind| *kind != Kind::Probe)).then_some(call)
        };
        Pairs {
            sent: pair(rank, sent, |index| posted(index)?.send),
            received: pair(rank, matched.into_iter(), |index| posted(index)?.receive),
        }
    }
}

/// Gives each envelope, in order of time, to the first call that was entered by then and takes it: MPI's own rule.
fn pair<'a>(
    rank: &RankRecording,
    envelopes: impl Iterator<Item = Envelope<'a>>,
    transfer: impl Fn(usize) -> Option<Transfer>,
) -> Vec<Option<&'a Message>> {
    let mut pairs = vec![None; rank.calls.len()];
    let mut waiting: Vec<(usize, Transfer)> = Vec::new();
    let mut entered = 0;
    for envelope in envelopes {
        while rank.calls.get(entered).is_some_and(|call| call.entered <= envelope.time) {
            waiting.extend(
                transfer(entered).filter(|transfer| transfer.peer != Some(PROC_NULL)).map(|one| (entered, one)),
            );
            entered += 1;
        }
        if let Some(position) = waiting.iter().position(|(_, transfer)| takes(*transfer, &envelope)) {
            let (index, _) = waiting.remove(position);
            pairs[index] = Some(envelope.message);
        }
    }
    pairs
}

fn takes(transfer: Transfer, envelope: &Envelope<'_>) -> bool {
    let is_peer = transfer.peer.is_some_and(|peer| peer == ANY_SOURCE || i64::from(peer) == i64::from(envelope.peer));
    is_peer && transfer.tag.is_some_and(|tag| tag == ANY_TAG || tag == envelope.message.tag)
}
