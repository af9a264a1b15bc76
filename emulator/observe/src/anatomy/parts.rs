//! Takes the time of one message apart, from the call that sends it to the return of the call that
//! receives it.

use super::payload::{Known, Payload, payload};
use super::watch::{MessageWatch, WatchedCall};
use super::way::way;
use crate::recording::{Message, Protocol};

/// The kind of a part of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    SendSoftware,
    /// From accepting the command to the first packet.
    Interface,
    Network,
    /// The message is there, but its receiver is not in the call that receives it, or has not yet
    /// reached the place where it polls.
    LateReceiver,
    /// The receiver polls and the packet is there, but the library has not seen it yet.
    Notice,
    Matching,
    /// The receiver waits for packets of the message behind the first one.
    Rest,
    ReceiveSoftware,
    /// The recording does not say which of several kinds it is.
    NotSeparated,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::SendSoftware,
        Kind::Interface,
        Kind::Network,
        Kind::LateReceiver,
        Kind::Notice,
        Kind::Matching,
        Kind::Rest,
        Kind::ReceiveSoftware,
        Kind::NotSeparated,
    ];

    /// A short name, for the head of a column.
    pub fn short(self) -> &'static str {
        match self {
            Kind::SendSoftware => "send",
            Kind::LateReceiver => "late",
            Kind::Rest => "rest",
            Kind::ReceiveSoftware => "receive",
            Kind::NotSeparated => "not sep.",
            Kind::Interface => "NI",
            Kind::Matching => "match",
            Kind::Network | Kind::Notice => self.name(),
        }
    }

    /// Its colour in drawings.
    pub fn colour(self) -> &'static str {
        match self {
            Kind::SendSoftware => "#4477aa",
            Kind::Interface => "#66ccee",
            Kind::Network => "#228833",
            Kind::LateReceiver => "#ee6677",
            Kind::Notice => "#ccbb44",
            Kind::Matching => "#aa3377",
            Kind::Rest => "#88cc88",
            Kind::ReceiveSoftware => "#6655aa",
            Kind::NotSeparated => "#bbbbbb",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::SendSoftware => "send software",
            Kind::Interface => "interface",
            Kind::Network => "network",
            Kind::LateReceiver => "late receiver",
            Kind::Notice => "notice",
            Kind::Matching => "matching",
            Kind::Rest => "rest of message",
            Kind::ReceiveSoftware => "receive software",
            Kind::NotSeparated => "not separated",
        }
    }
}

/// A part of the time, in cycles since the start of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub begin: u64,
    pub end: u64,
    pub kind: Kind,
    /// The place in which the time passes: `rank 0`, `interface 0`, `network`.
    pub place: String,
    pub name: String,
}

impl Part {
    pub fn cycles(&self) -> u64 {
        self.end - self.begin
    }
}

/// A message whose time was taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waterfall {
    /// The message's number among the messages of point-to-point calls in the order in which they
    /// were sent, from 1 on.
    pub number: u64,
    pub message: Message,
    /// The time from the entry of the call that handed the message to the hardware, to the return
    /// of the call that completed its receive.
    pub begin: u64,
    pub end: u64,
    /// The parts in order, without gaps, from `begin` to `end`.
    pub parts: Vec<Part>,
    pub sender: CallName,
    pub receiver: CallName,
    /// The packets that carry the payload, if the message's first packet does not carry all of it.
    pub payload: Option<Payload>,
}

/// A call: its function, and its return address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallName {
    pub function: String,
    pub return_address: u64,
}

impl Waterfall {
    pub fn cycles(&self) -> u64 {
        self.end - self.begin
    }

    /// Sentences about what cannot be known of the message.
    pub fn remarks(&self) -> Vec<&'static str> {
        let has = |is_between: bool| {
            let mut untold = self.parts.iter().filter(|part| part.kind == Kind::NotSeparated);
            untold.any(|part| (part.place == BETWEEN) == is_between)
        };
        let between = "The hardware reported no packet of this message, so interface, hops and a late receiver cannot be separated.";
        let at_receiver =
            "The records do not separate the receiver's work from its waits for later packets or other messages.";
        let known = [(has(true), between), (has(false), at_receiver)];
        known.into_iter().filter(|(holds, _)| *holds).map(|(_, sentence)| sentence).collect()
    }

    /// The cycles of all parts of a kind.
    pub fn of(&self, kind: Kind) -> u64 {
        self.parts.iter().filter(|part| part.kind == kind).map(Part::cycles).sum()
    }
}

/// What is needed to take messages apart: the recording of each rank, and the names of its
/// functions.
pub struct Ranks<'a> {
    pub watches: &'a [MessageWatch],
    pub name: &'a dyn Fn(u32, rankine_program::mpi::FunctionId) -> String,
}

/// For each rank, the cycles at which receives were completed, in order.
pub(super) struct Completions(Vec<Vec<u64>>);

impl Completions {
    /// The completions of these messages in a run with this number of ranks.
    pub fn of(messages: impl Iterator<Item = Message>, ranks: usize) -> Completions {
        let mut all = vec![Vec::new(); ranks];
        for message in messages {
            if let (Some(of_rank), Some(received)) = (all.get_mut(message.destination as usize), message.received) {
                of_rank.push(received);
            }
        }
        all.iter_mut().for_each(|of_rank| of_rank.sort_unstable());
        Completions(all)
    }

    /// Was a receive completed after the first of these cycles, and not after the second?
    fn has_between(&self, rank: u32, after: u64, until: u64) -> bool {
        let of_rank = self.0.get(rank as usize).map_or(&[][..], Vec::as_slice);
        of_rank.get(of_rank.partition_point(|cycle| *cycle <= after)).is_some_and(|cycle| *cycle <= until)
    }
}

/// Consecutive parts of the time.
struct Parts {
    at: u64,
    end: u64,
    list: Vec<Part>,
}

impl Parts {
    /// Adds a part that lasts until this cycle, unless the time up to it is in a part already.
    fn until(&mut self, cycle: u64, kind: Kind, place: &str, name: String) {
        let end = cycle.min(self.end);
        if end <= self.at {
            return;
        }
        match self.list.last_mut() {
            // A polling loop may begin its phase anew in every round.
            Some(last) if (last.kind, last.place.as_str(), &last.name) == (kind, place, &name) => last.end = end,
            _ => self.list.push(Part { begin: self.at, end, kind, place: place.to_owned(), name }),
        }
        self.at = end;
    }
}

/// Takes a message apart. None if its receive was not completed, or if one of the two calls was not recorded.
pub(super) fn take_apart(
    number: u64,
    message: &Message,
    ranks: &Ranks<'_>,
    completions: &Completions,
) -> Option<Waterfall> {
    let (source, destination) =
        (ranks.watches.get(message.source as usize)?, ranks.watches.get(message.destination as usize)?);
    let (seen, received) = (message.arrived?, message.received?);
    let send = source.call_at(message.sent)?;
    let receive = destination.call_at(received).or_else(|| destination.call_until(received))?;
    let name = |rank, call: &WatchedCall<'_>| CallName {
        function: (ranks.name)(rank, call.function),
        return_address: call.return_address,
    };
    let (sender, receiver) = (name(message.source, &send), name(message.destination, &receive));
    let (begin, end) = (send.entered, receive.left.max(send.entered));
    let mut parts = Parts { at: begin, end, list: Vec::new() };
    let way = way(source, destination, message.destination, message.sent, seen);
    let place = format!("rank {}", message.source);
    let handed = way.as_ref().map_or(message.sent, |way| way.accepted);
    for (until, phase) in ends(&send, handed) {
        parts.until(until, Kind::SendSoftware, &place, format!("{}, {phase}", sender.function));
    }
    match &way {
        Some(way) => {
            let place = format!("interface {}", message.source);
            parts.until(way.injected, Kind::Interface, &place, "command to first packet".into());
            let begins = way.links.iter().map(|link| link.0).skip(1).chain([way.arrived]);
            if let Some((first, _)) = way.links.first() {
                parts.until(*first, Kind::Network, "network", "wait for injection".into());
            }
            for ((_, link), until) in way.links.iter().zip(begins) {
                parts.until(until, Kind::Network, "network", link.clone());
            }
            parts.until(way.arrived, Kind::Network, "network", "links not separated".into());
        }
        None => parts.until(seen, Kind::NotSeparated, BETWEEN, "interface, network, late receiver".into()),
    }
    let has_others = completions.has_between(message.destination, received, receive.left);
    at_receiver(&mut parts, message, &receive, &receiver.function, (destination, has_others));
    let (way, end_of_packets) = (way.as_ref(), packets_end(message, &receive));
    let payload = payload(&Known { message, way, source, destination, begin, end: end_of_packets });
    Some(Waterfall { number, message: *message, begin, end, parts: parts.list, sender, receiver, payload })
}

/// The place of time that interface, network and a late receiver share.
const BETWEEN: &str = "between";

/// The end of each phase of a call; the last one ends at `until`.
fn ends<'a>(call: &WatchedCall<'a>, until: u64) -> Vec<(u64, &'a str)> {
    let next = call.phases.iter().skip(1).map(|phase| phase.0).chain([u64::MAX]);
    call.phases.iter().zip(next).map(|(phase, end)| (end.min(until), phase.1)).collect()
}

/// Adds the parts from the arrival of the first packet on. `has_others` says whether the receiving
/// call completes other messages after this one.
fn at_receiver(
    parts: &mut Parts,
    message: &Message,
    receive: &WatchedCall<'_>,
    function: &str,
    (destination, has_others): (&MessageWatch, bool),
) {
    let place = format!("rank {}", message.destination);
    let (seen, matched) = (message.arrived.unwrap_or(0), message.matched.unwrap_or(0));
    let received = message.received.unwrap_or(0);
    let late = if message.is_unexpected { "unexpected: receive not posted" } else { "before the receiving call" };
    parts.until(receive.entered.min(received), Kind::LateReceiver, &place, late.into());
    let has_await = receive.phases.iter().any(|(begin, phase)| phase.starts_with(AWAIT) && *begin <= seen);
    let end = packets_end(message, receive);
    let rest = destination.incoming.last_arrival(message.source, parts.at.max(matched), end);
    let mut begin = receive.entered;
    for (end, phase) in ends(receive, receive.left) {
        let mut cuts = [seen, matched, rest.unwrap_or(matched), received, end];
        cuts.sort_unstable();
        for cut in cuts.into_iter().filter(|cut| (begin..=end).contains(cut)) {
            let (kind, step) = match kind(parts.at, (seen, matched), rest, (phase, has_await)) {
                kind @ (Kind::ReceiveSoftware | Kind::NotSeparated) if parts.at < seen => (kind, ", poll and match"),
                Kind::ReceiveSoftware if parts.at >= received && has_others => {
                    (Kind::NotSeparated, ", other messages, return")
                }
                Kind::ReceiveSoftware if parts.at >= received => (Kind::ReceiveSoftware, ", until return"),
                kind @ (Kind::ReceiveSoftware | Kind::NotSeparated) => (kind, ", payload"),
                kind => (kind, ""),
            };
            parts.until(cut, kind, &place, format!("{function}, {phase}{step}"));
        }
        begin = end;
    }
}

/// The cycle at which the last packet of a received message has arrived. If the buffers of a long
/// message are out of the interface's reach, the mark of its end may come before its last packet.
fn packets_end(message: &Message, receive: &WatchedCall<'_>) -> u64 {
    if message.protocol == Protocol::Rendezvous { receive.left } else { message.received.unwrap_or(0) }
}

/// The beginning of the names of phases in which a rank waits.
const AWAIT: &str = "await";

/// The kind of the receiver's time from cycle `at` on, in this phase of the receiving call.
/// `has_await` says whether the call has a label where it polls.
fn kind(at: u64, (seen, matched): (u64, u64), rest: Option<u64>, (phase, has_await): (&str, bool)) -> Kind {
    let awaits = phase.starts_with(AWAIT);
    if at < seen {
        return match phase {
            _ if awaits => Kind::Notice,
            _ if !has_await => Kind::NotSeparated,
            "enter" => Kind::LateReceiver,
            _ => Kind::Matching,
        };
    }
    if at < matched {
        return Kind::Matching;
    }
    if rest.is_some_and(|rest| at < rest) {
        // Unless the phase says that it waits, software works while packets arrive.
        return if awaits { Kind::Rest } else { Kind::NotSeparated };
    }
    if awaits { Kind::Notice } else { Kind::ReceiveSoftware }
}
