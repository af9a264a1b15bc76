//! Register constants, generated from `regs/*.toml`.

pub mod alpu;
pub mod fsl;
pub mod gascore;
pub mod mover;
pub mod mutex;
pub mod ni;
pub mod nic;
pub mod sim;
