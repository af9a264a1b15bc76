//! Mover: constants, from `regs/mover.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Where the words of the next transfer out are, a multiple of 4.
pub const REG_OUT_ADDRESS: u64 = 0x0;
/// Starts a transfer of so many words from memory to the link; 0: none.
pub const REG_OUT_WORDS: u64 = 0x4;
/// Where the words of the next transfer in go, a multiple of 4.
pub const REG_IN_ADDRESS: u64 = 0x8;
/// Starts a transfer of so many words from the link to memory; 0: none.
pub const REG_IN_WORDS: u64 = 0xc;
/// Which transfers are under way.
pub const REG_STATUS: u64 = 0x10;
/// A transfer out is under way.
pub const STATUS_OUT: u64 = 0x1;
/// A transfer in is under way.
pub const STATUS_IN: u64 = 0x2;

// Arrangement
/// Bytes of address space.
pub const BLOCK_BYTES: u64 = 32;
