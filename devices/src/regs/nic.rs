//! Network interface with a processor: constants, from `regs/nic.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers of the host
/// What the host may do.
pub const HOST_STATUS: u64 = 0x0;
/// Completions that have arrived.
pub const HOST_STATUS_COMPLETIONS_SHIFT: u64 = 0;
/// Completions that have arrived.
pub const HOST_STATUS_COMPLETIONS_MASK: u64 = 0xffff;
/// Requests that can be submitted now.
pub const HOST_STATUS_PLACES_SHIFT: u64 = 16;
/// Requests that can be submitted now.
pub const HOST_STATUS_PLACES_MASK: u64 = 0xffff0000;
/// What the NIC processor has put into EPOCH, after `interface.host_delay_ns`.
pub const HOST_STATUS_EPOCH_SHIFT: u64 = 32;
/// What the NIC processor has put into EPOCH, after `interface.host_delay_ns`.
pub const HOST_STATUS_EPOCH_MASK: u64 = 0xffffffff00000000;
/// Of the oldest completion: the cookie of the request; 0: there is none.
pub const HOST_COMPLETION_COOKIE: u64 = 0x8;
/// Of the oldest completion.
pub const HOST_COMPLETION_ENVELOPE: u64 = 0x10;
/// Length of the message.
pub const ENVELOPE_BYTES_SHIFT: u64 = 0;
/// Length of the message.
pub const ENVELOPE_BYTES_MASK: u64 = 0xffffffff;
/// MPI tag of the message.
pub const ENVELOPE_TAG_SHIFT: u64 = 32;
/// MPI tag of the message.
pub const ENVELOPE_TAG_MASK: u64 = 0xffff00000000;
/// Source rank of the message.
pub const ENVELOPE_SOURCE_SHIFT: u64 = 48;
/// Source rank of the message.
pub const ENVELOPE_SOURCE_MASK: u64 = 0x7fff000000000000;
/// A probe: there is such a message; a cancellation: the receive was cancelled.
pub const ENVELOPE_FLAG: u64 = 0x8000000000000000;
/// Of the oldest completion.
pub const HOST_COMPLETION_DETAIL: u64 = 0x18;
/// A probe that takes the message: what the NIC processor knows it by.
pub const DETAIL_HANDLE_SHIFT: u64 = 0;
/// A probe that takes the message: what the NIC processor knows it by.
pub const DETAIL_HANDLE_MASK: u64 = 0xffffffff;
/// A probe that finds nothing: the count of unexpected messages, as it will be in HOST_STATUS.
pub const DETAIL_EPOCH_SHIFT: u64 = 32;
/// A probe that finds nothing: the count of unexpected messages, as it will be in HOST_STATUS.
pub const DETAIL_EPOCH_MASK: u64 = 0xffffffff00000000;
/// Any value: the oldest completion is done with.
pub const HOST_COMPLETION_POP: u64 = 0x20;
/// Of the request that is being written: match bits as the units have them, and what it is.
pub const HOST_REQUEST_MATCH: u64 = 0x40;
/// Match bits.
pub const REQUEST_MATCH_SHIFT: u64 = 0;
/// Match bits.
pub const REQUEST_MATCH_MASK: u64 = 0x3ffffffffff;
/// REQUEST_KIND of the table below.
pub const REQUEST_KIND_SHIFT: u64 = 48;
/// REQUEST_KIND of the table below.
pub const REQUEST_KIND_MASK: u64 = 0xff000000000000;
/// Mask of the match bits, 1 = any, and in bits 63:48 the other node of a send.
pub const HOST_REQUEST_MASK: u64 = 0x48;
/// Address of the buffer in the host's memory.
pub const HOST_REQUEST_ADDRESS: u64 = 0x50;
/// Bits 31:0 length of the buffer; bits 63:32 a handle.
pub const HOST_REQUEST_BYTES: u64 = 0x58;
/// What the completion is to be known by; not 0, and not that of an open request: one that has not been completed.
pub const HOST_REQUEST_COOKIE: u64 = 0x60;

// Kinds of requests
/// A send in standard or ready mode.
pub const REQUEST_KIND_SEND: u64 = 1;
/// A send in synchronous mode.
pub const REQUEST_KIND_SYNCHRONOUS: u64 = 2;
/// A receive.
pub const REQUEST_KIND_RECEIVE: u64 = 131;
/// A receive of the message with the handle.
pub const REQUEST_KIND_RECEIVE_MATCHED: u64 = 4;
/// Is there such an unexpected message?.
pub const REQUEST_KIND_PROBE: u64 = 5;
/// The same; answered when there is one.
pub const REQUEST_KIND_PROBE_WAIT: u64 = 6;
/// Takes such an unexpected message out, if there is one.
pub const REQUEST_KIND_TAKE: u64 = 135;
/// The same; answered when there is one.
pub const REQUEST_KIND_TAKE_WAIT: u64 = 136;
/// Takes back the receive whose cookie is the address.
pub const REQUEST_KIND_CANCEL: u64 = 9;
/// Takes back the send whose cookie is the address, to the node in the mask; answered when it is known whether it has met its receive.
pub const REQUEST_KIND_CANCEL_SEND: u64 = 10;

// Entries
/// Bits 15:0 the other node of a send, bits 31:16 the kind.
pub const ENTRY_NODE: u64 = 0x4;
/// Low half of the cookie.
pub const ENTRY_COOKIE_LOW: u64 = 0x8;
/// High half.
pub const ENTRY_COOKIE_HIGH: u64 = 0xc;
/// Low half of the buffer's address.
pub const ENTRY_ADDRESS_LOW: u64 = 0x10;
/// High half.
pub const ENTRY_ADDRESS_HIGH: u64 = 0x14;
/// Length of the buffer in bytes.
pub const ENTRY_LENGTH: u64 = 0x18;
/// The handle of the request.
pub const ENTRY_HANDLE: u64 = 0x1c;
/// Match bits 31:0.
pub const ENTRY_MATCH_LOW: u64 = 0x2c;
/// Match bits 41:32.
pub const ENTRY_MATCH_HIGH: u64 = 0x30;
/// Mask bits 31:0; 1 = any.
pub const ENTRY_MASK_LOW: u64 = 0x34;
/// Mask bits 41:32.
pub const ENTRY_MASK_HIGH: u64 = 0x38;

// Registers of the NIC processor
/// How the interface works.
pub const REG_CONTROL: u64 = 0x0;
/// Requests and packets are taken; before, they wait.
pub const CONTROL_ENABLE: u64 = 0x1;
/// What there is to do.
pub const REG_STATUS: u64 = 0x4;
/// There is a header.
pub const STATUS_HEADER: u64 = 0x1;
/// There is a request.
pub const STATUS_REQUEST: u64 = 0x2;
/// There are associative units.
pub const STATUS_UNITS: u64 = 0x4;
/// Entries that can be given, 255 at most.
pub const STATUS_ENTRIES_SHIFT: u64 = 8;
/// Entries that can be given, 255 at most.
pub const STATUS_ENTRIES_MASK: u64 = 0xff00;
/// Completions that can be put, 255 at most.
pub const STATUS_COMPLETIONS_SHIFT: u64 = 16;
/// Completions that can be put, 255 at most.
pub const STATUS_COMPLETIONS_MASK: u64 = 0xff0000;
/// Transmit commands that can be given, 255 at most.
pub const STATUS_TRANSMITS_SHIFT: u64 = 24;
/// Transmit commands that can be given, 255 at most.
pub const STATUS_TRANSMITS_MASK: u64 = 0xff000000;
/// Gives an entry by its address in NIC memory, a multiple of 16.
pub const REG_ENTRY: u64 = 0x8;
/// Takes the oldest request: the address of its entry; 0: there is none.
pub const REG_REQUEST: u64 = 0xc;
/// Any number, for HOST_STATUS.
pub const REG_EPOCH: u64 = 0x10;
/// Any value: the oldest header is done with, and its payload, when all that is to be copied of it is.
pub const REG_HEADER_POP: u64 = 0x14;
/// The first of eight words of the oldest header, which follow each other; 0 if there is none.
pub const REG_HEADER: u64 = 0x20;
/// The first of eight words of the header to be sent, which follow each other; they keep their values.
pub const REG_TRANSMIT_HEADER: u64 = 0x40;
/// Where the payload lies; keeps its value.
pub const REG_TRANSMIT_ADDRESS_LOW: u64 = 0x60;
/// High half; keeps its value.
pub const REG_TRANSMIT_ADDRESS_HIGH: u64 = 0x64;
/// Length of the payload; keeps its value.
pub const REG_TRANSMIT_BYTES: u64 = 0x68;
/// Gives the transmit command.
pub const REG_TRANSMIT: u64 = 0x6c;
/// To which node.
pub const TRANSMIT_NODE_SHIFT: u64 = 0;
/// To which node.
pub const TRANSMIT_NODE_MASK: u64 = 0xffff;
/// A completion when all of the payload is read: with the cookie, all else of it is 0.
pub const TRANSMIT_NOTIFY: u64 = 0x10000;
/// Where the copy engine reads, in NIC memory; 0: the payload of the oldest header.
pub const REG_COPY_FROM: u64 = 0x70;
/// Where it writes, in memory of the host or the NIC; keeps its value.
pub const REG_COPY_TO_LOW: u64 = 0x74;
/// High half; keeps its value.
pub const REG_COPY_TO_HIGH: u64 = 0x78;
/// How many bytes; gives the copy command.
pub const REG_COPY: u64 = 0x7c;
/// Of the completion that is being written; keeps its value.
pub const REG_COMPLETION_COOKIE_LOW: u64 = 0x80;
/// High half; keeps its value.
pub const REG_COMPLETION_COOKIE_HIGH: u64 = 0x84;
/// Length of the message; keeps its value.
pub const REG_COMPLETION_BYTES: u64 = 0x88;
/// Handle; keeps its value.
pub const REG_COMPLETION_HANDLE: u64 = 0x8c;
/// Epoch; keeps its value.
pub const REG_COMPLETION_EPOCH: u64 = 0x90;
/// Bits 15:0 tag, bits 30:16 source rank, bit 31 FLAG, as COMPLETION_ENVELOPE has them.
pub const REG_COMPLETION: u64 = 0x94;

// Words of a header
/// Match bits 31:0.
pub const HEADER_MATCH: usize = 0;
/// What the packet is.
pub const HEADER_KIND: usize = 1;
/// Match bits 41:32.
pub const HEADER_KIND_MATCH_HIGH_SHIFT: u64 = 0;
/// Match bits 41:32.
pub const HEADER_KIND_MATCH_HIGH_MASK: u64 = 0x3ff;
/// PACKET of the table below.
pub const HEADER_KIND_PACKET_SHIFT: u64 = 10;
/// PACKET of the table below.
pub const HEADER_KIND_PACKET_MASK: u64 = 0x3c00;
/// The last packet of data of its command.
pub const HEADER_KIND_LAST: u64 = 0x8000;
/// The node that the packet comes from.
pub const HEADER_KIND_NODE_SHIFT: u64 = 16;
/// The node that the packet comes from.
pub const HEADER_KIND_NODE_MASK: u64 = 0xffff0000;
/// Length of the message.
pub const HEADER_BYTES: usize = 2;
/// What the sender's firmware knows the message by.
pub const HEADER_SENDER: usize = 3;
/// What the receiver's firmware knows the message by.
pub const HEADER_RECEIVER: usize = 4;
/// Data: the address that the payload is written to, which the engine counts up from packet to packet.
pub const HEADER_TO_LOW: usize = 5;
/// High half.
pub const HEADER_TO_HIGH: usize = 6;

// Kinds of packets
/// Data of a message that was cleared to be sent, written without the processor.
pub const PACKET_DATA: u64 = 1;
/// Clear to send.
pub const PACKET_CLEAR: u64 = 2;
/// A synchronous send without data to be cleared has met its receive.
pub const PACKET_ACKNOWLEDGE: u64 = 3;
/// Messages have been taken: so many more may be sent with their data.
pub const PACKET_CREDIT: u64 = 4;
/// The sender takes its message back, if that has met no receive.
pub const PACKET_WITHDRAW: u64 = 5;
/// The answer.
pub const PACKET_WITHDRAWN: u64 = 6;
/// A message with its data.
pub const PACKET_EAGER: u64 = 8;
/// Request to send: a message without its data.
pub const PACKET_REQUEST: u64 = 9;
/// A message with its data, of a synchronous send.
pub const PACKET_EAGER_SYNCHRONOUS: u64 = 10;
