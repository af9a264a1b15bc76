//! Finds which messages and receives of a run match. By MPI's rules that depends on the order in
//! which a rank posts its receives and the order in which messages arrive (MPI 4.1 §3.5). The
//! library's marks tell the order of arrival.

use super::call::CallRef;
use super::communicators::CommId;
use super::datatype::Datatype;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

const ANY: i32 = -1;
const ANY_TAG: i32 = -2;

/// The numbers of messages and of receives.
pub(super) type MessageId = usize;
pub(super) type ReceiveId = usize;

/// A buffer of a message.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub address: u64,
    pub count: u64,
    /// None if it is not known.
    pub datatype: Option<Arc<Datatype>>,
}

pub(super) struct Message {
    pub call: CallRef,
    /// None if the communicator is not known.
    pub comm: Option<CommId>,
    /// The sender's rank in the communicator.
    pub source: u32,
    /// The receiver's rank in the run.
    pub receiver: Option<u32>,
    pub tag: i32,
    pub buffer: Buffer,
    pub is_matched: bool,
    /// Was MPI_Cancel called for it?
    pub may_be_cancelled: bool,
    /// Are its send and its receive complete?
    pub is_sent: bool,
    pub is_received: bool,
}

pub(super) struct Receive {
    pub call: CallRef,
    pub comm: Option<CommId>,
    pub source: i32,
    pub tag: i32,
    pub buffer: Buffer,
    pub matched: Option<MessageId>,
}

/// The unfinished messages and receives of one rank.
#[derive(Default)]
struct Mailbox {
    /// Messages that the rank is sending, but has not handed to the hardware yet.
    unsent: VecDeque<MessageId>,
    posted: VecDeque<ReceiveId>,
    unexpected: VecDeque<MessageId>,
    /// Of all messages that arrived, in order: the number of forgotten ones, and the others. None
    /// stands for a message that does not belong to the program itself.
    forgotten: usize,
    arrived: VecDeque<Option<MessageId>>,
}

/// All messages and receives. A message is forgotten when its send and its receive are complete,
/// because it cannot be withdrawn after that.
#[derive(Default)]
pub(super) struct Messages {
    pub sent: BTreeMap<MessageId, Message>,
    pub received: BTreeMap<ReceiveId, Receive>,
    next_message: MessageId,
    next_receive: ReceiveId,
    mailboxes: BTreeMap<u32, Mailbox>,
    /// Messages on their way between two ranks. None stands for a message that does not belong to
    /// the program itself.
    under_way: BTreeMap<(u32, u32), VecDeque<Option<MessageId>>>,
}

/// A message and the receive that it matches.
pub(super) type Meeting = (MessageId, ReceiveId);

impl Messages {
    /// A rank begins to send a message.
    pub fn send(&mut self, message: Message) -> MessageId {
        let id = self.next_message;
        self.next_message += 1;
        self.mailboxes.entry(message.call.rank).or_default().unsent.push_back(id);
        self.sent.insert(id, message);
        id
    }

    /// A send is complete.
    pub fn complete_send(&mut self, id: MessageId) {
        if let Some(message) = self.sent.get_mut(&id) {
            message.is_sent = true;
        }
        self.forget(id);
    }

    /// A receive is complete, with the message that it matched.
    pub fn complete_receive(&mut self, id: ReceiveId) {
        let Some(message) = self.received.get(&id).and_then(|receive| receive.matched) else { return };
        self.received.remove(&id);
        if let Some(message) = self.sent.get_mut(&message) {
            message.is_received = true;
        }
        self.forget(message);
    }

    fn forget(&mut self, id: MessageId) {
        if self.sent.get(&id).is_some_and(|message| message.is_sent && message.is_received) {
            self.sent.remove(&id);
        }
    }

    /// The call that was to send the message has failed.
    pub fn unsend(&mut self, id: MessageId) {
        let Some(message) = self.sent.get_mut(&id) else { return };
        message.is_matched = true;
        if let Some(mailbox) = self.mailboxes.get_mut(&message.call.rank) {
            mailbox.unsent.retain(|other| *other != id);
        }
    }

    /// MPI_Cancel has returned for a send. Within that call the library takes the message back if
    /// it has not left.
    pub fn cancel(&mut self, id: MessageId) {
        let Some(message) = self.sent.get_mut(&id) else { return };
        message.may_be_cancelled = true;
        let mailbox = self.mailboxes.get(&message.call.rank);
        if mailbox.is_some_and(|mailbox| mailbox.unsent.contains(&id)) {
            self.unsend(id);
        }
    }

    /// A message on its way has been taken back, so it does not arrive.
    pub fn take_back(&mut self, id: MessageId) {
        let Some(message) = self.sent.get_mut(&id) else { return };
        message.is_matched = true;
        let pair = message.receiver.map(|receiver| (message.call.rank, receiver));
        if let Some(under_way) = pair.and_then(|pair| self.under_way.get_mut(&pair)) {
            under_way.retain(|other| *other != Some(id));
        }
    }

    /// A message leaves for another rank. If it belongs to the program itself (`is_own`), it is one
    /// of those that the sender is sending.
    pub fn goes(&mut self, from: u32, to: u32, tag: i32, is_own: bool) {
        let mailbox = self.mailboxes.entry(from).or_default();
        let is_it = |id: &MessageId| {
            let message = &self.sent[id];
            message.tag == tag && message.receiver.is_none_or(|receiver| receiver == to)
        };
        let place = if is_own { mailbox.unsent.iter().position(is_it) } else { None };
        let message = place.and_then(|place| mailbox.unsent.remove(place));
        if let Some(message) = message.and_then(|id| self.sent.get_mut(&id)) {
            message.receiver = Some(to);
        }
        self.under_way.entry((from, to)).or_default().push_back(message);
    }

    /// The next message between two ranks arrives.
    pub fn arrives(&mut self, from: u32, at: u32) -> Option<Meeting> {
        let message = self.under_way.get_mut(&(from, at)).and_then(VecDeque::pop_front).flatten();
        let mailbox = self.mailboxes.entry(at).or_default();
        mailbox.arrived.push_back(message);
        while mailbox.arrived.front().is_some_and(|first| first.is_none_or(|first| !self.sent.contains_key(&first))) {
            mailbox.arrived.pop_front();
            mailbox.forgotten += 1;
        }
        let id = message?;
        let place = mailbox.posted.iter().position(|receive| self.received[receive].accepts(&self.sent[&id]));
        let Some(receive) = place.and_then(|place| mailbox.posted.remove(place)) else {
            mailbox.unexpected.push_back(id);
            return None;
        };
        self.meet(id, receive);
        Some((id, receive))
    }

    /// A sender has withdrawn the message that arrived at a rank as number `arrival`, from 0 on. If
    /// a network interface matches, a receive for it may have been posted, but reached the
    /// interface too late. Such a receive matches another message, or waits.
    pub fn withdraw(&mut self, rank: u32, arrival: u32) -> Option<Meeting> {
        let mailbox = self.mailboxes.get_mut(&rank)?;
        let place = (arrival as usize).checked_sub(mailbox.forgotten)?;
        let id = mailbox.arrived.get(place).copied().flatten()?;
        mailbox.unexpected.retain(|other| *other != id);
        self.sent.get_mut(&id)?.is_matched = true;
        let is_late = |receive: &Receive| receive.call.rank == rank && receive.matched == Some(id);
        let (late, receive) = self.received.iter_mut().rev().find(|(_, receive)| is_late(receive))?;
        let late = *late;
        receive.matched = None;
        let is_for_it = |message: &MessageId| receive.accepts(&self.sent[message]);
        let Some(place) = mailbox.unexpected.iter().position(is_for_it) else {
            let place = mailbox.posted.partition_point(|other| *other < late);
            mailbox.posted.insert(place, late);
            return None;
        };
        let message = mailbox.unexpected.remove(place)?;
        self.meet(message, late);
        Some((message, late))
    }

    /// A rank posts a receive.
    pub fn post(&mut self, receive: Receive) -> (ReceiveId, Option<Meeting>) {
        let rank = receive.call.rank;
        let found = self.take_unexpected(rank, &receive);
        let id = self.add_receive(receive);
        match found {
            Some(message) => {
                self.meet(message, id);
                (id, Some((message, id)))
            }
            None => {
                self.mailboxes.entry(rank).or_default().posted.push_back(id);
                (id, None)
            }
        }
    }

    /// As [`Messages::post`], for a message that a matched probe has taken before.
    pub fn post_for(&mut self, receive: Receive, message: MessageId) -> (ReceiveId, Meeting) {
        let id = self.add_receive(receive);
        self.meet(message, id);
        (id, (message, id))
    }

    fn add_receive(&mut self, receive: Receive) -> ReceiveId {
        let id = self.next_receive;
        self.next_receive += 1;
        self.received.insert(id, receive);
        id
    }

    /// Takes the oldest unexpected message that matches such a receive.
    pub fn take_unexpected(&mut self, rank: u32, receive: &Receive) -> Option<MessageId> {
        let mailbox = self.mailboxes.entry(rank).or_default();
        let place = mailbox.unexpected.iter().position(|message| receive.accepts(&self.sent[message]))?;
        mailbox.unexpected.remove(place)
    }

    /// Removes a posted receive, if no message has matched it.
    pub fn unpost(&mut self, id: ReceiveId) {
        let rank = self.received.get(&id).map(|receive| receive.call.rank);
        if let Some(mailbox) = rank.and_then(|rank| self.mailboxes.get_mut(&rank)) {
            mailbox.posted.retain(|other| *other != id);
        }
    }

    fn meet(&mut self, message: MessageId, receive: ReceiveId) {
        if let (Some(sent), Some(received)) = (self.sent.get_mut(&message), self.received.get_mut(&receive)) {
            sent.is_matched = true;
            received.matched = Some(message);
        }
    }
}

impl Receive {
    fn accepts(&self, message: &Message) -> bool {
        self.comm.is_some()
            && self.comm == message.comm
            && (self.source == ANY || self.source as u32 == message.source)
            && (self.tag == ANY_TAG || self.tag == message.tag)
    }
}
