//! Simulation control: constants, from `regs/sim.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Exit status.
pub const REG_EXIT: u64 = 0x0;
/// Writes the low byte to the console of this node.
pub const REG_PUTCHAR: u64 = 0x4;
/// The byte.
pub const PUTCHAR_BYTE_SHIFT: u64 = 0;
/// The byte.
pub const PUTCHAR_BYTE_MASK: u64 = 0xff;
/// Number of this node, counted from 0.
pub const REG_NODE: u64 = 0x8;
/// Number of nodes.
pub const REG_NODES: u64 = 0xc;
/// Low half of the platform's cycle counter.
pub const REG_CYCLE_LO: u64 = 0x10;
/// High half of the cycle counter at the last read of CYCLE_LO.
pub const REG_CYCLE_HI: u64 = 0x14;
/// Frequency of the clock that CYCLE_LO counts, in hertz.
pub const REG_CLOCK_HZ: u64 = 0x18;
/// Number of this node's program in the command line, where `:` separates programs, counted from 0.
pub const REG_APPNUM: u64 = 0x1c;
/// Bit mask of the nodes without a hart; bit 0 is node 0.
pub const REG_NO_HART: u64 = 0x20;

// Arrangement
/// Number of words of NO_HART; each has the bits of 32 nodes.
pub const NO_HART_WORDS: u64 = 8;
