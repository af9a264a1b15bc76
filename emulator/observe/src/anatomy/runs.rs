//! The packets that arrive at a node, as runs: the packets of a transfer are one record, so that a
//! long message takes no more room than a short one.

use rankine_bus::{Arrival, Crossing, NodeId, PacketName, Section, Tail};
use std::collections::BTreeMap;

/// Packets of one source whose payloads follow each other, or one packet. Runs of a source do not
/// overlap in time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The first packet.
    pub first: Step,
    /// Bytes of payload of all packets.
    pub bytes: u64,
    pub kind: Content,
    /// If there are several packets, the index of their record in [`Runs::several`].
    several: Option<u32>,
}

/// The content of a run's packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Data that packet after packet brings.
    Transfer,
    /// Data of a packet that is a transfer by itself.
    Single,
    /// Words of one packet: each counts as a packet.
    Words,
    Other,
}

/// A packet that has arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub cycle: u64,
    pub packet: PacketName,
    /// Is it a word of this packet? Then the last word's times at links are those of all words.
    is_word: bool,
    /// The range in [`Runs::crossed`] with its links.
    crossings: Range,
}

/// The packets of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Several {
    pub last: Step,
    pub packets: u64,
    /// Bytes of the longest packet.
    pub longest: u64,
    /// The range in [`Runs::crossed`] with the sums of the packets' times at each link.
    sums: Range,
}

/// From one index to another.
type Range = (u32, u32);

/// A packet at a link; or the sums of several.
#[derive(Clone, Copy, Debug)]
struct Crossed {
    link: u32,
    cycle: u64,
    waited: u64,
    busy: u64,
}

/// A packet's head starts over a link at this cycle. It has waited for `waited` cycles, and the
/// packet occupies the link for `busy` cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop<'a> {
    pub link: &'a str,
    pub cycle: u64,
    pub waited: u64,
    pub busy: u64,
}

/// All runs of a node; those of each source in the order of their first packets.
#[derive(Default)]
pub(super) struct Runs {
    list: Vec<Run>,
    several: Vec<Several>,
    crossed: Vec<Crossed>,
    links: Vec<String>,
    sources: BTreeMap<NodeId, Source>,
    /// The number of runs that take no more packets.
    closed: usize,
}

#[derive(Default)]
struct Source {
    /// The indices of its runs.
    runs: Vec<u32>,
    /// The place behind the payload of its last packet.
    next: Option<Section>,
}

impl Runs {
    /// The length of the longest list when this packet is added.
    pub fn length_with(&self, arrival: &Arrival) -> usize {
        self.list.len().max(self.crossed.len() + 2 * arrival.crossings.len())
    }

    /// Adds the packet that arrives at this cycle.
    pub fn add(&mut self, cycle: u64, arrival: &Arrival) {
        if let Some(tail) = &arrival.tail {
            return self.add_words(cycle, arrival, tail);
        }
        let crossed: Vec<Crossed> = arrival.crossings.iter().map(|crossing| self.crossed(crossing)).collect();
        match self.open(arrival).filter(|index| self.has_links(*index, &crossed)) {
            Some(index) => self.extend(index, cycle, arrival, &crossed),
            None => self.begin(cycle, arrival, &crossed),
        }
        let several = arrival.section.filter(|section| !section.is_single);
        let behind = several.map(|section| Section { at: section.at.wrapping_add(arrival.bytes), ..section });
        self.sources.entry(arrival.packet.src).or_default().next = behind;
    }

    /// Adds a packet whose last word arrives at this cycle.
    fn add_words(&mut self, cycle: u64, arrival: &Arrival, tail: &Tail) {
        let [of_first, of_last] = [&arrival.crossings, &tail.crossings]
            .map(|crossings| crossings.iter().map(|crossing| self.crossed(crossing)).collect::<Vec<_>>());
        self.begin(tail.first, arrival, &of_first);
        let last = Step { cycle, packet: arrival.packet, is_word: true, crossings: self.push(&of_last) };
        // The crossings of the last word hold the sums, too.
        let sums = last.crossings;
        self.several.push(Several { last, packets: tail.words, longest: tail.word_bytes, sums });
        let index = self.several.len() as u32 - 1;
        if let Some(run) = self.list.last_mut() {
            (run.kind, run.several) = (Content::Words, Some(index));
        }
    }

    /// Packets that come from now on begin new runs.
    pub fn close(&mut self) {
        self.closed = self.list.len();
    }

    fn crossed(&mut self, crossing: &Crossing) -> Crossed {
        let Crossing { link, cycle, waited, busy } = crossing;
        let known = self.links.iter().position(|known| known == link);
        let number = known.unwrap_or_else(|| {
            self.links.push(link.clone());
            self.links.len() - 1
        });
        Crossed { link: number as u32, cycle: *cycle, waited: *waited, busy: *busy }
    }

    /// The run whose bytes the packet continues.
    fn open(&self, arrival: &Arrival) -> Option<usize> {
        let source = self.sources.get(&arrival.packet.src)?;
        let index = source.runs.last().map(|index| *index as usize)?;
        (arrival.section.is_some() && arrival.section == source.next && index >= self.closed).then_some(index)
    }

    /// Did the packets of the run cross these links?
    fn has_links(&self, run: usize, crossed: &[Crossed]) -> bool {
        let own = &self.crossed[indices(self.list[run].first.crossings)];
        own.iter().map(|one| one.link).eq(crossed.iter().map(|one| one.link))
    }

    fn begin(&mut self, cycle: u64, arrival: &Arrival, crossed: &[Crossed]) {
        let (is_word, crossings) = (arrival.tail.is_some(), self.push(crossed));
        let first = Step { cycle, packet: arrival.packet, is_word, crossings };
        let source = self.sources.entry(arrival.packet.src).or_default();
        source.runs.push(self.list.len() as u32);
        let kind = match arrival.section {
            Some(Section { is_single: false, .. }) => Content::Transfer,
            Some(_) => Content::Single,
            None => Content::Other,
        };
        self.list.push(Run { first, bytes: arrival.bytes, kind, several: None });
    }

    fn push(&mut self, crossed: &[Crossed]) -> Range {
        let first = self.crossed.len() as u32;
        self.crossed.extend(crossed);
        (first, first + crossed.len() as u32)
    }

    fn extend(&mut self, run: usize, cycle: u64, arrival: &Arrival, crossed: &[Crossed]) {
        let Run { first, bytes, several, .. } = self.list[run];
        let index = several.unwrap_or_else(|| {
            let of_first = self.crossed[indices(first.crossings)].to_vec();
            let (last, sums) = (Step { crossings: self.push(crossed), ..first }, self.push(&of_first));
            self.several.push(Several { last, packets: 1, longest: bytes, sums });
            self.several.len() as u32 - 1
        });
        let Several { last, packets, longest, sums } = &mut self.several[index as usize];
        (last.cycle, last.packet) = (cycle, arrival.packet);
        *packets += 1;
        *longest = (*longest).max(arrival.bytes);
        self.crossed[indices(last.crossings)].copy_from_slice(crossed);
        for (sum, one) in self.crossed[indices(*sums)].iter_mut().zip(crossed) {
            sum.waited += one.waited;
            sum.busy += one.busy;
        }
        let run = &mut self.list[run];
        (run.bytes, run.several) = (bytes + arrival.bytes, Some(index));
    }

    /// All packets of a run, with the last one.
    pub fn several(&self, run: &Run) -> Several {
        let one = Several { last: run.first, packets: 1, longest: run.bytes, sums: run.first.crossings };
        run.several.map_or(one, |index| self.several[index as usize])
    }

    /// The cycle at which a packet went to the network; of a word, the cycle at which it went over the
    /// first link.
    pub fn start(&self, of: &Step) -> u64 {
        self.hops(of).next().map_or(of.cycle, |hop| hop.cycle - if of.is_word { 0 } else { hop.waited })
    }

    /// The links that a packet crossed.
    pub fn hops<'a>(&'a self, of: &Step) -> impl Iterator<Item = Hop<'a>> + use<'a> {
        self.within(of.crossings)
    }

    /// For each link, the sums of the times of a run's packets.
    pub fn sums<'a>(&'a self, of: &Run) -> impl Iterator<Item = Hop<'a>> + use<'a> {
        self.within(self.several(of).sums)
    }

    fn within(&self, range: Range) -> impl Iterator<Item = Hop<'_>> {
        self.crossed[indices(range)].iter().map(|&Crossed { link, cycle, waited, busy }| Hop {
            link: &self.links[link as usize],
            cycle,
            waited,
            busy,
        })
    }

    /// The first packet with this name that arrives from one cycle to another. Packets behind the
    /// first one of a run are not found.
    pub fn named(&self, packet: PacketName, from: u64, to: u64) -> Option<Step> {
        self.of_node(packet.src, from, to).map(|run| run.first).find(|step| step.packet == packet)
    }

    /// The runs from a node whose first packets arrive from one cycle to another.
    pub fn of_node(&self, node: NodeId, from: u64, to: u64) -> impl DoubleEndedIterator<Item = &Run> {
        let runs = self.sources.get(&node).map_or(&[][..], |source| &source.runs);
        let cycle = |index: &u32| self.list[*index as usize].first.cycle;
        let end = runs.partition_point(|index| cycle(index) <= to);
        let begin = runs.partition_point(|index| cycle(index) < from).min(end);
        runs[begin..end].iter().map(|index| &self.list[*index as usize])
    }

    /// The cycle at which the last packet from this node arrived, between two cycles.
    pub fn last_arrival(&self, node: NodeId, from: u64, to: u64) -> Option<u64> {
        let run = self.of_node(node, 0, to).next_back()?;
        Some(self.several(run).last.cycle.min(to)).filter(|last| *last >= from)
    }
}

fn indices((first, end): Range) -> std::ops::Range<usize> {
    first as usize..end as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: u64 = 64;
    /// A packet of a transfer (its number, and that of its place in the transfer), or a packet by
    /// itself.
    type Came = (NodeId, Option<(u64, u64)>);

    fn arrival((src, section): Came, links: &[&str]) -> Arrival {
        let section = section.map(|(transfer, place)| Section { transfer, at: BYTES * place, is_single: false });
        let crossing = |link: &&str| Crossing { link: link.to_string(), cycle: 1, waited: 2, busy: 5 };
        let header = section.map_or([7, 0, 0, 0], |section| [section.transfer, section.at, 0, 0]);
        let packet = PacketName { src, dst: 9, header };
        Arrival { packet, bytes: BYTES, section, crossings: links.iter().map(crossing).collect(), tail: None }
    }

    fn runs(came: &[Came]) -> Runs {
        let mut runs = Runs::default();
        for (cycle, came) in (10..).zip(came) {
            runs.add(cycle, &arrival(*came, &["a", "b"]));
        }
        runs
    }

    /// Rows: packets that arrive, and the number of packets of each run.
    const ROWS: &[(&[Came], &[u64])] = &[
        (&[(0, Some((1, 0))), (0, Some((1, 1))), (0, Some((1, 2)))], &[3]),
        // Another transfer, a gap, a packet by itself, and another source.
        (&[(0, Some((1, 0))), (0, Some((2, 1))), (0, Some((2, 2)))], &[1, 2]),
        (&[(0, Some((1, 0))), (0, Some((1, 2)))], &[1, 1]),
        (&[(0, Some((1, 0))), (0, None), (0, Some((1, 1)))], &[1, 1, 1]),
        (&[(0, None), (0, None)], &[1, 1]),
        (&[(0, Some((1, 0))), (3, Some((1, 1))), (0, Some((1, 1)))], &[2, 1]),
    ];

    #[test]
    fn packets_of_a_transfer_are_one_run() {
        for (came, expected) in ROWS {
            let runs = runs(came);
            let packets: Vec<u64> = runs.list.iter().map(|run| runs.several(run).packets).collect();
            assert_eq!(packets, *expected, "{came:?}");
        }
    }

    #[test]
    fn other_links_and_calls_begin_new_runs() {
        let mut runs = runs(&[(0, Some((1, 0)))]);
        runs.add(20, &arrival((0, Some((1, 1))), &["a", "c"]));
        runs.close();
        runs.add(30, &arrival((0, Some((1, 2))), &["a", "c"]));
        assert_eq!(runs.list.len(), 3);
        assert_eq!(runs.last_arrival(0, 15, 25), Some(20));
        assert_eq!(runs.last_arrival(0, 21, 25), None);
    }

    /// A long transfer takes no more room than a short one, and its times are complete.
    #[test]
    fn long_transfers_take_little_room() {
        let packets = 100_000;
        let came: Vec<Came> = (0..packets).map(|place| (0, Some((1, place)))).collect();
        let runs = runs(&came);
        assert_eq!((runs.list.len(), runs.several.len(), runs.crossed.len()), (1, 1, 6));
        let several = runs.several(&runs.list[0]);
        assert_eq!((several.packets, runs.list[0].bytes, several.longest), (packets, BYTES * packets, BYTES));
        assert_eq!((runs.list[0].first.cycle, several.last.cycle), (10, 9 + packets));
        let sums: Vec<_> = runs.sums(&runs.list[0]).map(|hop| (hop.link, hop.waited, hop.busy)).collect();
        assert_eq!(sums, [("a", 2 * packets, 5 * packets), ("b", 2 * packets, 5 * packets)]);
        let name = PacketName { src: 0, dst: 9, header: [1, 0, 0, 0] };
        assert_eq!(runs.named(name, 0, 20).map(|step| step.cycle), Some(10));
    }
}
