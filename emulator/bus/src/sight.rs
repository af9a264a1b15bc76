//! What a processor that only looks can see of what happens at its node. The rounds of a polling loop stay alike until an event shows
//! something that the loop looks at.

use crate::Packet;

/// What comes to a device without an access.
#[derive(Clone, Copy, Debug)]
pub enum Happening<'a> {
    /// [`crate::Device::event`], with this token.
    Timer(u64),
    /// [`crate::Device::receive`].
    Received(&'a Packet),
    /// [`crate::Device::sent`], of this class.
    Sent(u8),
}

/// What may be seen of a happening by accesses that change nothing, and by loads from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    Everything,
    /// Accesses that look at this [place](Looks::At).
    Place(u64),
    /// These bytes of the node's memory are written. Or they are read: a loop may have changed them for part of a round.
    Memory {
        addr: u64,
        bytes: u64,
    },
    Nothing,
}

/// What the answer to an access that changes nothing depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Perhaps on everything that happens at the node.
    Everywhere,
    /// On one place, which only a happening that shows [it](Shows::Place), or everything, changes. The device numbers them.
    At(u64),
    /// On nothing that happens.
    Nowhere,
}
