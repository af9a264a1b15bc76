//! The queue of events, in the global order: (time, component, sequence).

use crate::node::ProcessorId;
use rankine_bus::{Delivery, Happening, NodeId, Packet, Time};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Most devices, and most processors, that a node can have.
pub const DEVICES_MAX: u32 = 7;
pub const PROCESSORS_MAX: u32 = 8;
/// Components of a node.
const NODE_COMPONENTS: u32 = DEVICES_MAX + PROCESSORS_MAX;

/// The component that acts. At equal times the smaller component goes first: the network; then,
/// node by node, its devices, then its processors. So an access sees the effects of devices in the
/// same cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component(u32);

impl Component {
    pub const NETWORK: Component = Component(0);
    /// After all others.
    pub const LAST: Component = Component(u32::MAX);

    pub fn number(self) -> u64 {
        self.0.into()
    }

    /// The next component in the order.
    pub fn next(self) -> Component {
        Component(self.0.saturating_add(1))
    }

    pub fn device(node: NodeId, device: usize) -> Component {
        Component(1 + node * NODE_COMPONENTS + device as u32)
    }

    pub fn processor(id: ProcessorId) -> Component {
        Component(1 + id.node * NODE_COMPONENTS + DEVICES_MAX + id.index)
    }
}

/// An event.
#[derive(Debug)]
pub enum Item {
    /// A processor performs its pending shared access, or goes on.
    Processor(ProcessorId),
    /// The rounds of a polling loop that reads the clock have come to their end, unless the
    /// processor has left them before.
    Round {
        processor: ProcessorId,
        end: Time,
    },
    Device {
        node: NodeId,
        device: u32,
        token: u64,
    },
    Network {
        token: u64,
    },
    /// The network passes a packet to the first device of the packet's destination.
    Arrived(Box<Packet>),
    /// The network tells the first device of `src` that a packet of this class has left.
    Left {
        src: NodeId,
        class: u8,
    },
}

/// The queue moves events about, so they are small.
const _: () = assert!(size_of::<Entry>() <= 40);

impl From<Delivery> for Item {
    fn from(delivery: Delivery) -> Item {
        match delivery {
            Delivery::Arrived(packet) => Item::Arrived(Box::new(packet)),
            Delivery::Left { src, class } => Item::Left { src, class },
        }
    }
}

impl Item {
    /// The device that the event concerns, by its node and its number there, and the happening.
    pub fn happens(&self) -> Option<(NodeId, usize, Happening<'_>)> {
        match self {
            Item::Device { node, device, token } => Some((*node, *device as usize, Happening::Timer(*token))),
            Item::Arrived(packet) => Some((packet.dst, 0, Happening::Received(packet))),
            Item::Left { src, class } => Some((*src, 0, Happening::Sent(*class))),
            Item::Processor(_) | Item::Round { .. } | Item::Network { .. } => None,
        }
    }

    /// The node that the event concerns.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Item::Processor(id) | Item::Round { processor: id, .. } => Some(id.node),
            _ => self.happens().map(|(node, ..)| node),
        }
    }

    fn component(&self) -> Component {
        match self {
            Item::Processor(id) | Item::Round { processor: id, .. } => Component::processor(*id),
            Item::Device { node, device, .. } => Component::device(*node, *device as usize),
            Item::Network { .. } => Component::NETWORK,
            Item::Arrived(packet) => Component::device(packet.dst, 0),
            Item::Left { src, .. } => Component::device(*src, 0),
        }
    }
}

/// An event's place in the global order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub time: Time,
    /// The component, and below it the sequence number. Two words are compared sooner than three.
    order: u64,
}

/// Bits of a sequence number: enough for half a year of a million events a second.
const SEQUENCE_BITS: u32 = 44;

impl Key {
    fn new(time: Time, component: Component, sequence: u64) -> Key {
        debug_assert!(component.number() < 1 << (u64::BITS - SEQUENCE_BITS) && sequence < 1 << SEQUENCE_BITS);
        Key { time, order: component.number() << SEQUENCE_BITS | sequence }
    }

    pub fn component(self) -> Component {
        Component((self.order >> SEQUENCE_BITS) as u32)
    }

    /// Time and component.
    pub fn place(self) -> (Time, Component) {
        (self.time, self.component())
    }

    fn number(self) -> u128 {
        u128::from(self.time.0) << u64::BITS | u128::from(self.order)
    }
}

/// An event at its place. The earliest event is the greatest, because the heap gives the greatest.
pub struct Entry {
    pub key: Key,
    pub item: Item,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key == other.key
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    /// The heap compares with this.
    fn le(&self, other: &Entry) -> bool {
        self.key.number() >= other.key.number()
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        other.key.number().cmp(&self.key.number())
    }
}

/// The queue of all pending events.
#[derive(Default)]
pub struct Queue {
    heap: BinaryHeap<Entry>,
    sequence: u64,
}

impl Queue {
    pub fn push(&mut self, time: Time, item: Item) {
        let key = Key::new(time, item.component(), self.sequence);
        self.sequence += 1;
        self.heap.push(Entry { key, item });
    }

    /// Puts an event back that [`Queue::pop`] has returned, at the same place.
    pub fn put_back(&mut self, key: Key, item: Item) {
        self.heap.push(Entry { key, item });
    }

    pub fn pop(&mut self) -> Option<(Key, Item)> {
        self.heap.pop().map(|Entry { key, item }| (key, item))
    }

    /// Removes all events that are due before a time, in order.
    pub fn take_before(&mut self, time: Time) -> Vec<Entry> {
        let mut taken = Vec::new();
        while self.first_time().is_some_and(|first| first < time) {
            taken.extend(self.heap.pop());
        }
        taken
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// The first event, and its place.
    pub fn first(&self) -> Option<(Key, &Item)> {
        self.heap.peek().map(|first| (first.key, &first.item))
    }

    /// When the first event is due.
    pub fn first_time(&self) -> Option<Time> {
        self.heap.peek().map(|first| first.key.time)
    }

    /// All events, in no particular order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.heap.iter().map(|entry| &entry.item)
    }

    /// Does this component at this time come before every event in the queue?
    pub fn is_first(&self, time: Time, component: Component) -> bool {
        self.heap.peek().is_none_or(|first| (time, component) < first.key.place())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        let processor = |node, index| ProcessorId { node, index };
        let mut queue = Queue::default();
        queue.push(Time(5), Item::Processor(processor(0, 1)));
        queue.push(Time(5), Item::Processor(processor(0, 0)));
        queue.push(Time(5), Item::Device { node: 1, device: 0, token: 7 });
        queue.push(Time(5), Item::Device { node: 1, device: 0, token: 8 });
        queue.push(Time(5), Item::Network { token: 9 });
        queue.push(Time(4), Item::Processor(processor(3, 0)));
        assert!(queue.is_first(Time(3), Component::processor(processor(9, 0))));
        assert!(!queue.is_first(Time(4), Component::processor(processor(3, 0))));
        let mut seen = Vec::new();
        while let Some((key, item)) = queue.pop() {
            seen.push(format!("{} {item:?}", key.time.0));
        }
        assert_eq!(
            seen,
            [
                "4 Processor(ProcessorId { node: 3, index: 0 })",
                "5 Network { token: 9 }",
                "5 Processor(ProcessorId { node: 0, index: 0 })",
                "5 Processor(ProcessorId { node: 0, index: 1 })",
                "5 Device { node: 1, device: 0, token: 7 }",
                "5 Device { node: 1, device: 0, token: 8 }",
            ]
        );
    }

    /// Takes and puts events in a fixed pseudo-random order, beside a plain list.
    #[test]
    fn against_a_list() {
        let (mut queue, mut list, mut state) = (Queue::default(), Vec::new(), 1_u32);
        for step in 0..20_000_u64 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (draw, node) = (state >> 24, state >> 16 & 7);
            if draw < 130 {
                queue.push(Time(step / 64 + u64::from(draw & 31)), Item::Device { node, device: 0, token: step });
                list.push((step / 64 + u64::from(draw & 31), node, step));
                list.sort_unstable();
            } else if let Some((key, item)) = queue.pop() {
                let Item::Device { node, token, .. } = item else { panic!("only devices") };
                assert_eq!((key.time.0, node, token), list[0]);
                if draw < 150 {
                    queue.put_back(key, item);
                } else {
                    list.remove(0);
                }
            }
            assert_eq!((queue.len(), queue.items().count()), (list.len(), list.len()));
            assert_eq!(queue.first_time(), list.first().map(|first| Time(first.0)));
        }
        assert!(list.len() > 10);
    }
}
