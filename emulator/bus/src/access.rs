//! Accesses of a hart outside its private memory.

/// Size of an access in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    B1,
    B2,
    B4,
    B8,
}

impl Width {
    pub const fn bytes(self) -> u64 {
        match self {
            Width::B1 => 1,
            Width::B2 => 2,
            Width::B4 => 4,
            Width::B8 => 8,
        }
    }

    /// The bits of a value of this width.
    pub const fn mask(self) -> u64 {
        match self {
            Width::B8 => u64::MAX,
            narrower => (1 << (8 * narrower.bytes())) - 1,
        }
    }
}

/// The kind of an access. Values are zero-extended from the access's width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Load,
    Store(u64),
    /// An atomic read-modify-write, `lr` or `sc`. Devices offer none: the machine faults it.
    Atomic,
    /// `fence`: everything before it is seen before anything after it. Has no address.
    Fence,
}

/// One access of a hart to something that is not its private memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub addr: u64,
    pub width: Width,
    pub kind: Kind,
}

/// Why a device refused an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing answers at this address.
    Unmapped,
    /// The register exists but not for this width or alignment.
    Width,
    /// The register may not be read, or not be written.
    Direction,
    /// The device says in one sentence what is wrong.
    Refused(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Unmapped => f.write_str("nothing is mapped there"),
            Fault::Width => f.write_str("the register cannot be accessed with this width or alignment"),
            Fault::Direction => f.write_str("the register cannot be accessed in this direction"),
            Fault::Refused(why) => f.write_str(why),
        }
    }
}
