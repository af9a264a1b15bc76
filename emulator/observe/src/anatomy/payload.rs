//! The packets that carry the payload of a long message: the first and the last one link by link,
//! the time between packets, and the link or engine that sets it.

use super::parts::{Kind, Part};
use super::runs::{Content, Run, Runs, Step};
use super::watch::{CommandStep, MessageWatch};
use super::way::Way;
use crate::mpi_view::{counted, grouped};
use crate::recording::{Message, Protocol};

/// A link takes no more packets if it is busy for at least this share of the time between packets.
const LOADED: f64 = 0.9;
/// Packets queue if they wait for at least this share of the time between packets.
const QUEUED: f64 = 0.25;
/// Times from this number of cycles on are shown without a fraction.
const EXACT_BELOW: f64 = 1000.0;
/// With more commands than this, the payload was sent in pieces.
const COMMANDS_MOST: usize = 2;

/// The packets that carry a message's payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    /// `packet`, or `word`.
    pub unit: &'static str,
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
    /// The cycle at which the sending call is entered.
    pub begin: u64,
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
    let unit = if carriers.iter().all(|run| run.kind == Content::Words) { "word" } else { "packet" };
    if packets == 1 {
        let sentences = vec![format!("{} in 1 {unit}", counted(bytes, "byte"))];
        return Some(Payload { unit, packets, bytes, parts: way_of(runs, &first, unit), sentences });
    }
    let interval = (last.cycle - first.cycle) as f64 / (packets - 1) as f64;
    let pace = format!("one every {} cycles", time(interval));
    let mut parts = way_of(runs, &first, &format!("first {unit}"));
    let of_last = way_of(runs, &last, &format!("last {unit}"));
    let (arrived, starts) = (first.cycle, of_last.first().map_or(last.cycle, |part| part.begin));
    if starts > arrived {
        let name = if packets > 2 { format!("{}, {pace}", counted(packets - 2, unit)) } else { format!("no {unit}") };
        parts.push(Part { begin: arrived, end: starts, kind: Kind::Rest, place: "between".into(), name });
    }
    parts.extend(of_last);
    let of = counted(longest, "byte");
    let amount = format!("{} in {} of {of}, {pace}", counted(bytes, "byte"), counted(packets, unit));
    let mut sentences = vec![amount, bottleneck(known, &carriers, (unit, packets, interval))];
    if bytes >= 2 * known.message.bytes.max(longest) {
        sentences.push(format!("{unit}s of other messages between these ranks may be among them"));
    }
    Some(Payload { unit, packets, bytes, parts, sentences })
}

/// The runs with the message's payload. Those of single packets and of words may include packets of
/// other messages.
fn carriers<'a>(known: &Known<'a>) -> Vec<&'a Run> {
    let Known { message, way, destination, begin, end, .. } = known;
    let in_time = destination.incoming.of_node(message.source, message.sent, *end);
    let starts = |run: &Run| destination.incoming.start(&run.first);
    let all: Vec<&Run> = in_time.filter(|run| starts(run) >= *begin).collect();
    if all.iter().any(|run| run.kind == Content::Words) {
        return words(known, all);
    }
    let is_way = |run: &Run| way.is_some_and(|way| run.first.packet == way.packet);
    // Without a way, the first packet may hold the payload.
    let may_be_single = message.bytes > 0 && (way.is_none() || message.protocol == Protocol::Rendezvous);
    let is_whole =
        |run: &&&Run| run.bytes == message.bytes && !is_way(run) && (run.kind == Content::Transfer || may_be_single);
    if let Some(whole) = all.iter().rev().find(is_whole) {
        return vec![whole];
    }
    let of_kind = |kind| all.iter().copied().filter(|run| run.kind == kind).collect::<Vec<_>>();
    let transfers = of_kind(Content::Transfer);
    let may_have_singles = transfers.is_empty() && message.protocol != Protocol::Short;
    let singles = if may_have_singles { of_kind(Content::Single) } else { Vec::new() };
    // One packet is the message's first packet, which the message's parts show.
    if singles.len() > 1 { singles } else { transfers }
}

/// On a network of words, the packets behind the receiver's last packet before the longest one.
fn words<'a>(known: &Known<'a>, all: Vec<&'a Run>) -> Vec<&'a Run> {
    let Known { message, source, .. } = known;
    let Some(longest) = all.iter().rev().max_by_key(|run| run.bytes) else { return all };
    let answers = source.incoming.of_node(message.destination, message.sent, longest.first.cycle);
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
    let (start, hops) = (runs.start(step), runs.hops(step).collect::<Vec<_>>());
    let Some(first) = hops.first() else {
        return vec![part(step.cycle, step.cycle, "arrives; links not separated")];
    };
    let door = (start < first.cycle).then(|| part(start, first.cycle, "wait at the door"));
    let ends = hops.iter().skip(1).map(|hop| hop.cycle).chain([step.cycle]);
    door.into_iter().chain(hops.iter().zip(ends).map(|(hop, end)| part(hop.cycle, end, hop.link))).collect()
}

/// A sentence that names the link at which packets queue, or the link that is always busy, or the
/// engine or rank that sends no faster.
fn bottleneck(known: &Known<'_>, carriers: &[&Run], (unit, packets, interval): (&str, u64, f64)) -> String {
    let links = loads(&known.destination.incoming, carriers, packets);
    let share = |link: &Load| (100.0 * link.busy / interval.max(1.0)).min(100.0);
    let busy = |link: &Load| format!("{unit}s keep it busy for {:.0} % of the time", share(link));
    if let Some(link) = links.iter().rev().find(|link| link.waited > 0.0 && link.waited >= QUEUED * interval) {
        let (name, waited) = (link.link, time(link.waited));
        return format!("bottleneck: link {name}: each {unit} waits {waited} cycles for it; {}", busy(link));
    }
    if let Some(link) = links.iter().find(|link| link.busy >= LOADED * interval) {
        return format!("bottleneck: link {}: {}", link.link, busy(link));
    }
    let busiest = links.iter().map(share).fold(0.0, f64::max);
    format!("bottleneck: {}; the busiest link is busy for {busiest:.0} % of the time", sender(known, carriers, unit))
}

/// The rank or interface that sends no faster, though links are idle in between.
fn sender(known: &Known<'_>, carriers: &[&Run], unit: &str) -> String {
    let runs = &known.destination.incoming;
    let last = carriers.last().map_or(0, |run| runs.several(run).last.cycle);
    let Message { source, destination, sent, .. } = *known.message;
    let is = |kind| carriers.iter().all(|run| run.kind == kind);
    if is(Content::Words) {
        return format!("node {source}: it sends {unit}s no faster");
    }
    if is(Content::Single) {
        let given = commands(known.source, destination, (sent, last));
        return format!("rank {source}: it sends {unit}s by {}", counted(given as u64, "command"));
    }
    let begin = known.way.map_or(sent, |way| way.arrived);
    let asked = commands(known.destination, source, (begin, last));
    let given = commands(known.source, destination, (begin, last));
    if asked > COMMANDS_MOST {
        format!("rank {destination}: it asks for {unit}s by {} commands", grouped(asked as u64))
    } else if given > COMMANDS_MOST {
        format!("rank {source}: it sends {unit}s by {} commands", grouped(given as u64))
    } else {
        format!("interface {source}: it sends {unit}s no faster")
    }
}

/// Cycles as text.
fn time(cycles: f64) -> String {
    if cycles < EXACT_BELOW { format!("{cycles:.1}") } else { grouped(cycles.round() as u64) }
}

/// Mean cycles of a packet at a link.
struct Load<'a> {
    link: &'a str,
    waited: f64,
    busy: f64,
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
