//! A packet that a TMD-MPE takes from the network.

use crate::netif::tier1::Header;

#[derive(Clone, Copy)]
pub struct Incoming {
    pub header: Header,
    /// Words that are still to come.
    pub left: u32,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An envelope or a clear-to-send.
    Short,
    Data,
    /// Words of a parent or a child in a collective.
    Piece,
    /// A token between a parent and a child in a collective.
    Token,
    Unexpected,
}
