//! Mover: constants, from `regs/mover.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Source address of the next transfer out, a multiple of 4.
pub const REG_OUT_ADDRESS: u64 = 0x0;
/// Starts a transfer out of this number of words, from memory to the link.
pub const REG_OUT_WORDS: u64 = 0x4;
/// Destination address of the next transfer in, a multiple of 4.
pub const REG_IN_ADDRESS: u64 = 0x8;
/// Starts a transfer in of this number of words, from the link to memory.
pub const REG_IN_WORDS: u64 = 0xc;
/// Transfers under way.
pub const REG_STATUS: u64 = 0x10;
/// 1 = a transfer out is under way.
pub const STATUS_OUT: u64 = 0x1;
/// 1 = a transfer in is under way.
pub const STATUS_IN: u64 = 0x2;

// Arrangement
/// Size of the mover's address range, in bytes.
pub const BLOCK_BYTES: u64 = 32;
