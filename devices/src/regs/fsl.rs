//! Fast Simplex Links: constants, from `regs/fsl.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers of a link
/// Takes the oldest word, which should have control = 0.
pub const REG_GET: u64 = 0x0;
/// Takes the oldest word, which should have control = 1.
pub const REG_CGET: u64 = 0x4;
/// Takes the oldest word, which should have control = 0, and clears FLAGS.CARRY.
pub const REG_NGET: u64 = 0x8;
/// State of the FIFO from which this hart gets.
pub const REG_STATUS: u64 = 0xc;
/// 1 = the FIFO holds at least one word.
pub const STATUS_EXISTS: u64 = 0x1;
/// Control bit of the oldest word; 0 if the FIFO is empty.
pub const STATUS_CONTROL: u64 = 0x2;
/// Number of words in the FIFO.
pub const STATUS_FILL_SHIFT: u64 = 8;
/// Number of words in the FIFO.
pub const STATUS_FILL_MASK: u64 = 0x1f00;
/// Puts a word with control = 0.
pub const REG_PUT: u64 = 0x10;
/// Puts a word with control = 1.
pub const REG_CPUT: u64 = 0x14;
/// Flags of the hart, shared by all of its links.
pub const REG_FLAGS: u64 = 0x18;
/// 1 = the last non-blocking access found no word, or no place.
pub const FLAGS_CARRY: u64 = 0x1;
/// 1 = a word was taken whose control bit was not the expected one; stays 1 until software clears it.
pub const FLAGS_MISMATCH: u64 = 0x2;
/// Puts a word with control = 0 and clears FLAGS.CARRY.
pub const REG_NPUT: u64 = 0x1c;

// Arrangement
/// Distance from the registers of one link to those of the next, in bytes.
pub const LINK_BYTES: u64 = 32;
