//! The state of a node that an access looks at ([`Looks`]), and the state that an event shows
//! ([`Shows`]). The rounds of a polling loop stay the same until an event shows something that the
//! loop looks at.

use crate::Packet;

/// An event at a device that is not an access.
#[derive(Clone, Copy, Debug)]
pub enum Happening<'a> {
    /// [`crate::Device::event`], with this token.
    Timer(u64),
    /// [`crate::Device::receive`].
    Received(&'a Packet),
    /// [`crate::Device::sent`], of this class.
    Sent(u8),
}

/// The state that a happening may change for pure accesses and for loads from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    Everything,
    /// The [place](Looks::At) of this number.
    Place(u64),
    /// These bytes of the node's memory are written. Bytes that are read count, too: a loop may
    /// change them for part of a round.
    Memory {
        addr: u64,
        bytes: u64,
    },
    Nothing,
}

/// The state that the answer to a pure access depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Possibly everything that happens at the node.
    Everywhere,
    /// One place. Only a happening that shows [this place](Shows::Place) or everything changes it.
    /// The device numbers its places.
    At(u64),
    /// Nothing that happens.
    Nowhere,
}
