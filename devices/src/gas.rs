//! The machine of GAScore and PAMS (Willenberg and Chow 2013): each node has a computing element
//! and a GAScore, which carries out active messages and remote writes.
//!
//! ```text
//! hart --- FSL 1 to 4 --- GAScore -- NetIf ==== wires of the FPGA ==== NetIf -- link ~~~ ring ~~~ link -- NetIf ...
//!   \------ memory ----------/
//! PAMS --- FSL 1 to 4 --- GAScore -- NetIf ==/
//!   block RAM --------------/
//! ```

pub mod format;
pub mod gascore;
pub mod links;
mod mishaps;
pub mod node;
pub mod pams;
pub mod pams_node;
mod params;
pub mod ring;
mod scheduled;
mod tokens;

pub use params::GasCoreParams;
