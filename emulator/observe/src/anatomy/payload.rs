//! The packets that carry the payload of a long message: the first and the last one link by link,
//! the time between packets, and the link or engine that sets it.

use super::parts::{Kind, Part};
use super::runs::{Run, Runs, Step};
use super::watch::{CommandStep, MessageWatch};
use super::way::Way;
use crate::mpi_view::{counted, grouped};
use crate::recording::{Message, Protocol};

/// A link takes no more packets if its load is at least this share of the time between packets.
const LOADED: f64 = 0.9;
/// Packets queue if they wait for at least this number of cycles on average.
const QUEUED: f64 = 0.5;
/// With more commands than this, the payload was sent in pieces.
const COMMANDS_MOST: usize = 2;

/// The packets that carry a message's payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    pub packets: u64,
    pub bytes: u64,
    /// The links of the first packet; the time until the last one starts; the links of the last
    /// packet. In cycles since the start of the run.
    pub parts: Vec<Part>,
    /// Sentences about all packets.
    pub sentences: Vec<String>,
}

impl Payload {
    /// From the first packet's start to the last packet's arrival.
    pub fn span(&self) -> (u64, u64) {
        let begin = self.parts.first().map_or(0, |part| part.begin);
        (begin, self.parts.last().map_or(begin, |part| part.end))
    }
}

/// What is known of a message before its payload is looked at.
pub(super) struct Known<'a> {
    pub message: &'a Message,
    pub way: Option<&'a Way>,
    pub source: &'a MessageWatch,
    pub destination: &'a MessageWatch,
    /// The cycle at which the receiver has the whole message.
    pub end: u64,
}

/// The payload of a message. None if all of it was in the message's first packet, or if the network
/// does not report packets.
pub(super) fn payload(known: &Known<'_>) -> Option<Payload> {
    let runs = &known.destination.incoming;
    let carriers = carriers(known);
    let (first, last) = (carriers.first()?.first, runs.several(carriers.last()?).last);
    let packets = carriers.iter().map(|run| runs.several(run).packets).sum();
    let bytes = carriers.iter().map(|run| run.bytes).sum();
    let longest = carriers.iter().map(|run| runs.several(run).longest).max()?;
    let unit = if carriers.iter().all(|run| run.is_words) { "word" } else { "packet" };
    if packets == 1 {
        let sentences = vec![format!("{} in 1 {unit}", counted(bytes, "byte"))];
        return Some(Payload { packets, bytes, parts: way_of(runs, &first, unit), sentences });
    }
    let interval = (last.cycle - first.cycle) as f64 / (packets - 1) as f64;
    let pace = format!("{}, one every {interval:.1} cycles", counted(longest, "byte"));
    let mut parts = way_of(runs, &first, &format!("first {unit}"));
    let of_last = way_of(runs, &last, &format!("last {unit}"));
    let (arrived, starts) = (first.cycle, of_last.first().map_or(last.cycle, |part| part.begin));
    if starts > arrived {
        let between = counted(packets - 2, unit);
        parts.push(Part {
            begin: arrived,
            end: starts,
            kind: Kind::Rest,
            place: "between".into(),
            name: format!("{between} of {pace}"),
        });
    }
    parts.extend(of_last);
    let amount = format!("{} in {} of {pace}", counted(bytes, "byte"), counted(packets, unit));
    let mut sentences = vec![amount, bottleneck(known, &carriers, (packets, interval), last.cycle)];
    if bytes >= 2 * known.message.bytes.max(longest) {
        sentences.push(format!("{unit}s of other messages between these ranks may be among them"));
    }
    Some(Payload { packets, bytes, parts, sentences })
}

/// The runs with the message's payload: the run with exactly its bytes or, if there is none, all
/// transfers in the message's time.
fn carriers<'a>(known: &Known<'a>) -> Vec<&'a Run> {
    let Known { message, way, destination, end, .. } = known;
    let words = words(known);
    if !words.is_empty() {
        return words;
    }
    let in_time = destination.incoming.from_node(message.source, message.sent, *end);
    let others = in_time.filter(|run| way.is_none_or(|way| run.first.packet != way.packet));
    // Without a way, the first packet may hold the payload.
    let may_be_single = message.bytes > 0 && (way.is_none() || message.protocol == Protocol::Rendezvous);
    let is_whole = |run: &&Run| run.bytes == message.bytes && (run.is_transfer || may_be_single);
    let all: Vec<&Run> = others.filter(|run| run.is_transfer || is_whole(run)).collect();
    match all.iter().rev().find(|run| is_whole(run)) {
        Some(whole) => vec![whole],
        None => all.into_iter().filter(|run| run.is_transfer).collect(),
    }
}

/// On a network of words, the packets with the message's payload: those behind the receiver's last
/// packet before the longest one. They may include packets of other messages.
fn words<'a>(known: &Known<'a>) -> Vec<&'a Run> {
    let Known { message, source, destination, end, .. } = known;
    let in_time = destination.incoming.from_node(message.source, message.sent, *end);
    let all: Vec<&Run> = in_time.filter(|run| run.is_words).collect();
    let Some(longest) = all.iter().rev().max_by_key(|run| run.bytes) else { return all };
    let answers = source.incoming.from_node(message.destination, message.sent, longest.first.cycle);
    let asked = answers.last().map_or(0, |run| run.first.cycle);
    all.into_iter().filter(|run| run.first.cycle > asked).collect()
}

/// The parts of a packet's way, from link to link.
fn way_of(runs: &Runs, step: &Step, packet: &str) -> Vec<Part> {
    let part = |begin, end, name: &str| Part {
        begin,
        end,
        kind: Kind::Network,
        place: packet.to_owned(),
        name: name.to_owned(),
    };
    let hops: Vec<_> = runs.hops(step).collect();
    let Some(first) = hops.first() else {
        return vec![part(step.cycle, step.cycle, "arrives; links not told apart")];
    };
    let door = (first.waited > 0).then(|| part(first.cycle - first.waited, first.cycle, "wait at the door"));
    let ends = hops.iter().skip(1).map(|hop| hop.cycle).chain([step.cycle]);
    door.into_iter().chain(hops.iter().zip(ends).map(|(hop, end)| part(hop.cycle, end, hop.link))).collect()
}

/// A sentence that names the link at which packets queue, or the link that is always busy, or the
/// engine or rank that sends no faster.
fn bottleneck(known: &Known<'_>, carriers: &[&Run], (packets, interval): (u64, f64), last: u64) -> String {
    let links = loads(&known.destination.incoming, carriers, packets);
    let longest = links.iter().map(|link| link.waited).fold(0.0, f64::max);
    let queues = |link: &&Load| link.waited >= QUEUED.max(longest / 2.0) && link.all() >= LOADED * interval;
    let share = |cycles: f64| 100.0 * cycles / interval.max(1.0);
    let (source, destination) = (known.message.source, known.message.destination);
    let is_words = carriers.iter().all(|run| run.is_words);
    if let Some(Load { link, waited, busy }) = links.iter().rev().find(queues) {
        if is_words && links.last().is_some_and(|last| last.link == *link) {
            return format!(
                "bottleneck: node {destination}: it takes words no faster; each waits {waited:.1} cycles for room behind {link}"
            );
        }
        return format!(
            "bottleneck: link {link}: packets queue before it for {waited:.1} cycles, and keep it busy for {:.0} % of the time",
            share(*busy).min(100.0)
        );
    }
    if let Some(Load { link, busy, .. }) = links.iter().find(|link| link.busy >= LOADED * interval) {
        return format!("bottleneck: link {link}: packets keep it busy for {:.0} % of the time", share(*busy).min(100.0));
    }
    let asked = commands(known.destination, source, (known.message.sent, last));
    let sent = commands(known.source, destination, (known.message.sent, last));
    let who = match (asked, sent) {
        (asked, _) if asked > COMMANDS_MOST => {
            format!("rank {destination}: it asks for the payload by {} commands", grouped(asked as u64))
        }
        (_, sent) if sent > COMMANDS_MOST => {
            format!("rank {source}: it sends the payload by {} commands", grouped(sent as u64))
        }
        _ if is_words => format!("node {source}: it sends words no faster"),
        _ => format!("interface {source}: it sends packets no faster"),
    };
    let busiest = links.iter().map(|link| share(link.busy)).fold(0.0, f64::max);
    format!("bottleneck: {who}; the busiest link is busy for {busiest:.0} % of the time")
}

/// Mean cycles of a packet at a link.
struct Load<'a> {
    link: &'a str,
    waited: f64,
    busy: f64,
}

impl Load<'_> {
    fn all(&self) -> f64 {
        self.waited + self.busy
    }
}

/// The loads of all links, in the order of the way.
fn loads<'a>(runs: &'a Runs, carriers: &[&Run], packets: u64) -> Vec<Load<'a>> {
    let mut loads: Vec<Load<'a>> = Vec::new();
    for hop in carriers.iter().flat_map(|run| runs.sums(run)) {
        let (waited, busy) = (hop.waited as f64 / packets as f64, hop.busy as f64 / packets as f64);
        match loads.iter_mut().find(|load| load.link == hop.link) {
            Some(load) => (load.waited, load.busy) = (load.waited + waited, load.busy + busy),
            None => loads.push(Load { link: hop.link, waited, busy }),
        }
    }
    loads
}

/// The number of commands to a node that the interface accepted between two cycles.
fn commands(watch: &MessageWatch, node: u32, (from, to): (u64, u64)) -> usize {
    let begin = watch.commands.partition_point(|command| command.cycle < from);
    let in_time = watch.commands[begin..].iter().take_while(|command| command.cycle <= to);
    in_time.filter(|command| matches!(command.is, CommandStep::Accepted(other) if other == node)).count()
}
