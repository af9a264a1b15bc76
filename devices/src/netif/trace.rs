//! For observers: the way of Tier-1 packets from NetIf to NetIf.

use super::tier1::{BYTES_A_WORD, Header};
use rankine_bus::{NodeId, PacketName, Pass, Stream, Time};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A packet at the receiving side of a NetIf, in cycles of the network.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The header was in front at the sending side.
    pub ready: u64,
    /// The first word, and the last word, came from the sending side.
    pub first: u64,
    pub last: u64,
    /// Cycles in which words behind the first one waited for room behind the NetIf.
    pub waited: u64,
}

/// The packets on their way, if an observer wants to know of them.
#[derive(Default)]
pub struct Trace {
    pub is_on: bool,
    /// For each NetIf its name and, if its host is a node, the node.
    netifs: Vec<(Arc<str>, Option<NodeId>)>,
    /// By source and destination.
    flows: BTreeMap<(u8, u8), Flow>,
    arrived: Vec<(Header, Vec<Link>)>,
}

/// The packets of one pair of ranks. They do not overtake each other.
#[derive(Default)]
struct Flow {
    /// The links of each packet that is on its way.
    packets: VecDeque<Vec<Link>>,
    arrived: u64,
    /// The number of packets that each NetIf has received.
    received: BTreeMap<usize, u64>,
}

/// The NetIfs at both ends of a link, and a packet there.
type Link = ((usize, usize), Sight);

impl Trace {
    /// Adds the next NetIf.
    pub fn add(&mut self, name: Arc<str>, host: Option<NodeId>) {
        self.netifs.push((name, host));
    }

    /// A NetIf has received a packet from another one.
    pub fn received(&mut self, header: Header, (from, to): (usize, usize), sight: Sight) {
        if !self.is_on {
            return;
        }
        let flow = self.flows.entry((header.src, header.dest)).or_default();
        let count = flow.received.entry(to).or_default();
        let index = count.saturating_sub(flow.arrived) as usize;
        *count += 1;
        if index >= flow.packets.len() {
            flow.packets.push_back(Vec::new());
        }
        if let Some(links) = flow.packets.get_mut(index) {
            links.push(((from, to), sight));
        }
        if self.netifs[to].1.is_some() {
            flow.arrived += 1;
            self.arrived.extend(flow.packets.pop_front().map(|links| (header, links)));
        }
    }

    /// Takes away the packets that have arrived. `time` gives the time of a cycle.
    pub fn take(&mut self, time: impl Fn(u64) -> Time) -> Vec<Stream> {
        std::mem::take(&mut self.arrived)
            .into_iter()
            .map(|(header, links)| self.stream(header, &links, &time))
            .collect()
    }

    fn stream(&self, header: Header, links: &[Link], time: &impl Fn(u64) -> Time) -> Stream {
        let pass = |((from, to), sight): &Link| Pass {
            link: format!("{} → {}", self.netifs[*from].0, self.netifs[*to].0).replace("NetIf of ", ""),
            ready: time(sight.ready),
            last: time(sight.last),
            waited: time(sight.first + sight.waited) - time(sight.ready),
            busy: time(sight.first + u64::from(header.words())) - time(sight.first),
        };
        // A word is behind the NetIf in the next cycle.
        let arrived = links.last().map_or([0, 0], |(_, sight)| [sight.first + 1, sight.last + 1]).map(time);
        let name = PacketName { src: header.src.into(), dst: header.dest(), header: [header.bits().into(), 0, 0, 0] };
        let words = header.words().into();
        Stream { packet: name, words, word_bytes: BYTES_A_WORD, links: links.iter().map(pass).collect(), arrived }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: u16 = 10;

    fn header(src: u8) -> Header {
        Header { src, dest: 9, ndw: WORDS - 1 }
    }

    fn sight(ready: u64) -> Sight {
        Sight { ready, first: ready + 2, last: ready + 20, waited: 3 }
    }

    /// Two nodes, and a gateway between them.
    fn trace() -> Trace {
        let mut trace = Trace { is_on: true, ..Trace::default() };
        for (name, host) in [("NetIf of node 0", Some(0)), ("NetIf of node 9", Some(9)), ("NetIf of a gateway", None)] {
            trace.add(name.into(), host);
        }
        trace
    }

    /// The second packet passes the first NetIf before the first packet has arrived.
    #[test]
    fn packets_arrive_with_their_links() {
        let mut trace = trace();
        trace.received(header(0), (0, 2), sight(100));
        trace.received(header(0), (0, 2), sight(200));
        assert_eq!(trace.take(Time), []);
        trace.received(header(0), (2, 1), sight(300));
        trace.received(header(0), (2, 1), sight(400));
        trace.received(header(5), (0, 1), sight(500));
        let streams = trace.take(Time);
        let seen = |stream: &Stream| {
            let links = stream.links.iter().map(|pass| (pass.link.clone(), pass.ready.0, pass.last.0, pass.waited.0));
            (stream.packet.src, links.collect::<Vec<_>>(), stream.arrived.map(|time| time.0))
        };
        let link = |name: &str, ready| (name.to_string(), ready, ready + 20, 5);
        let (out, home) = ("node 0 → a gateway", "a gateway → node 9");
        let expected = [
            (0, vec![link(out, 100), link(home, 300)], [303, 321]),
            (0, vec![link(out, 200), link(home, 400)], [403, 421]),
            (5, vec![link("node 0 → node 9", 500)], [503, 521]),
        ];
        assert_eq!(streams.iter().map(seen).collect::<Vec<_>>(), expected);
        assert!(streams.iter().all(|stream| stream.words == u64::from(WORDS) && stream.word_bytes == 4));
        assert_eq!(trace.take(Time), []);
    }

    #[test]
    fn nothing_is_kept_if_nobody_wants_to_know() {
        let mut trace = trace();
        trace.is_on = false;
        trace.received(header(0), (0, 1), sight(1));
        assert!(trace.flows.is_empty() && trace.arrived.is_empty());
    }
}
