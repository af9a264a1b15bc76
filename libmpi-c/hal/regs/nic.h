/* Network interface with a processor: constants for C and assembly, from devices/regs/nic.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_NIC_H
#define HAL_REGS_NIC_H

/* Registers of the host (byte offsets) */
#define NIC_HOST_STATUS              0x0        /* What the host may do */
#define NIC_HOST_STATUS_COMPLETIONS_SHIFT 0          /* completions that have arrived */
#define NIC_HOST_STATUS_COMPLETIONS_MASK 0xffff     /* completions that have arrived */
#define NIC_HOST_STATUS_PLACES_SHIFT 16         /* requests that can be submitted now */
#define NIC_HOST_STATUS_PLACES_MASK  0xffff0000 /* requests that can be submitted now */
#define NIC_HOST_STATUS_EPOCH_SHIFT  32         /* what the NIC processor has put into EPOCH, after `interface.host_delay_ns` */
#define NIC_HOST_STATUS_EPOCH_MASK   0xffffffff00000000 /* what the NIC processor has put into EPOCH, after `interface.host_delay_ns` */
#define NIC_HOST_COMPLETION_COOKIE   0x8        /* Of the oldest completion: the cookie of the request; 0: there is none */
#define NIC_HOST_COMPLETION_ENVELOPE 0x10       /* Of the oldest completion */
#define NIC_ENVELOPE_BYTES_SHIFT     0          /* length of the message */
#define NIC_ENVELOPE_BYTES_MASK      0xffffffff /* length of the message */
#define NIC_ENVELOPE_TAG_SHIFT       32         /* MPI tag of the message */
#define NIC_ENVELOPE_TAG_MASK        0xffff00000000 /* MPI tag of the message */
#define NIC_ENVELOPE_SOURCE_SHIFT    48         /* source rank of the message */
#define NIC_ENVELOPE_SOURCE_MASK     0x7fff000000000000 /* source rank of the message */
#define NIC_ENVELOPE_FLAG            0x8000000000000000 /* a probe: there is such a message; a cancellation: the receive was cancelled */
#define NIC_HOST_COMPLETION_DETAIL   0x18       /* Of the oldest completion */
#define NIC_DETAIL_HANDLE_SHIFT      0          /* a probe that takes the message: what the NIC processor knows it by */
#define NIC_DETAIL_HANDLE_MASK       0xffffffff /* a probe that takes the message: what the NIC processor knows it by */
#define NIC_DETAIL_EPOCH_SHIFT       32         /* a probe that finds nothing: the count of unexpected messages, as it will be in HOST_STATUS */
#define NIC_DETAIL_EPOCH_MASK        0xffffffff00000000 /* a probe that finds nothing: the count of unexpected messages, as it will be in HOST_STATUS */
#define NIC_HOST_COMPLETION_POP      0x20       /* Any value: the oldest completion is done with */
#define NIC_HOST_REQUEST_MATCH       0x40       /* Of the request that is being written: match bits as the units have them, and what it is */
#define NIC_REQUEST_MATCH_SHIFT      0          /* match bits */
#define NIC_REQUEST_MATCH_MASK       0x3ffffffffff /* match bits */
#define NIC_REQUEST_KIND_SHIFT       48         /* REQUEST_KIND of the table below */
#define NIC_REQUEST_KIND_MASK        0xff000000000000 /* REQUEST_KIND of the table below */
#define NIC_HOST_REQUEST_MASK        0x48       /* Mask of the match bits, 1 = any, and in bits 63:48 the other node of a send */
#define NIC_HOST_REQUEST_ADDRESS     0x50       /* Address of the buffer in the host's memory */
#define NIC_HOST_REQUEST_BYTES       0x58       /* Bits 31:0 length of the buffer; bits 63:32 a handle */
#define NIC_HOST_REQUEST_COOKIE      0x60       /* What the completion is to be known by; not 0, and not that of an open request: one that has not been completed */

/* Kinds of requests */
#define NIC_REQUEST_KIND_SEND        1          /* a send in standard or ready mode */
#define NIC_REQUEST_KIND_SYNCHRONOUS 2          /* a send in synchronous mode */
#define NIC_REQUEST_KIND_RECEIVE     131        /* a receive */
#define NIC_REQUEST_KIND_RECEIVE_MATCHED 4          /* a receive of the message with the handle */
#define NIC_REQUEST_KIND_PROBE       5          /* is there such an unexpected message? */
#define NIC_REQUEST_KIND_PROBE_WAIT  6          /* the same; answered when there is one */
#define NIC_REQUEST_KIND_TAKE        135        /* takes such an unexpected message out, if there is one */
#define NIC_REQUEST_KIND_TAKE_WAIT   136        /* the same; answered when there is one */
#define NIC_REQUEST_KIND_CANCEL      9          /* takes back the receive whose cookie is the address */
#define NIC_REQUEST_KIND_CANCEL_SEND 10         /* takes back the send whose cookie is the address, to the node in the mask; answered when it is known whether it has met its receive */

/* Entries (byte offsets) */
#define NIC_ENTRY_NODE               0x4        /* bits 15:0 the other node of a send, bits 31:16 the kind */
#define NIC_ENTRY_COOKIE_LOW         0x8        /* low half of the cookie */
#define NIC_ENTRY_COOKIE_HIGH        0xc        /* high half */
#define NIC_ENTRY_ADDRESS_LOW        0x10       /* low half of the buffer's address */
#define NIC_ENTRY_ADDRESS_HIGH       0x14       /* high half */
#define NIC_ENTRY_LENGTH             0x18       /* length of the buffer in bytes */
#define NIC_ENTRY_HANDLE             0x1c       /* the handle of the request */
#define NIC_ENTRY_MATCH_LOW          0x2c       /* match bits 31:0 */
#define NIC_ENTRY_MATCH_HIGH         0x30       /* match bits 41:32 */
#define NIC_ENTRY_MASK_LOW           0x34       /* mask bits 31:0; 1 = any */
#define NIC_ENTRY_MASK_HIGH          0x38       /* mask bits 41:32 */

/* Registers of the NIC processor (byte offsets) */
#define NIC_REG_CONTROL              0x0        /* How the interface works */
#define NIC_CONTROL_ENABLE           0x1        /* requests and packets are taken; before, they wait */
#define NIC_REG_STATUS               0x4        /* What there is to do */
#define NIC_STATUS_HEADER            0x1        /* there is a header */
#define NIC_STATUS_REQUEST           0x2        /* there is a request */
#define NIC_STATUS_UNITS             0x4        /* there are associative units */
#define NIC_STATUS_ENTRIES_SHIFT     8          /* entries that can be given, 255 at most */
#define NIC_STATUS_ENTRIES_MASK      0xff00     /* entries that can be given, 255 at most */
#define NIC_STATUS_COMPLETIONS_SHIFT 16         /* completions that can be put, 255 at most */
#define NIC_STATUS_COMPLETIONS_MASK  0xff0000   /* completions that can be put, 255 at most */
#define NIC_STATUS_TRANSMITS_SHIFT   24         /* transmit commands that can be given, 255 at most */
#define NIC_STATUS_TRANSMITS_MASK    0xff000000 /* transmit commands that can be given, 255 at most */
#define NIC_REG_ENTRY                0x8        /* Gives an entry by its address in NIC memory, a multiple of 16 */
#define NIC_REG_REQUEST              0xc        /* Takes the oldest request: the address of its entry; 0: there is none */
#define NIC_REG_EPOCH                0x10       /* Any number, for HOST_STATUS */
#define NIC_REG_HEADER_POP           0x14       /* Any value: the oldest header is done with, and its payload, when all that is to be copied of it is */
#define NIC_REG_HEADER               0x20       /* The first of eight words of the oldest header, which follow each other; 0 if there is none */
#define NIC_REG_TRANSMIT_HEADER      0x40       /* The first of eight words of the header to be sent, which follow each other; they keep their values */
#define NIC_REG_TRANSMIT_ADDRESS_LOW 0x60       /* Where the payload lies; keeps its value */
#define NIC_REG_TRANSMIT_ADDRESS_HIGH 0x64       /* High half; keeps its value */
#define NIC_REG_TRANSMIT_BYTES       0x68       /* Length of the payload; keeps its value */
#define NIC_REG_TRANSMIT             0x6c       /* Gives the transmit command */
#define NIC_TRANSMIT_NODE_SHIFT      0          /* to which node */
#define NIC_TRANSMIT_NODE_MASK       0xffff     /* to which node */
#define NIC_TRANSMIT_NOTIFY          0x10000    /* a completion when all of the payload is read: with the cookie, all else of it is 0 */
#define NIC_REG_COPY_FROM            0x70       /* Where the copy engine reads, in NIC memory; 0: the payload of the oldest header */
#define NIC_REG_COPY_TO_LOW          0x74       /* Where it writes, in memory of the host or the NIC; keeps its value */
#define NIC_REG_COPY_TO_HIGH         0x78       /* High half; keeps its value */
#define NIC_REG_COPY                 0x7c       /* How many bytes; gives the copy command */
#define NIC_REG_COMPLETION_COOKIE_LOW 0x80       /* Of the completion that is being written; keeps its value */
#define NIC_REG_COMPLETION_COOKIE_HIGH 0x84       /* High half; keeps its value */
#define NIC_REG_COMPLETION_BYTES     0x88       /* Length of the message; keeps its value */
#define NIC_REG_COMPLETION_HANDLE    0x8c       /* Handle; keeps its value */
#define NIC_REG_COMPLETION_EPOCH     0x90       /* Epoch; keeps its value */
#define NIC_REG_COMPLETION           0x94       /* Bits 15:0 tag, bits 30:16 source rank, bit 31 FLAG, as COMPLETION_ENVELOPE has them */

/* Words of a header (word indices) */
#define NIC_HEADER_MATCH             0          /* match bits 31:0 */
#define NIC_HEADER_KIND              1          /* What the packet is */
#define NIC_HEADER_KIND_MATCH_HIGH_SHIFT 0          /* match bits 41:32 */
#define NIC_HEADER_KIND_MATCH_HIGH_MASK 0x3ff      /* match bits 41:32 */
#define NIC_HEADER_KIND_PACKET_SHIFT 10         /* PACKET of the table below */
#define NIC_HEADER_KIND_PACKET_MASK  0x3c00     /* PACKET of the table below */
#define NIC_HEADER_KIND_LAST         0x8000     /* the last packet of data of its command */
#define NIC_HEADER_KIND_NODE_SHIFT   16         /* the node that the packet comes from */
#define NIC_HEADER_KIND_NODE_MASK    0xffff0000 /* the node that the packet comes from */
#define NIC_HEADER_BYTES             2          /* length of the message */
#define NIC_HEADER_SENDER            3          /* what the sender's firmware knows the message by */
#define NIC_HEADER_RECEIVER          4          /* what the receiver's firmware knows the message by */
#define NIC_HEADER_TO_LOW            5          /* data: the address that the payload is written to, which the engine counts up from packet to packet */
#define NIC_HEADER_TO_HIGH           6          /* high half */

/* Kinds of packets */
#define NIC_PACKET_DATA              1          /* data of a message that was cleared to be sent, written without the processor */
#define NIC_PACKET_CLEAR             2          /* clear to send */
#define NIC_PACKET_ACKNOWLEDGE       3          /* a synchronous send without data to be cleared has met its receive */
#define NIC_PACKET_CREDIT            4          /* messages have been taken: so many more may be sent with their data */
#define NIC_PACKET_WITHDRAW          5          /* the sender takes its message back, if that has met no receive */
#define NIC_PACKET_WITHDRAWN         6          /* the answer */
#define NIC_PACKET_EAGER             8          /* a message with its data */
#define NIC_PACKET_REQUEST           9          /* request to send: a message without its data */
#define NIC_PACKET_EAGER_SYNCHRONOUS 10         /* a message with its data, of a synchronous send */

#endif
