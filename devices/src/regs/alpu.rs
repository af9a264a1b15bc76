//! Associative list processing unit: constants, from `regs/alpu.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Control bits of the unit.
pub const REG_CTRL: u64 = 0x0;
/// 1 = the unit receives headers, or requests to receive.
pub const CTRL_ENABLE: u64 = 0x1;
/// Writing 1 deletes all entries, empties all FIFOs, drops the held header and leaves insert mode; reads 0; exists only in this model, for tests.
pub const CTRL_FORCE_RESET: u64 = 0x2;
/// State of the unit.
pub const REG_STATUS: u64 = 0x4;
/// 1 = the result FIFO holds at least one result.
pub const STATUS_RESULT: u64 = 0x1;
/// 1 = the command FIFO is full; commands that have not reached the unit yet count, too.
pub const STATUS_COMMAND_FULL: u64 = 0x2;
/// 1 = the unit is in insert mode.
pub const STATUS_INSERT_MODE: u64 = 0x4;
/// 1 = the unit holds a header that matched no entry in insert mode.
pub const STATUS_HELD: u64 = 0x8;
/// Number of results in the result FIFO.
pub const STATUS_RESULTS_SHIFT: u64 = 8;
/// Number of results in the result FIFO.
pub const STATUS_RESULTS_MASK: u64 = 0xff00;
/// Number of valid entries.
pub const STATUS_ENTRIES_SHIFT: u64 = 16;
/// Number of valid entries.
pub const STATUS_ENTRIES_MASK: u64 = 0x3ff0000;
/// Puts a command without parameters into the command FIFO.
pub const REG_COMMAND: u64 = 0x8;
/// Match bits 31 to 0 of the next entry.
pub const REG_MATCH_LOW: u64 = 0x10;
/// MPI tag of the message.
pub const MATCH_TAG_SHIFT: u64 = 0;
/// MPI tag of the message.
pub const MATCH_TAG_MASK: u64 = 0xffff;
/// Source rank of the message, 0 to 32767.
pub const MATCH_SOURCE_SHIFT: u64 = 16;
/// Source rank of the message, 0 to 32767.
pub const MATCH_SOURCE_MASK: u64 = 0x7fff0000;
/// Lowest bit of the context, which identifies the communicator.
pub const MATCH_CONTEXT_LOW: u64 = 0x80000000;
/// Match bits 41 to 32 of the next entry.
pub const REG_MATCH_HIGH: u64 = 0x14;
/// The other bits of the context.
pub const MATCH_CONTEXT_HIGH_SHIFT: u64 = 0;
/// The other bits of the context.
pub const MATCH_CONTEXT_HIGH_MASK: u64 = 0x3ff;
/// Mask bits 31 to 0 of the next entry; 1 = ignore this match bit.
pub const REG_MASK_LOW: u64 = 0x18;
/// Mask bits 41 to 32 of the next entry; 1 = ignore this match bit.
pub const REG_MASK_HIGH: u64 = 0x1c;
/// Puts the command INSERT into the command FIFO.
pub const REG_TAG: u64 = 0x20;
/// Removes the oldest result from the result FIFO and reads it.
pub const REG_RESULT: u64 = 0x28;
/// Kind of the result, see the table of results below.
pub const RESULT_KIND_SHIFT: u64 = 30;
/// Kind of the result, see the table of results below.
pub const RESULT_KIND_MASK: u64 = 0xc0000000;
/// SUCCESS: tag of the entry; START_ACK: number of free cells.
pub const RESULT_VALUE_SHIFT: u64 = 0;
/// SUCCESS: tag of the entry; START_ACK: number of free cells.
pub const RESULT_VALUE_MASK: u64 = 0xfffff;
/// Match bits 31 to 0 of the next test header.
pub const REG_PROBE_LOW: u64 = 0x30;
/// Match bits 41 to 32 of the next test header.
pub const REG_PROBE_HIGH: u64 = 0x34;
/// Mask bits 31 to 0 of the next test header; 1 = ignore this match bit.
pub const REG_PROBE_MASK_LOW: u64 = 0x38;
/// Mask bits 41 to 32 of the next test header; 1 = ignore this match bit.
pub const REG_PROBE_MASK_HIGH: u64 = 0x3c;
/// Delivers a test header to the unit, as the network or the host would.
pub const REG_PROBE: u64 = 0x40;

// Commands
/// Deletes all entries.
pub const COMMAND_RESET: u64 = 1;
/// Enters insert mode; the unit answers with START_ACK when it is in insert mode.
pub const COMMAND_START_INSERT: u64 = 2;
/// Leaves insert mode.
pub const COMMAND_STOP_INSERT: u64 = 4;

// Results
/// There is no result.
pub const RESULT_NONE: u64 = 0;
/// The unit is in insert mode; VALUE is the number of free cells.
pub const RESULT_START_ACK: u64 = 1;
/// An entry matched the header and was deleted; VALUE is the tag of the entry.
pub const RESULT_SUCCESS: u64 = 2;
/// No entry matched the header.
pub const RESULT_FAILURE: u64 = 3;

// Arrangement
/// Size of a unit's address range, in bytes.
pub const UNIT_BYTES: u64 = 4096;
