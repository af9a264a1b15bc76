//! All nodes of a machine. Some may be with a worker, a host thread that runs one of their
//! stretches.

use super::Node;
use rankine_bus::NodeId;
use std::ops::{Index, IndexMut};

/// The nodes in order of rank. Indexing a node that is with a worker panics; that is a bug of the
/// machine.
pub struct Nodes(Vec<Option<Box<Node>>>);

impl Nodes {
    pub fn new(nodes: Vec<Node>) -> Nodes {
        Nodes(nodes.into_iter().map(|node| Some(Box::new(node))).collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The nodes that are not with a worker: all of them while the machine stands still.
    pub fn iter(&self) -> impl Iterator<Item = &Node> {
        self.0.iter().filter_map(Option::as_deref)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.0.iter_mut().filter_map(Option::as_deref_mut)
    }

    /// The node, unless it is with a worker.
    pub fn here(&self, id: usize) -> Option<&Node> {
        self.0.get(id)?.as_deref()
    }

    /// Takes a node out, for a worker.
    pub fn take(&mut self, id: NodeId) -> Option<Box<Node>> {
        self.0[id as usize].take()
    }

    /// Puts a node back that a worker has returned.
    pub fn put(&mut self, node: Box<Node>) {
        let id = node.id as usize;
        self.0[id] = Some(node);
    }
}

impl<'a> IntoIterator for &'a Nodes {
    type Item = &'a Node;
    type IntoIter = Box<dyn Iterator<Item = &'a Node> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl Index<usize> for Nodes {
    type Output = Node;

    fn index(&self, id: usize) -> &Node {
        self.0[id].as_deref().expect("a node is brought back before anything concerns it")
    }
}

impl IndexMut<usize> for Nodes {
    fn index_mut(&mut self, id: usize) -> &mut Node {
        self.0[id].as_deref_mut().expect("a node is brought back before anything concerns it")
    }
}
