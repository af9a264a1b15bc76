//! Words that an open TMD-MPE with collectives lets pass.

/// Words that are left of packets under way.
#[derive(Default)]
pub struct Passing {
    /// From the hart to the network.
    pub out: u32,
    /// From the hart to this TMD-MPE.
    pub own: u32,
    /// From the network to the hart.
    pub into: u32,
}
