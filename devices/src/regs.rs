//! Register constants, generated from `regs/*.toml`.

pub mod ni;
pub mod sim;
