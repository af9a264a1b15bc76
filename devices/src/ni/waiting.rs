//! Reasons for which an access of the node's own hart waits.

use rankine_bus::Width;

/// The reason for which the hart's access is stalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalled {
    CommandBuffer { line: usize },
    CommandFifo,
    StoreFifo,
    Fence,
    RemoteLoad,
    Responses,
}

/// The hart's remote load. The machine repeats the stalled access until it has its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteLoad {
    Waiting {
        addr: u64,
        width: Width,
    },
    /// The value; none if nothing could be read there.
    Answered {
        addr: u64,
        width: Width,
        value: Option<u64>,
    },
}
