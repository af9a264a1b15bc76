//! Network interface with a processor: constants, from `regs/nic.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers of the host
/// Completions and free places for the host.
pub const HOST_STATUS: u64 = 0x0;
/// Number of completions that have arrived and that the host has not popped.
pub const HOST_STATUS_COMPLETIONS_SHIFT: u64 = 0;
/// Number of completions that have arrived and that the host has not popped.
pub const HOST_STATUS_COMPLETIONS_MASK: u64 = 0xffff;
/// Number of requests that the host can submit now without a stall.
pub const HOST_STATUS_PLACES_SHIFT: u64 = 16;
/// Number of requests that the host can submit now without a stall.
pub const HOST_STATUS_PLACES_MASK: u64 = 0xffff0000;
/// Value that the NIC processor last stored to its register EPOCH; it arrives `interface.host_delay_ns` later.
pub const HOST_STATUS_EPOCH_SHIFT: u64 = 32;
/// Value that the NIC processor last stored to its register EPOCH; it arrives `interface.host_delay_ns` later.
pub const HOST_STATUS_EPOCH_MASK: u64 = 0xffffffff00000000;
/// Cookie of the request that the oldest completion answers.
pub const HOST_COMPLETION_COOKIE: u64 = 0x8;
/// Length, tag and source of the oldest completion.
pub const HOST_COMPLETION_ENVELOPE: u64 = 0x10;
/// Length of the message in bytes.
pub const ENVELOPE_BYTES_SHIFT: u64 = 0;
/// Length of the message in bytes.
pub const ENVELOPE_BYTES_MASK: u64 = 0xffffffff;
/// MPI tag of the message.
pub const ENVELOPE_TAG_SHIFT: u64 = 32;
/// MPI tag of the message.
pub const ENVELOPE_TAG_MASK: u64 = 0xffff00000000;
/// Source rank of the message.
pub const ENVELOPE_SOURCE_SHIFT: u64 = 48;
/// Source rank of the message.
pub const ENVELOPE_SOURCE_MASK: u64 = 0x7fff000000000000;
/// Answer to a probe: 1 = there is such a message; answer to a cancellation: 1 = the request was cancelled.
pub const ENVELOPE_FLAG: u64 = 0x8000000000000000;
/// Handle and epoch of the oldest completion.
pub const HOST_COMPLETION_DETAIL: u64 = 0x18;
/// Answer to TAKE or TAKE_WAIT: handle of the message, for RECEIVE_MATCHED.
pub const DETAIL_HANDLE_SHIFT: u64 = 0;
/// Answer to TAKE or TAKE_WAIT: handle of the message, for RECEIVE_MATCHED.
pub const DETAIL_HANDLE_MASK: u64 = 0xffffffff;
/// Answer to a probe that found no message: number of unexpected messages so far, counted like HOST_STATUS.EPOCH.
pub const DETAIL_EPOCH_SHIFT: u64 = 32;
/// Answer to a probe that found no message: number of unexpected messages so far, counted like HOST_STATUS.EPOCH.
pub const DETAIL_EPOCH_MASK: u64 = 0xffffffff00000000;
/// Removes the oldest completion.
pub const HOST_COMPLETION_POP: u64 = 0x20;
/// Match bits and kind of the next request.
pub const HOST_REQUEST_MATCH: u64 = 0x40;
/// Match bits, in the layout of the associative units.
pub const REQUEST_MATCH_SHIFT: u64 = 0;
/// Match bits, in the layout of the associative units.
pub const REQUEST_MATCH_MASK: u64 = 0x3ffffffffff;
/// Kind of the request, see the table below.
pub const REQUEST_KIND_SHIFT: u64 = 48;
/// Kind of the request, see the table below.
pub const REQUEST_KIND_MASK: u64 = 0xff000000000000;
/// Mask of the next request (bits 41:0; 1 = ignore this match bit) and, for a send, the destination node (bits 63:48).
pub const HOST_REQUEST_MASK: u64 = 0x48;
/// Address of the next request's buffer in the host's memory.
pub const HOST_REQUEST_ADDRESS: u64 = 0x50;
/// Length of the next request's buffer in bytes (bits 31:0) and a handle (bits 63:32).
pub const HOST_REQUEST_BYTES: u64 = 0x58;
/// Cookie of the next request; the store submits the request.
pub const HOST_REQUEST_COOKIE: u64 = 0x60;

// Kinds of requests
/// Send in standard or ready mode.
pub const REQUEST_KIND_SEND: u64 = 1;
/// Send in synchronous mode.
pub const REQUEST_KIND_SYNCHRONOUS: u64 = 2;
/// Receive.
pub const REQUEST_KIND_RECEIVE: u64 = 131;
/// Receive of the message that has this handle (a matched receive).
pub const REQUEST_KIND_RECEIVE_MATCHED: u64 = 4;
/// Probe: answers at once whether a matching unexpected message is there.
pub const REQUEST_KIND_PROBE: u64 = 5;
/// Probe that is answered when a matching unexpected message is there.
pub const REQUEST_KIND_PROBE_WAIT: u64 = 6;
/// Matching probe: removes a matching unexpected message from the list, if there is one, and gives it a handle.
pub const REQUEST_KIND_TAKE: u64 = 135;
/// Matching probe that is answered when a matching unexpected message is there.
pub const REQUEST_KIND_TAKE_WAIT: u64 = 136;
/// Cancels the receive whose cookie is in REQUEST_ADDRESS.
pub const REQUEST_KIND_CANCEL: u64 = 9;
/// Cancels the send whose cookie is in REQUEST_ADDRESS and whose destination node is in REQUEST_MASK; answered when it is known whether a receive has matched the message.
pub const REQUEST_KIND_CANCEL_SEND: u64 = 10;

// Entries
/// Destination node of a send (bits 15:0) and kind of the request (bits 31:16).
pub const ENTRY_NODE: u64 = 0x4;
/// Low half of the cookie.
pub const ENTRY_COOKIE_LOW: u64 = 0x8;
/// High half of the cookie.
pub const ENTRY_COOKIE_HIGH: u64 = 0xc;
/// Low half of the buffer's address.
pub const ENTRY_ADDRESS_LOW: u64 = 0x10;
/// High half of the buffer's address.
pub const ENTRY_ADDRESS_HIGH: u64 = 0x14;
/// Length of the buffer in bytes.
pub const ENTRY_LENGTH: u64 = 0x18;
/// Handle of the request.
pub const ENTRY_HANDLE: u64 = 0x1c;
/// Match bits 31:0.
pub const ENTRY_MATCH_LOW: u64 = 0x2c;
/// Match bits 41:32.
pub const ENTRY_MATCH_HIGH: u64 = 0x30;
/// Mask bits 31:0; 1 = ignore this match bit.
pub const ENTRY_MASK_LOW: u64 = 0x34;
/// Mask bits 41:32; 1 = ignore this match bit.
pub const ENTRY_MASK_HIGH: u64 = 0x38;

// Registers of the NIC processor
/// Control bits of the interface.
pub const REG_CONTROL: u64 = 0x0;
/// 1 = the interface takes requests of the host and packets of the network; until then they wait.
pub const CONTROL_ENABLE: u64 = 0x1;
/// Pending work and free places for the NIC processor.
pub const REG_STATUS: u64 = 0x4;
/// 1 = a header waits in HEADER.
pub const STATUS_HEADER: u64 = 0x1;
/// 1 = a request waits in REQUEST.
pub const STATUS_REQUEST: u64 = 0x2;
/// 1 = the node has associative units.
pub const STATUS_UNITS: u64 = 0x4;
/// Number of entries that ENTRY can take now, at most 255.
pub const STATUS_ENTRIES_SHIFT: u64 = 8;
/// Number of entries that ENTRY can take now, at most 255.
pub const STATUS_ENTRIES_MASK: u64 = 0xff00;
/// Number of completions that COMPLETION can take now without a stall, at most 255.
pub const STATUS_COMPLETIONS_SHIFT: u64 = 16;
/// Number of completions that COMPLETION can take now without a stall, at most 255.
pub const STATUS_COMPLETIONS_MASK: u64 = 0xff0000;
/// Number of commands that TRANSMIT can take now without a stall, at most 255.
pub const STATUS_TRANSMITS_SHIFT: u64 = 24;
/// Number of commands that TRANSMIT can take now without a stall, at most 255.
pub const STATUS_TRANSMITS_MASK: u64 = 0xff000000;
/// Gives the interface an entry: 80 bytes of NIC memory at the stored address, a multiple of 16.
pub const REG_ENTRY: u64 = 0x8;
/// Removes the oldest request and reads the address of its entry.
pub const REG_REQUEST: u64 = 0xc;
/// Value for HOST_STATUS.EPOCH.
pub const REG_EPOCH: u64 = 0x10;
/// Removes the oldest header; its place becomes free when all copies of its payload are done.
pub const REG_HEADER_POP: u64 = 0x14;
/// First of the eight words of the oldest header, at consecutive offsets.
pub const REG_HEADER: u64 = 0x20;
/// First of the eight words of the header for the next transmit command, at consecutive offsets.
pub const REG_TRANSMIT_HEADER: u64 = 0x40;
/// Low half of the address of the payload, in memory of the host or the NIC.
pub const REG_TRANSMIT_ADDRESS_LOW: u64 = 0x60;
/// High half of the address of the payload.
pub const REG_TRANSMIT_ADDRESS_HIGH: u64 = 0x64;
/// Length of the payload in bytes.
pub const REG_TRANSMIT_BYTES: u64 = 0x68;
/// Gives the transmit command that the registers above describe.
pub const REG_TRANSMIT: u64 = 0x6c;
/// Destination node.
pub const TRANSMIT_NODE_SHIFT: u64 = 0;
/// Destination node.
pub const TRANSMIT_NODE_MASK: u64 = 0xffff;
/// 1 = when the last packet has left, put a completion for the host with the cookie in COMPLETION_COOKIE; its other fields are 0.
pub const TRANSMIT_NOTIFY: u64 = 0x10000;
/// Source address of the next copy command in NIC memory; 0 = the payload of the oldest header.
pub const REG_COPY_FROM: u64 = 0x70;
/// Low half of the destination address of the next copy command, in memory of the host or the NIC.
pub const REG_COPY_TO_LOW: u64 = 0x74;
/// High half of the destination address of the next copy command.
pub const REG_COPY_TO_HIGH: u64 = 0x78;
/// Number of bytes to copy; the store gives the copy command.
pub const REG_COPY: u64 = 0x7c;
/// Low half of the cookie of the next completion.
pub const REG_COMPLETION_COOKIE_LOW: u64 = 0x80;
/// High half of the cookie of the next completion.
pub const REG_COMPLETION_COOKIE_HIGH: u64 = 0x84;
/// Length of the message of the next completion in bytes.
pub const REG_COMPLETION_BYTES: u64 = 0x88;
/// Handle of the next completion.
pub const REG_COMPLETION_HANDLE: u64 = 0x8c;
/// Epoch of the next completion.
pub const REG_COMPLETION_EPOCH: u64 = 0x90;
/// Tag (bits 15:0), source rank (bits 30:16) and FLAG (bit 31) of the next completion; the store puts the completion.
pub const REG_COMPLETION: u64 = 0x94;

// Words of a header
/// Match bits 31:0.
pub const HEADER_MATCH: usize = 0;
/// Kind of the packet and high match bits.
pub const HEADER_KIND: usize = 1;
/// Match bits 41:32.
pub const HEADER_KIND_MATCH_HIGH_SHIFT: u64 = 0;
/// Match bits 41:32.
pub const HEADER_KIND_MATCH_HIGH_MASK: u64 = 0x3ff;
/// Kind of the packet, see the table below.
pub const HEADER_KIND_PACKET_SHIFT: u64 = 10;
/// Kind of the packet, see the table below.
pub const HEADER_KIND_PACKET_MASK: u64 = 0x3c00;
/// 1 = last data packet of its transmit command.
pub const HEADER_KIND_LAST: u64 = 0x8000;
/// Source node of the packet.
pub const HEADER_KIND_NODE_SHIFT: u64 = 16;
/// Source node of the packet.
pub const HEADER_KIND_NODE_MASK: u64 = 0xffff0000;
/// Length of the message in bytes.
pub const HEADER_BYTES: usize = 2;
/// Number by which the sender's firmware identifies the message.
pub const HEADER_SENDER: usize = 3;
/// Number by which the receiver's firmware identifies the message.
pub const HEADER_RECEIVER: usize = 4;
/// Data: low half of the destination address of the payload; the transmit engine advances it from packet to packet.
pub const HEADER_TO_LOW: usize = 5;
/// Data: high half of the destination address.
pub const HEADER_TO_HIGH: usize = 6;

// Kinds of packets
/// Data of a message after its clear to send; the copy engine writes it to memory without the NIC processor.
pub const PACKET_DATA: u64 = 1;
/// Clear to send: a receive has matched the message, and the data may follow.
pub const PACKET_CLEAR: u64 = 2;
/// Answer to a synchronous send when a receive has matched its message and no clear to send follows.
pub const PACKET_ACKNOWLEDGE: u64 = 3;
/// Credit for BYTES more messages with their data, because receives have taken that many.
pub const PACKET_CREDIT: u64 = 4;
/// Cancellation of a send: withdraw the message if no receive has matched it.
pub const PACKET_WITHDRAW: u64 = 5;
/// Answer to WITHDRAW.
pub const PACKET_WITHDRAWN: u64 = 6;
/// Message with its data.
pub const PACKET_EAGER: u64 = 8;
/// Request to send: a message without its data.
pub const PACKET_REQUEST: u64 = 9;
/// Message of a synchronous send with its data.
pub const PACKET_EAGER_SYNCHRONOUS: u64 = 10;
