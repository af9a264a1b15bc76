//! Network interface: constants, from `regs/ni.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Control and diagnostic registers
/// Number of this node, counted from 0.
pub const REG_NODE: u64 = 0x0;
/// Number of nodes on the network.
pub const REG_NODES: u64 = 0x4;
/// Error flags.
pub const REG_ERR: u64 = 0x8;
/// A command was dropped: its opcode is unknown, its size is wrong, or one of its addresses is neither in scratchpad nor in reachable memory.
pub const ERR_BAD_DESC: u64 = 0x1;
/// An ADD moved a counter past 0, so the counter did not trigger.
pub const ERR_CNT_OVERSHOOT: u64 = 0x2;
/// A store to a tag was refused because it would have taken the last cache way of a set (Katsamani 2010 §3.1.1).
pub const ERR_TAG_LASTWAY: u64 = 0x4;
/// A store to a tag was refused: the type does not exist on this platform, reserved bits are set, or the line belongs to another node.
pub const ERR_BAD_TAG: u64 = 0x8;
/// A queue refused a message or a reader: its size does not fit the queue, or the queue's CONFIG is unusable.
pub const ERR_QUEUE_SIZE: u64 = 0x10;
/// A queue refused a message or a reader because it was full; the queue's word DROPPED counts them.
pub const ERR_QUEUE_DROP: u64 = 0x20;
/// This node dropped data, a remote store, an ADD, a notification or a reader, because nothing at its address can take it.
pub const ERR_BAD_STORE: u64 = 0x40;
/// An acknowledgement or a notification was lost because `ni.response_fifo` of them were already waiting to leave.
pub const ERR_OVERRUN: u64 = 0x80;
/// Number of this hart's remote stores that have not left the node yet.
pub const REG_STORES_PENDING: u64 = 0xc;
/// Size of a scratchpad line in bytes.
pub const REG_LINE_BYTES: u64 = 0x10;
/// Number of scratchpad lines.
pub const REG_LINES: u64 = 0x14;
/// Largest payload of a packet in bytes.
pub const REG_PACKET_BYTES: u64 = 0x18;

// Tag word
/// Tag of line 0.
pub const TAGWORD_FIRST: u64 = 0x0;
/// Type of the line, one of NI_TAG_….
pub const TAG_TYPE_SHIFT: u64 = 0;
/// Type of the line, one of NI_TAG_….
pub const TAG_TYPE_MASK: u64 = 0xf;

// Line types
/// Ordinary cache line; exists only if the scratchpad is a part of a cache (`ni.cache_ways`).
pub const TAG_CACHE: u64 = 0;
/// Plain scratchpad, for loads and stores of any width, local or remote.
pub const TAG_SCRATCHPAD: u64 = 1;
/// Counter with notifications.
pub const TAG_COUNTER: u64 = 2;
/// Command buffer.
pub const TAG_COMMAND: u64 = 3;
/// Single-reader queue.
pub const TAG_QUEUE: u64 = 4;
/// Multi-reader queue.
pub const TAG_MRQUEUE: u64 = 5;

// Command buffer
/// Opcode and size of the command.
pub const CMD_HEAD: usize = 0;
/// Size in bytes, at least 1; for MESSAGE and DEQUEUE: number of words (1 to 5) * word_bytes.
pub const CMD_SIZE_SHIFT: u64 = 0;
/// Size in bytes, at least 1; for MESSAGE and DEQUEUE: number of words (1 to 5) * word_bytes.
pub const CMD_SIZE_MASK: u64 = 0xffffff;
/// Opcode, one of NI_OP_….
pub const CMD_OPCODE_SHIFT: u64 = 24;
/// Opcode, one of NI_OP_….
pub const CMD_OPCODE_MASK: u64 = 0xff000000;
/// RDMA: source address.
pub const CMD_SRC: usize = 1;
/// RDMA: destination address.
pub const CMD_DST: usize = 2;
/// RDMA: address of a counter, or 0.
pub const CMD_ACK: usize = 3;
/// MESSAGE: destination address.
pub const CMD_MSG_DST: usize = 1;
/// MESSAGE: address of a counter, or 0.
pub const CMD_MSG_ACK: usize = 2;
/// MESSAGE: first payload word.
pub const CMD_MSG_DATA: usize = 3;
/// DEQUEUE: address of the line of a multi-reader queue.
pub const CMD_DEQ_QUEUE: usize = 1;
/// DEQUEUE: response address, to which the item is written.
pub const CMD_DEQ_DST: usize = 2;
/// DEQUEUE: address of a counter, or 0.
pub const CMD_DEQ_ACK: usize = 3;

// Opcodes
/// Copy SIZE bytes from the source to the destination.
pub const OP_RDMA_WRITE: u64 = 1;
/// The same as RDMA_WRITE.
pub const OP_RDMA_READ: u64 = 2;
/// Write up to five words, which are in the command buffer itself, to the destination.
pub const OP_MESSAGE: u64 = 3;
/// Request the oldest item of a multi-reader queue; it is written to the response address as soon as there is one.
pub const OP_DEQUEUE: u64 = 4;

// Counter
/// The counter's value, sign-extended from 24 bits when read.
pub const COUNTER_VALUE: usize = 0;
/// Increment.
pub const COUNTER_ADD: usize = 1;
/// First of four notification addresses, in words 4 to 7.
pub const COUNTER_NOTIFY: usize = 4;

// Single-reader queue
/// Number of items appended so far; it wraps around at the width of the word.
pub const QUEUE_TAIL: usize = 0;
/// Number of items that software has consumed so far; it wraps around at the width of the word.
pub const QUEUE_HEAD: usize = 1;
/// Number and size of the slots.
pub const QUEUE_CONFIG: usize = 2;
/// Base-2 logarithm of the number of slots.
pub const QUEUE_LOG2_SLOTS_SHIFT: u64 = 0;
/// Base-2 logarithm of the number of slots.
pub const QUEUE_LOG2_SLOTS_MASK: u64 = 0x1f;
/// Size of a slot in words; with 0 the queue takes no item.
pub const QUEUE_SLOT_WORDS_SHIFT: u64 = 8;
/// Size of a slot in words; with 0 the queue takes no item.
pub const QUEUE_SLOT_WORDS_MASK: u64 = 0xff00;
/// Address of slot 0.
pub const QUEUE_BODY: usize = 3;
/// Number of items dropped because the queue was full or the item did not fit a slot.
pub const QUEUE_DROPPED: usize = 4;

// Multi-reader queue
/// Number of items taken so far; it wraps around at the width of the word.
pub const MRQUEUE_TAIL: usize = 0;
/// Number of readers taken so far; it wraps around at the width of the word.
pub const MRQUEUE_HEAD: usize = 1;
/// Number of slots and size of an item.
pub const MRQUEUE_CONFIG: usize = 2;
/// Base-2 logarithm of the number of slots.
pub const MRQUEUE_LOG2_SLOTS_SHIFT: u64 = 0;
/// Base-2 logarithm of the number of slots.
pub const MRQUEUE_LOG2_SLOTS_MASK: u64 = 0x1f;
/// Size of an item in words, 1 to 5; with another value the queue takes neither items nor readers.
pub const MRQUEUE_ITEM_WORDS_SHIFT: u64 = 8;
/// Size of an item in words, 1 to 5; with another value the queue takes neither items nor readers.
pub const MRQUEUE_ITEM_WORDS_MASK: u64 = 0xf00;
/// Address of slot 0.
pub const MRQUEUE_BODY: usize = 3;
/// Number of items dropped and readers refused, because the queue was full or their size was not the size of an item.
pub const MRQUEUE_DROPPED: usize = 4;

// Packet header words
/// Kind and length of the packet.
pub const PKT_HEAD: usize = 0;
/// Kind, one of NI_KIND_….
pub const PKT_KIND_SHIFT: u64 = 0;
/// Kind, one of NI_KIND_….
pub const PKT_KIND_MASK: u64 = 0xf;
/// DATA: the transfer has only this packet, so a queue may take it.
pub const PKT_SINGLE: u64 = 0x10;
/// LOAD_RSP: the load failed, because nothing can be read at its address.
pub const PKT_FAILED: u64 = 0x20;
/// DATA: last packet of a transfer whose size or addresses are not multiples of a word.
pub const PKT_PARTIAL: u64 = 0x40;
/// DATA, STORE, LOAD_RSP: bytes of payload; LOAD_REQ, DEQ_REQ: bytes requested; READ_REQ: bytes of the transfer.
pub const PKT_LENGTH_SHIFT: u64 = 8;
/// DATA, STORE, LOAD_RSP: bytes of payload; LOAD_REQ, DEQ_REQ: bytes requested; READ_REQ: bytes of the transfer.
pub const PKT_LENGTH_MASK: u64 = 0xffffff00;
/// Global address at the destination node.
pub const PKT_ADDRESS: usize = 1;
/// DATA: global address of the counter that is acknowledged, or 0; ADD: the increment.
pub const PKT_ACK: usize = 2;

// Packet kinds
/// A part of an RDMA, a message or a dequeued item, up to PACKET_BYTES.
pub const KIND_DATA: u64 = 1;
/// A remote store or a notification, 1 to 8 bytes.
pub const KIND_STORE: u64 = 2;
/// Acknowledgement: adds to a counter.
pub const KIND_ADD: u64 = 3;
/// Request for a copy, sent to the node that owns the source; payload: destination address and acknowledge address, 8 bytes each.
pub const KIND_READ_REQ: u64 = 4;
/// End of a READ_REQ or DEQ_REQ: its last packet has left, or its reader waits in the queue; the issuer may open another of its `ni.read_requests`.
pub const KIND_READ_DONE: u64 = 5;
/// Remote load of a hart.
pub const KIND_LOAD_REQ: u64 = 6;
/// Answer to a LOAD_REQ.
pub const KIND_LOAD_RSP: u64 = 7;
/// Request for an item, sent to the node that owns the multi-reader queue; payload: response address and acknowledge address, 8 bytes each.
pub const KIND_DEQ_REQ: u64 = 8;
