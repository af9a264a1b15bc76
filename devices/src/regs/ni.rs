//! Network interface: constants, from `regs/ni.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Control and diagnostic registers
/// This node's number, 0-based.
pub const REG_NODE: u64 = 0x0;
/// Number of nodes on the network.
pub const REG_NODES: u64 = 0x4;
/// Sticky errors.
pub const REG_ERR: u64 = 0x8;
/// A command was dropped: unknown opcode, bad size, or an address that is not scratchpad or reachable memory.
pub const ERR_BAD_DESC: u64 = 0x1;
/// An add took a counter past 0 without hitting it, so it did not trigger.
pub const ERR_CNT_OVERSHOOT: u64 = 0x2;
/// A tag write was refused because it would have taken a set's last cache way (Katsamani 2010 §3.1.1).
pub const ERR_TAG_LASTWAY: u64 = 0x4;
/// A tag write was refused: a type this platform does not have, reserved bits set, or a line of another node.
pub const ERR_BAD_TAG: u64 = 0x8;
/// A message or a reader was refused because its size is not the queue's, or the queue's configuration is unusable.
pub const ERR_QUEUE_SIZE: u64 = 0x10;
/// A message or a reader was refused because the queue was full; the queue's DROPPED word counts them.
pub const ERR_QUEUE_DROP: u64 = 0x20;
/// Data, a remote store, an add, a notification or a reader was dropped at this node: its address cannot take it.
pub const ERR_BAD_STORE: u64 = 0x40;
/// An acknowledgement or notification was lost because `ni.response_fifo` of them were waiting.
pub const ERR_OVERRUN: u64 = 0x80;
/// Remote stores of this hart that have not left the node yet.
pub const REG_STORES_PENDING: u64 = 0xc;
/// Bytes of a scratchpad line.
pub const REG_LINE_BYTES: u64 = 0x10;
/// Number of scratchpad lines.
pub const REG_LINES: u64 = 0x14;
/// Largest payload of one packet.
pub const REG_PACKET_BYTES: u64 = 0x18;

// Tag word
/// Tag of line 0; line i follows at 4 * i.
pub const TAGWORD_FIRST: u64 = 0x0;
/// Type of the line, NI_TAG_….
pub const TAG_TYPE_SHIFT: u64 = 0;
/// Type of the line, NI_TAG_….
pub const TAG_TYPE_MASK: u64 = 0xf;

// Line types
/// Ordinary cache line; only where the scratchpad is carved out of a cache.
pub const TAG_CACHE: u64 = 0;
/// Plain scratchpad: loads and stores of any width, local or remote.
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
/// Opcode and size; reads 0 when the buffer is idle.
pub const CMD_HEAD: usize = 0;
/// Size in bytes, at least 1; a message or an item to dequeue: word_bytes * number of words (1 to 5).
pub const CMD_SIZE_SHIFT: u64 = 0;
/// Size in bytes, at least 1; a message or an item to dequeue: word_bytes * number of words (1 to 5).
pub const CMD_SIZE_MASK: u64 = 0xffffff;
/// NI_OP_….
pub const CMD_OPCODE_SHIFT: u64 = 24;
/// NI_OP_….
pub const CMD_OPCODE_MASK: u64 = 0xff000000;
/// RDMA: source address.
pub const CMD_SRC: usize = 1;
/// RDMA: destination address; that of a queue line appends to the queue.
pub const CMD_DST: usize = 2;
/// RDMA: address of the counter that each written packet's length is added to, or 0.
pub const CMD_ACK: usize = 3;
/// MESSAGE: destination address; that of a queue line appends to the queue.
pub const CMD_MSG_DST: usize = 1;
/// MESSAGE: address of the counter to which the size is added, or 0.
pub const CMD_MSG_ACK: usize = 2;
/// MESSAGE: first of up to five payload words.
pub const CMD_MSG_DATA: usize = 3;
/// DEQUEUE: address of the multi-reader queue's line.
pub const CMD_DEQ_QUEUE: usize = 1;
/// DEQUEUE: response address, to which the item is written; that of a queue line appends to the queue.
pub const CMD_DEQ_DST: usize = 2;
/// DEQUEUE: address of the counter to which the size is added when the item has been written, or 0.
pub const CMD_DEQ_ACK: usize = 3;

// Opcodes
/// Copy from source to destination.
pub const OP_RDMA_WRITE: u64 = 1;
/// Copy from source to destination.
pub const OP_RDMA_READ: u64 = 2;
/// Write up to five words of the command buffer itself to the destination.
pub const OP_MESSAGE: u64 = 3;
/// Have the oldest item of a multi-reader queue written to the response address, now or when there is one.
pub const OP_DEQUEUE: u64 = 4;

// Counter
/// The value, sign-extended from 24 bits when read.
pub const COUNTER_VALUE: usize = 0;
/// A store of v, local or remote, adds the low 24 bits of v, sign-extended, and may trigger.
pub const COUNTER_ADD: usize = 1;
/// First of four notification addresses (words 4 to 7), local or global; 0 is unused.
pub const COUNTER_NOTIFY: usize = 4;

// Single-reader queue
/// Items ever appended, free running.
pub const QUEUE_TAIL: usize = 0;
/// Items ever consumed, free running; written by software.
pub const QUEUE_HEAD: usize = 1;
/// Shape of the body.
pub const QUEUE_CONFIG: usize = 2;
/// Base-2 logarithm of the number of slots.
pub const QUEUE_LOG2_SLOTS_SHIFT: u64 = 0;
/// Base-2 logarithm of the number of slots.
pub const QUEUE_LOG2_SLOTS_MASK: u64 = 0x1f;
/// Words of a slot; with 0 nothing fits.
pub const QUEUE_SLOT_WORDS_SHIFT: u64 = 8;
/// Words of a slot; with 0 nothing fits.
pub const QUEUE_SLOT_WORDS_MASK: u64 = 0xff00;
/// Address of slot 0, in this node's own scratchpad or reachable memory.
pub const QUEUE_BODY: usize = 3;
/// Items dropped because the queue was full or they did not fit; software may store to it.
pub const QUEUE_DROPPED: usize = 4;

// Multi-reader queue
/// Items ever taken, free running.
pub const MRQUEUE_TAIL: usize = 0;
/// Readers ever taken, free running.
pub const MRQUEUE_HEAD: usize = 1;
/// Shape of the body.
pub const MRQUEUE_CONFIG: usize = 2;
/// Base-2 logarithm of the number of slots.
pub const MRQUEUE_LOG2_SLOTS_SHIFT: u64 = 0;
/// Base-2 logarithm of the number of slots.
pub const MRQUEUE_LOG2_SLOTS_MASK: u64 = 0x1f;
/// Words of an item, 1 to 5; with others nothing is taken.
pub const MRQUEUE_ITEM_WORDS_SHIFT: u64 = 8;
/// Words of an item, 1 to 5; with others nothing is taken.
pub const MRQUEUE_ITEM_WORDS_MASK: u64 = 0xf00;
/// Address of slot 0, in this node's own scratchpad or reachable memory.
pub const MRQUEUE_BODY: usize = 3;
/// Items dropped and readers refused: queue full, or another size than the item's; software may store to it.
pub const MRQUEUE_DROPPED: usize = 4;

// Packet header words
/// Kind and length.
pub const PKT_HEAD: usize = 0;
/// NI_KIND_….
pub const PKT_KIND_SHIFT: u64 = 0;
/// NI_KIND_….
pub const PKT_KIND_MASK: u64 = 0xf;
/// DATA: the transfer consists of this packet alone, so a queue may take it.
pub const PKT_SINGLE: u64 = 0x10;
/// LOAD_RSP: nothing could be read there.
pub const PKT_FAILED: u64 = 0x20;
/// DATA: the last packet of a transfer whose size or addresses are not whole words.
pub const PKT_PARTIAL: u64 = 0x40;
/// DATA, STORE, LOAD_RSP: bytes of payload; LOAD_REQ, DEQ_REQ: bytes wanted; READ_REQ: bytes of the transfer.
pub const PKT_LENGTH_SHIFT: u64 = 8;
/// DATA, STORE, LOAD_RSP: bytes of payload; LOAD_REQ, DEQ_REQ: bytes wanted; READ_REQ: bytes of the transfer.
pub const PKT_LENGTH_MASK: u64 = 0xffffff00;
/// Global address at the destination node: what is written, added to, read or dequeued from.
pub const PKT_ADDRESS: usize = 1;
/// DATA: global address of the counter to add to, or 0.
pub const PKT_ACK: usize = 2;

// Packet kinds
/// Up to PACKET_BYTES of an RDMA or a message.
pub const KIND_DATA: u64 = 1;
/// A remote store or a notification, 1 to 8 bytes.
pub const KIND_STORE: u64 = 2;
/// Acknowledgement: add to a counter.
pub const KIND_ADD: u64 = 3;
/// Asks the owner of the source for a copy; payload: destination and acknowledge address, 8 bytes each.
pub const KIND_READ_REQ: u64 = 4;
/// A READ_REQ's last packet has left, or a DEQ_REQ's reader waits or its item has left; frees one of the issuer's `ni.read_requests`.
pub const KIND_READ_DONE: u64 = 5;
/// A hart's remote load.
pub const KIND_LOAD_REQ: u64 = 6;
/// Its answer.
pub const KIND_LOAD_RSP: u64 = 7;
/// Asks the owner of a multi-reader queue for an item; payload: response and acknowledge address, 8 bytes each.
pub const KIND_DEQ_REQ: u64 = 8;
