//! The machine: nodes with their processors and devices, the network, and the global order of
//! everything that nodes share.
//!
//! [`Machine::run`] runs a machine to its [`End`]. The machine knows no platform, no device model
//! and no particular observer: devices and networks implement traits of `rankine-bus`, observers
//! implement [`Observer`].
//!
//! | directory | what happens there |
//! |---|---|
//! | `order` | the queue of events, and the loop that performs them by (time, component, sequence) |
//! | `node` | nodes and processors: their data |
//! | `stretch` | a processor runs on its private memory, on this host thread or another one |
//! | `shared` | an access reaches a device, a packet is sent and delivered, a miss waits for the memory port |
//! | `polling` | a polling loop is found, and its rounds are skipped |
//! | `steady` | periods of the traffic of a long message are found and skipped |
//! | `calls` | a program calls the host, or ends |
//! | `watch` | the interface for observers, and the engines that are observed |

mod calls;
mod machine;
mod node;
mod order;
mod polling;
mod shared;
mod steady;
mod stretch;
mod watch;

pub use machine::{Machine, Mistake, Pace, Parts};
pub use node::{GroupKey, Node, Nodes, Processor, ProcessorId, ProcessorParts, State, ToHost};
pub use order::{End, Limits, Look, Options, Stop};
pub use stretch::Points;
pub use watch::{
    Completed, Engine, Moment, Observer, Observers, SkippedRounds, Wait, Wants, Watching, cached_engine,
    pipeline_engine,
};
