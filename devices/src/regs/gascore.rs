//! GAScore: constants, from `regs/gascore.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Number of this node.
pub const REG_NODE: u64 = 0x80;
/// How many nodes there are.
pub const REG_NODES: u64 = 0x84;
/// How many tokens are in use: handler calls that have been put, or will be, and whose token has not come back.
pub const REG_TOKENS_USED: u64 = 0x88;
/// How many tokens there are.
pub const REG_TOKENS: u64 = 0x8c;
/// Messages of an unknown type.
pub const REG_BAD_TYPE: u64 = 0xa0;
/// Messages with more arguments or a longer payload than the limits allow.
pub const REG_BAD_LENGTH: u64 = 0xa4;
/// Messages with an address that is not a multiple of 4.
pub const REG_BAD_ALIGNMENT: u64 = 0xa8;
/// Messages to a node that is not there.
pub const REG_BAD_NODE: u64 = 0xac;
/// Replies whose token is free.
pub const REG_BAD_REPLY: u64 = 0xb0;
/// Tokens that were returned although they are free.
pub const REG_BAD_TOKEN: u64 = 0xb4;
/// Messages whose payload comes from, or goes to, addresses that are not memory.
pub const REG_BAD_MEMORY: u64 = 0xb8;
/// Node that the message of token 0 came from.
pub const REG_SOURCE: u64 = 0x1000;

// Values
/// The token is free, or is none.
pub const SOURCE_NONE: u64 = 4294967295;

// Types of messages
/// A message without payload.
pub const TYPE_SHORT: u64 = 16777216;
/// The payload goes to the handler, on FSL 1.
pub const TYPE_MEDIUM: u64 = 33554432;
/// The payload goes to the receiver's memory.
pub const TYPE_LONG: u64 = 67108864;
/// The payload follows the arguments on FSL 3; the request has no source address.
pub const TYPE_FIFO: u64 = 268435456;
/// There is no completion word.
pub const TYPE_ASYNC: u64 = 536870912;
/// The second word of the request is a token.
pub const TYPE_REPLY: u64 = 1073741824;
/// Where the number of arguments begins.
pub const TYPE_ARGUMENTS_SHIFT: u64 = 16;
