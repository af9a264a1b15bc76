//! Associative list processing unit: constants, from `regs/alpu.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// How the unit works.
pub const REG_CTRL: u64 = 0x0;
/// Headers, or requests to receive, are delivered to the unit.
pub const CTRL_ENABLE: u64 = 0x1;
/// Writing 1 empties cells, FIFOs and the held header and leaves insert mode; reads 0; the model only, for tests.
pub const CTRL_FORCE_RESET: u64 = 0x2;
/// The state of the unit.
pub const REG_STATUS: u64 = 0x4;
/// There is a result.
pub const STATUS_RESULT: u64 = 0x1;
/// The command FIFO has no place; commands on their way count.
pub const STATUS_COMMAND_FULL: u64 = 0x2;
/// The unit is in insert mode.
pub const STATUS_INSERT_MODE: u64 = 0x4;
/// A header has matched nothing in insert mode and waits.
pub const STATUS_HELD: u64 = 0x8;
/// Results in the FIFO.
pub const STATUS_RESULTS_SHIFT: u64 = 8;
/// Results in the FIFO.
pub const STATUS_RESULTS_MASK: u64 = 0xff00;
/// Valid entries.
pub const STATUS_ENTRIES_SHIFT: u64 = 16;
/// Valid entries.
pub const STATUS_ENTRIES_MASK: u64 = 0x3ff0000;
/// Puts a command without parameters into the command FIFO.
pub const REG_COMMAND: u64 = 0x8;
/// Match bits 31 to 0 of the next entry.
pub const REG_MATCH_LOW: u64 = 0x10;
/// Tag of the message.
pub const MATCH_TAG_SHIFT: u64 = 0;
/// Tag of the message.
pub const MATCH_TAG_MASK: u64 = 0xffff;
/// Source rank, enough for 32768 nodes.
pub const MATCH_SOURCE_SHIFT: u64 = 16;
/// Source rank, enough for 32768 nodes.
pub const MATCH_SOURCE_MASK: u64 = 0x7fff0000;
/// Lowest bit of the context.
pub const MATCH_CONTEXT_LOW: u64 = 0x80000000;
/// Match bits 41 to 32 of the next entry.
pub const REG_MATCH_HIGH: u64 = 0x14;
/// Higher bits of the context.
pub const MATCH_CONTEXT_HIGH_SHIFT: u64 = 0;
/// Higher bits of the context.
pub const MATCH_CONTEXT_HIGH_MASK: u64 = 0x3ff;
/// Mask bits 31 to 0 of the next entry; 1 = the match bit does not count.
pub const REG_MASK_LOW: u64 = 0x18;
/// Mask bits 41 to 32 of the next entry.
pub const REG_MASK_HIGH: u64 = 0x1c;
/// Puts the command INSERT with the match and mask bits written before into the command FIFO.
pub const REG_TAG: u64 = 0x20;
/// Takes the oldest result.
pub const REG_RESULT: u64 = 0x28;
/// What kind of result it is.
pub const RESULT_KIND_SHIFT: u64 = 30;
/// What kind of result it is.
pub const RESULT_KIND_MASK: u64 = 0xc0000000;
/// Tag of the entry, or number of free cells.
pub const RESULT_VALUE_SHIFT: u64 = 0;
/// Tag of the entry, or number of free cells.
pub const RESULT_VALUE_MASK: u64 = 0xfffff;
/// Match bits 31 to 0 of the next test header.
pub const REG_PROBE_LOW: u64 = 0x30;
/// Match bits 41 to 32 of the next test header.
pub const REG_PROBE_HIGH: u64 = 0x34;
/// Mask bits 31 to 0 of the next test header.
pub const REG_PROBE_MASK_LOW: u64 = 0x38;
/// Mask bits 41 to 32 of the next test header.
pub const REG_PROBE_MASK_HIGH: u64 = 0x3c;
/// Delivers a test header with the match and mask bits written before, as the network or the host does.
pub const REG_PROBE: u64 = 0x40;

// Commands
/// All entries become invalid.
pub const COMMAND_RESET: u64 = 1;
/// Enters insert mode; START_ACK answers when the unit is in it.
pub const COMMAND_START_INSERT: u64 = 2;
/// Leaves insert mode.
pub const COMMAND_STOP_INSERT: u64 = 4;

// Results
/// There is no result.
pub const RESULT_NONE: u64 = 0;
/// The unit is in insert mode; VALUE is the number of free cells.
pub const RESULT_START_ACK: u64 = 1;
/// An entry matched and is deleted; VALUE is its tag.
pub const RESULT_SUCCESS: u64 = 2;
/// No entry matched.
pub const RESULT_FAILURE: u64 = 3;

// Arrangement
/// Address space of a unit, in bytes.
pub const UNIT_BYTES: u64 = 4096;
