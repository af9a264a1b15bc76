//! What an access of the node's own hart waits for.

use rankine_bus::Width;

/// What the hart's stalled access waits for.
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
    /// The value, or none when nothing could be read there.
    Answered {
        addr: u64,
        width: Width,
        value: Option<u64>,
    },
}
