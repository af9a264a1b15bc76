//! Device models: the devices on a node's bus, and the networks between nodes.
//!
//! A device knows the interfaces of `rankine-bus`, and no hart. Its registers are described once,
//! in `regs/*.toml`.

pub mod address;
pub mod alpu;
mod counter;
mod fifo;
pub mod fsl;
pub mod gas;
pub mod generate;
mod limits;
mod mishaps;
pub mod mutex;
mod netif;
pub mod ni;
pub mod nic;
pub mod noc;
mod queue;
pub mod registers;
pub mod regs;
mod scratchpad;
pub mod sim;
pub mod tmd;

// For tools that translate programs of the sequencer.
pub use gas::pams; // Willenberg and Chow 2013
