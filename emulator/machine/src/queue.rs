//! The global order: what happens next, by (time, component, sequence).

use rankine_bus::{Delivery, NodeId, Time};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Most devices a node can have.
pub const DEVICES_MAX: u32 = 7;

/// Who acts; at the same time the smaller component goes first: the network, then node by node its devices, then
/// its hart. So a device's news of this cycle is seen by a hart's access of this cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component(u32);

impl Component {
    pub const NETWORK: Component = Component(0);
    /// After all others.
    pub const LAST: Component = Component(u32::MAX);

    pub fn device(node: NodeId, device: usize) -> Component {
        Component(1 + node * (DEVICES_MAX + 1) + device as u32)
    }

    pub fn hart(node: NodeId) -> Component {
        Component(1 + node * (DEVICES_MAX + 1) + DEVICES_MAX)
    }
}

/// Something that happens.
#[derive(Debug)]
pub enum Item {
    /// A hart performs its pending shared access, or goes on.
    Hart(NodeId),
    Device {
        node: NodeId,
        device: usize,
        token: u64,
    },
    Network {
        token: u64,
    },
    Deliver(Delivery),
}

impl Item {
    /// The node whose devices or memory this may change.
    pub fn touches(&self) -> Option<NodeId> {
        match self {
            Item::Device { node, .. } => Some(*node),
            Item::Deliver(Delivery::Arrived(packet)) => Some(packet.dst),
            Item::Deliver(Delivery::Left { src, .. }) => Some(*src),
            Item::Hart(_) | Item::Network { .. } => None,
        }
    }

    /// The node that it is about.
    pub fn node(&self) -> Option<NodeId> {
        if let Item::Hart(node) = self { Some(*node) } else { self.touches() }
    }

    fn component(&self) -> Component {
        match self {
            Item::Hart(node) => Component::hart(*node),
            Item::Device { node, device, .. } => Component::device(*node, *device),
            Item::Network { .. } => Component::NETWORK,
            Item::Deliver(Delivery::Arrived(packet)) => Component::device(packet.dst, 0),
            Item::Deliver(Delivery::Left { src, .. }) => Component::device(*src, 0),
        }
    }
}

/// A place in the global order.
pub type Key = (Time, Component, u64);

struct Entry {
    key: Key,
    item: Item,
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
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// The queue of everything that is known to happen.
#[derive(Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<Entry>>,
    sequence: u64,
}

impl Queue {
    pub fn push(&mut self, time: Time, item: Item) {
        let key = (time, item.component(), self.sequence);
        self.sequence += 1;
        self.heap.push(Reverse(Entry { key, item }));
    }

    /// Puts back what [`Queue::pop`] gave, at the same place.
    pub fn put_back(&mut self, key: Key, item: Item) {
        self.heap.push(Reverse(Entry { key, item }));
    }

    pub fn pop(&mut self) -> Option<(Key, Item)> {
        self.heap.pop().map(|Reverse(entry)| (entry.key, entry.item))
    }

    /// All that is in it, in no order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.heap.iter().map(|Reverse(entry)| &entry.item)
    }

    /// Does this component at this time come before everything in the queue?
    pub fn is_first(&self, time: Time, component: Component) -> bool {
        self.heap.peek().is_none_or(|Reverse(first)| (time, component) < (first.key.0, first.key.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        let mut queue = Queue::default();
        queue.push(Time(5), Item::Hart(0));
        queue.push(Time(5), Item::Device { node: 1, device: 0, token: 7 });
        queue.push(Time(5), Item::Device { node: 1, device: 0, token: 8 });
        queue.push(Time(5), Item::Network { token: 9 });
        queue.push(Time(4), Item::Hart(3));
        assert!(queue.is_first(Time(3), Component::hart(9)) && !queue.is_first(Time(4), Component::hart(3)));
        let mut seen = Vec::new();
        while let Some((key, item)) = queue.pop() {
            seen.push(format!("{} {item:?}", key.0.0));
        }
        assert_eq!(
            seen,
            [
                "4 Hart(3)",
                "5 Network { token: 9 }",
                "5 Hart(0)",
                "5 Device { node: 1, device: 0, token: 7 }",
                "5 Device { node: 1, device: 0, token: 8 }",
            ]
        );
    }
}
