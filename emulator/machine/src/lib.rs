//! The machine: nodes with their processors and devices, the network, and the global order of what they share.
//!
//! [`Machine::run`] runs a machine to its [`End`]. It knows no platform, no device model and nobody who watches: devices and
//! networks come as traits of `rankine-bus`, whoever watches a run implements [`Observer`].
//!
//! | directory | what happens there |
//! |---|---|
//! | `order` | the queue of events, and the loop that performs them by (time, component, sequence) |
//! | `node` | nodes and processors: what they are made of |
//! | `stretch` | a processor runs on its private memory, on this host thread or another one |
//! | `shared` | an access reaches a device, a packet is sent and delivered, memory with one port is asked |
//! | `polling` | a polling loop is found, and its rounds are skipped |
//! | `calls` | a program calls the host, or ends |
//! | `watch` | the seam for observers, and the engines that are observed |

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
