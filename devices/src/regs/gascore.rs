//! GAScore: constants, from `regs/gascore.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers
/// Number of this node.
pub const REG_NODE: u64 = 0x80;
/// Number of nodes.
pub const REG_NODES: u64 = 0x84;
/// Number of tokens in use.
pub const REG_TOKENS_USED: u64 = 0x88;
/// Number of tokens that the GAScore has.
pub const REG_TOKENS: u64 = 0x8c;
/// Number of messages dropped because their type is unknown.
pub const REG_BAD_TYPE: u64 = 0xa0;
/// Number of messages dropped because they have too many arguments or a payload that is too long.
pub const REG_BAD_LENGTH: u64 = 0xa4;
/// Number of messages dropped because one of their addresses is not a multiple of 4.
pub const REG_BAD_ALIGNMENT: u64 = 0xa8;
/// Number of messages dropped because their destination node does not exist.
pub const REG_BAD_NODE: u64 = 0xac;
/// Number of replies dropped because their token is not in use.
pub const REG_BAD_REPLY: u64 = 0xb0;
/// Number of returned tokens that were not in use.
pub const REG_BAD_TOKEN: u64 = 0xb4;
/// Number of messages dropped because their payload's source or destination is not memory.
pub const REG_BAD_MEMORY: u64 = 0xb8;
/// Source node of the message that has token 0.
pub const REG_SOURCE: u64 = 0x1000;

// Values
/// The token is not in use or does not exist.
pub const SOURCE_NONE: u64 = 4294967295;

// Types of messages
/// A message without payload.
pub const TYPE_SHORT: u64 = 16777216;
/// A message whose payload goes to the handler, over FSL 1.
pub const TYPE_MEDIUM: u64 = 33554432;
/// A message whose payload goes to the receiver's memory.
pub const TYPE_LONG: u64 = 67108864;
/// The payload follows the arguments on FSL 3, so the request has no source address.
pub const TYPE_FIFO: u64 = 268435456;
/// The request gets no completion word.
pub const TYPE_ASYNC: u64 = 536870912;
/// The message is a reply: the second word of the request is a token.
pub const TYPE_REPLY: u64 = 1073741824;
/// Lowest bit of the field with the number of arguments.
pub const TYPE_ARGUMENTS_SHIFT: u64 = 16;
