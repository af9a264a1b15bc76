/* Network interface with a processor: constants for C and assembly, from devices/regs/nic.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_NIC_H
#define HAL_REGS_NIC_H

/* Registers of the host (byte offsets) */
#define NIC_HOST_STATUS              0x0        /* Completions and free places for the host */
#define NIC_HOST_STATUS_COMPLETIONS_SHIFT 0          /* number of completions that have arrived and that the host has not popped */
#define NIC_HOST_STATUS_COMPLETIONS_MASK 0xffff     /* number of completions that have arrived and that the host has not popped */
#define NIC_HOST_STATUS_PLACES_SHIFT 16         /* number of requests that the host can submit now without a stall */
#define NIC_HOST_STATUS_PLACES_MASK  0xffff0000 /* number of requests that the host can submit now without a stall */
#define NIC_HOST_STATUS_EPOCH_SHIFT  32         /* value that the NIC processor last stored to its register EPOCH; it arrives `interface.host_delay_ns` later */
#define NIC_HOST_STATUS_EPOCH_MASK   0xffffffff00000000 /* value that the NIC processor last stored to its register EPOCH; it arrives `interface.host_delay_ns` later */
#define NIC_HOST_COMPLETION_COOKIE   0x8        /* Cookie of the request that the oldest completion answers */
#define NIC_HOST_COMPLETION_ENVELOPE 0x10       /* Length, tag and source of the oldest completion */
#define NIC_ENVELOPE_BYTES_SHIFT     0          /* length of the message in bytes */
#define NIC_ENVELOPE_BYTES_MASK      0xffffffff /* length of the message in bytes */
#define NIC_ENVELOPE_TAG_SHIFT       32         /* MPI tag of the message */
#define NIC_ENVELOPE_TAG_MASK        0xffff00000000 /* MPI tag of the message */
#define NIC_ENVELOPE_SOURCE_SHIFT    48         /* source rank of the message */
#define NIC_ENVELOPE_SOURCE_MASK     0x7fff000000000000 /* source rank of the message */
#define NIC_ENVELOPE_FLAG            0x8000000000000000 /* answer to a probe: 1 = there is such a message; answer to a cancellation: 1 = the request was cancelled */
#define NIC_HOST_COMPLETION_DETAIL   0x18       /* Handle and epoch of the oldest completion */
#define NIC_DETAIL_HANDLE_SHIFT      0          /* answer to TAKE or TAKE_WAIT: handle of the message, for RECEIVE_MATCHED */
#define NIC_DETAIL_HANDLE_MASK       0xffffffff /* answer to TAKE or TAKE_WAIT: handle of the message, for RECEIVE_MATCHED */
#define NIC_DETAIL_EPOCH_SHIFT       32         /* answer to a probe that found no message: number of unexpected messages so far, counted like HOST_STATUS.EPOCH */
#define NIC_DETAIL_EPOCH_MASK        0xffffffff00000000 /* answer to a probe that found no message: number of unexpected messages so far, counted like HOST_STATUS.EPOCH */
#define NIC_HOST_COMPLETION_POP      0x20       /* Removes the oldest completion */
#define NIC_HOST_REQUEST_MATCH       0x40       /* Match bits and kind of the next request */
#define NIC_REQUEST_MATCH_SHIFT      0          /* match bits, in the layout of the associative units */
#define NIC_REQUEST_MATCH_MASK       0x3ffffffffff /* match bits, in the layout of the associative units */
#define NIC_REQUEST_KIND_SHIFT       48         /* kind of the request, see the table below */
#define NIC_REQUEST_KIND_MASK        0xff000000000000 /* kind of the request, see the table below */
#define NIC_HOST_REQUEST_MASK        0x48       /* Mask of the next request (bits 41:0; 1 = ignore this match bit) and, for a send, the destination node (bits 63:48) */
#define NIC_HOST_REQUEST_ADDRESS     0x50       /* Address of the next request's buffer in the host's memory */
#define NIC_HOST_REQUEST_BYTES       0x58       /* Length of the next request's buffer in bytes (bits 31:0) and a handle (bits 63:32) */
#define NIC_HOST_REQUEST_COOKIE      0x60       /* Cookie of the next request; the store submits the request */

/* Kinds of requests */
#define NIC_REQUEST_KIND_SEND        1          /* send in standard or ready mode */
#define NIC_REQUEST_KIND_SYNCHRONOUS 2          /* send in synchronous mode */
#define NIC_REQUEST_KIND_RECEIVE     131        /* receive */
#define NIC_REQUEST_KIND_RECEIVE_MATCHED 4          /* receive of the message that has this handle (a matched receive) */
#define NIC_REQUEST_KIND_PROBE       5          /* probe: answers at once whether a matching unexpected message is there */
#define NIC_REQUEST_KIND_PROBE_WAIT  6          /* probe that is answered when a matching unexpected message is there */
#define NIC_REQUEST_KIND_TAKE        135        /* matching probe: removes a matching unexpected message from the list, if there is one, and gives it a handle */
#define NIC_REQUEST_KIND_TAKE_WAIT   136        /* matching probe that is answered when a matching unexpected message is there */
#define NIC_REQUEST_KIND_CANCEL      9          /* cancels the receive whose cookie is in REQUEST_ADDRESS */
#define NIC_REQUEST_KIND_CANCEL_SEND 10         /* cancels the send whose cookie is in REQUEST_ADDRESS and whose destination node is in REQUEST_MASK; answered when it is known whether a receive has matched the message */

/* Entries (byte offsets) */
#define NIC_ENTRY_NODE               0x4        /* destination node of a send (bits 15:0) and kind of the request (bits 31:16) */
#define NIC_ENTRY_COOKIE_LOW         0x8        /* low half of the cookie */
#define NIC_ENTRY_COOKIE_HIGH        0xc        /* high half of the cookie */
#define NIC_ENTRY_ADDRESS_LOW        0x10       /* low half of the buffer's address */
#define NIC_ENTRY_ADDRESS_HIGH       0x14       /* high half of the buffer's address */
#define NIC_ENTRY_LENGTH             0x18       /* length of the buffer in bytes */
#define NIC_ENTRY_HANDLE             0x1c       /* handle of the request */
#define NIC_ENTRY_MATCH_LOW          0x2c       /* match bits 31:0 */
#define NIC_ENTRY_MATCH_HIGH         0x30       /* match bits 41:32 */
#define NIC_ENTRY_MASK_LOW           0x34       /* mask bits 31:0; 1 = ignore this match bit */
#define NIC_ENTRY_MASK_HIGH          0x38       /* mask bits 41:32; 1 = ignore this match bit */

/* Registers of the NIC processor (byte offsets) */
#define NIC_REG_CONTROL              0x0        /* Control bits of the interface */
#define NIC_CONTROL_ENABLE           0x1        /* 1 = the interface takes requests of the host and packets of the network; until then they wait */
#define NIC_REG_STATUS               0x4        /* Pending work and free places for the NIC processor */
#define NIC_STATUS_HEADER            0x1        /* 1 = a header waits in HEADER */
#define NIC_STATUS_REQUEST           0x2        /* 1 = a request waits in REQUEST */
#define NIC_STATUS_UNITS             0x4        /* 1 = the node has associative units */
#define NIC_STATUS_ENTRIES_SHIFT     8          /* number of entries that ENTRY can take now, at most 255 */
#define NIC_STATUS_ENTRIES_MASK      0xff00     /* number of entries that ENTRY can take now, at most 255 */
#define NIC_STATUS_COMPLETIONS_SHIFT 16         /* number of completions that COMPLETION can take now without a stall, at most 255 */
#define NIC_STATUS_COMPLETIONS_MASK  0xff0000   /* number of completions that COMPLETION can take now without a stall, at most 255 */
#define NIC_STATUS_TRANSMITS_SHIFT   24         /* number of commands that TRANSMIT can take now without a stall, at most 255 */
#define NIC_STATUS_TRANSMITS_MASK    0xff000000 /* number of commands that TRANSMIT can take now without a stall, at most 255 */
#define NIC_REG_ENTRY                0x8        /* Gives the interface an entry: 80 bytes of NIC memory at the stored address, a multiple of 16 */
#define NIC_REG_REQUEST              0xc        /* Removes the oldest request and reads the address of its entry */
#define NIC_REG_EPOCH                0x10       /* Value for HOST_STATUS.EPOCH */
#define NIC_REG_HEADER_POP           0x14       /* Removes the oldest header; its place becomes free when all copies of its payload are done */
#define NIC_REG_HEADER               0x20       /* First of the eight words of the oldest header, at consecutive offsets */
#define NIC_REG_TRANSMIT_HEADER      0x40       /* First of the eight words of the header for the next transmit command, at consecutive offsets */
#define NIC_REG_TRANSMIT_ADDRESS_LOW 0x60       /* Low half of the address of the payload, in memory of the host or the NIC */
#define NIC_REG_TRANSMIT_ADDRESS_HIGH 0x64       /* High half of the address of the payload */
#define NIC_REG_TRANSMIT_BYTES       0x68       /* Length of the payload in bytes */
#define NIC_REG_TRANSMIT             0x6c       /* Gives the transmit command that the registers above describe */
#define NIC_TRANSMIT_NODE_SHIFT      0          /* destination node */
#define NIC_TRANSMIT_NODE_MASK       0xffff     /* destination node */
#define NIC_TRANSMIT_NOTIFY          0x10000    /* 1 = when the last packet has left, put a completion for the host with the cookie in COMPLETION_COOKIE; its other fields are 0 */
#define NIC_REG_COPY_FROM            0x70       /* Source address of the next copy command in NIC memory; 0 = the payload of the oldest header */
#define NIC_REG_COPY_TO_LOW          0x74       /* Low half of the destination address of the next copy command, in memory of the host or the NIC */
#define NIC_REG_COPY_TO_HIGH         0x78       /* High half of the destination address of the next copy command */
#define NIC_REG_COPY                 0x7c       /* Number of bytes to copy; the store gives the copy command */
#define NIC_REG_COMPLETION_COOKIE_LOW 0x80       /* Low half of the cookie of the next completion */
#define NIC_REG_COMPLETION_COOKIE_HIGH 0x84       /* High half of the cookie of the next completion */
#define NIC_REG_COMPLETION_BYTES     0x88       /* Length of the message of the next completion in bytes */
#define NIC_REG_COMPLETION_HANDLE    0x8c       /* Handle of the next completion */
#define NIC_REG_COMPLETION_EPOCH     0x90       /* Epoch of the next completion */
#define NIC_REG_COMPLETION           0x94       /* Tag (bits 15:0), source rank (bits 30:16) and FLAG (bit 31) of the next completion; the store puts the completion */

/* Words of a header (word indices) */
#define NIC_HEADER_MATCH             0          /* match bits 31:0 */
#define NIC_HEADER_KIND              1          /* Kind of the packet and high match bits */
#define NIC_HEADER_KIND_MATCH_HIGH_SHIFT 0          /* match bits 41:32 */
#define NIC_HEADER_KIND_MATCH_HIGH_MASK 0x3ff      /* match bits 41:32 */
#define NIC_HEADER_KIND_PACKET_SHIFT 10         /* kind of the packet, see the table below */
#define NIC_HEADER_KIND_PACKET_MASK  0x3c00     /* kind of the packet, see the table below */
#define NIC_HEADER_KIND_LAST         0x8000     /* 1 = last data packet of its transmit command */
#define NIC_HEADER_KIND_NODE_SHIFT   16         /* source node of the packet */
#define NIC_HEADER_KIND_NODE_MASK    0xffff0000 /* source node of the packet */
#define NIC_HEADER_BYTES             2          /* length of the message in bytes */
#define NIC_HEADER_SENDER            3          /* number by which the sender's firmware identifies the message */
#define NIC_HEADER_RECEIVER          4          /* number by which the receiver's firmware identifies the message */
#define NIC_HEADER_TO_LOW            5          /* data: low half of the destination address of the payload; the transmit engine advances it from packet to packet */
#define NIC_HEADER_TO_HIGH           6          /* data: high half of the destination address */

/* Kinds of packets */
#define NIC_PACKET_DATA              1          /* data of a message after its clear to send; the copy engine writes it to memory without the NIC processor */
#define NIC_PACKET_CLEAR             2          /* clear to send: a receive has matched the message, and the data may follow */
#define NIC_PACKET_ACKNOWLEDGE       3          /* answer to a synchronous send when a receive has matched its message and no clear to send follows */
#define NIC_PACKET_CREDIT            4          /* credit for BYTES more messages with their data, because receives have taken that many */
#define NIC_PACKET_WITHDRAW          5          /* cancellation of a send: withdraw the message if no receive has matched it */
#define NIC_PACKET_WITHDRAWN         6          /* answer to WITHDRAW */
#define NIC_PACKET_EAGER             8          /* message with its data */
#define NIC_PACKET_REQUEST           9          /* request to send: a message without its data */
#define NIC_PACKET_EAGER_SYNCHRONOUS 10         /* message of a synchronous send with its data */

#endif
