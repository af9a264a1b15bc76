//! Simulation control: constants, from `regs/sim.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Ends this hart's program; the value written is its exit status.
pub const REG_EXIT: u64 = 0x0;
/// Writes the low byte to the console of this node.
pub const REG_PUTCHAR: u64 = 0x4;
/// The byte.
pub const PUTCHAR_BYTE_SHIFT: u64 = 0;
/// The byte.
pub const PUTCHAR_BYTE_MASK: u64 = 0xff;
/// This node's number, 0-based.
pub const REG_NODE: u64 = 0x8;
/// Number of nodes.
pub const REG_NODES: u64 = 0xc;
/// Low half of the platform's cycle counter.
pub const REG_CYCLE_LO: u64 = 0x10;
/// High half of the cycle counter as it was when CYCLE_LO was last read.
pub const REG_CYCLE_HI: u64 = 0x14;
/// Frequency of the clock that CYCLE_LO counts, in hertz.
pub const REG_CLOCK_HZ: u64 = 0x18;
/// Number of this node's program among those of the command line, which are separated by `:`.
pub const REG_APPNUM: u64 = 0x1c;
/// Nodes without a hart: bit 0 is node 0.
pub const REG_NO_HART: u64 = 0x20;

// Arrangement
/// Words of NO_HART, 32 nodes each.
pub const NO_HART_WORDS: u64 = 8;
