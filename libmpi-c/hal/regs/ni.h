/* Network interface: constants for C and assembly, from devices/regs/ni.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_NI_H
#define HAL_REGS_NI_H

/* Control and diagnostic registers (byte offsets) */
#define NI_REG_NODE                  0x0        /* This node's number, 0-based */
#define NI_REG_NODES                 0x4        /* Number of nodes on the network */
#define NI_REG_ERR                   0x8        /* Sticky errors */
#define NI_ERR_BAD_DESC              0x1        /* a command was dropped: unknown opcode, bad size, or an address that is not scratchpad or reachable memory */
#define NI_ERR_CNT_OVERSHOOT         0x2        /* an add took a counter past 0 without hitting it, so it did not trigger */
#define NI_ERR_TAG_LASTWAY           0x4        /* a tag write was refused because it would have taken a set's last cache way (Katsamani 2010 §3.1.1) */
#define NI_ERR_BAD_TAG               0x8        /* a tag write was refused: a type this platform does not have, reserved bits set, or a line of another node */
#define NI_ERR_QUEUE_SIZE            0x10       /* a message or a reader was refused because its size is not the queue's, or the queue's configuration is unusable */
#define NI_ERR_QUEUE_DROP            0x20       /* a message or a reader was refused because the queue was full; the queue's DROPPED word counts them */
#define NI_ERR_BAD_STORE             0x40       /* data, a remote store, an add, a notification or a reader was dropped at this node: its address cannot take it */
#define NI_ERR_OVERRUN               0x80       /* an acknowledgement or notification was lost because `ni.response_fifo` of them were waiting */
#define NI_REG_STORES_PENDING        0xc        /* Remote stores of this hart that have not left the node yet */
#define NI_REG_LINE_BYTES            0x10       /* Bytes of a scratchpad line */
#define NI_REG_LINES                 0x14       /* Number of scratchpad lines */
#define NI_REG_PACKET_BYTES          0x18       /* Largest payload of one packet */

/* Tag word (byte offsets) */
#define NI_TAGWORD_FIRST             0x0        /* Tag of line 0; line i follows at 4 * i */
#define NI_TAG_TYPE_SHIFT            0          /* type of the line, NI_TAG_… */
#define NI_TAG_TYPE_MASK             0xf        /* type of the line, NI_TAG_… */

/* Line types */
#define NI_TAG_CACHE                 0          /* ordinary cache line; only where the scratchpad is carved out of a cache */
#define NI_TAG_SCRATCHPAD            1          /* plain scratchpad: loads and stores of any width, local or remote */
#define NI_TAG_COUNTER               2          /* counter with notifications */
#define NI_TAG_COMMAND               3          /* command buffer */
#define NI_TAG_QUEUE                 4          /* single-reader queue */
#define NI_TAG_MRQUEUE               5          /* multi-reader queue */

/* Command buffer (word indices) */
#define NI_CMD_HEAD                  0          /* Opcode and size; reads 0 when the buffer is idle */
#define NI_CMD_SIZE_SHIFT            0          /* size in bytes, at least 1; a message or an item to dequeue: word_bytes * number of words (1 to 5) */
#define NI_CMD_SIZE_MASK             0xffffff   /* size in bytes, at least 1; a message or an item to dequeue: word_bytes * number of words (1 to 5) */
#define NI_CMD_OPCODE_SHIFT          24         /* NI_OP_… */
#define NI_CMD_OPCODE_MASK           0xff000000 /* NI_OP_… */
#define NI_CMD_SRC                   1          /* RDMA: source address */
#define NI_CMD_DST                   2          /* RDMA: destination address; that of a queue line appends to the queue */
#define NI_CMD_ACK                   3          /* RDMA: address of the counter that each written packet's length is added to, or 0 */
#define NI_CMD_MSG_DST               1          /* MESSAGE: destination address; that of a queue line appends to the queue */
#define NI_CMD_MSG_ACK               2          /* MESSAGE: address of the counter to which the size is added, or 0 */
#define NI_CMD_MSG_DATA              3          /* MESSAGE: first of up to five payload words */
#define NI_CMD_DEQ_QUEUE             1          /* DEQUEUE: address of the multi-reader queue's line */
#define NI_CMD_DEQ_DST               2          /* DEQUEUE: response address, to which the item is written; that of a queue line appends to the queue */
#define NI_CMD_DEQ_ACK               3          /* DEQUEUE: address of the counter to which the size is added when the item has been written, or 0 */

/* Opcodes */
#define NI_OP_RDMA_WRITE             1          /* copy from source to destination */
#define NI_OP_RDMA_READ              2          /* copy from source to destination */
#define NI_OP_MESSAGE                3          /* write up to five words of the command buffer itself to the destination */
#define NI_OP_DEQUEUE                4          /* have the oldest item of a multi-reader queue written to the response address, now or when there is one */

/* Counter (word indices) */
#define NI_COUNTER_VALUE             0          /* The value, sign-extended from 24 bits when read */
#define NI_COUNTER_ADD               1          /* A store of v, local or remote, adds the low 24 bits of v, sign-extended, and may trigger */
#define NI_COUNTER_NOTIFY            4          /* First of four notification addresses (words 4 to 7), local or global; 0 is unused */

/* Single-reader queue (word indices) */
#define NI_QUEUE_TAIL                0          /* Items ever appended, free running */
#define NI_QUEUE_HEAD                1          /* Items ever consumed, free running; written by software */
#define NI_QUEUE_CONFIG              2          /* Shape of the body */
#define NI_QUEUE_LOG2_SLOTS_SHIFT    0          /* base-2 logarithm of the number of slots */
#define NI_QUEUE_LOG2_SLOTS_MASK     0x1f       /* base-2 logarithm of the number of slots */
#define NI_QUEUE_SLOT_WORDS_SHIFT    8          /* words of a slot; with 0 nothing fits */
#define NI_QUEUE_SLOT_WORDS_MASK     0xff00     /* words of a slot; with 0 nothing fits */
#define NI_QUEUE_BODY                3          /* Address of slot 0, in this node's own scratchpad or reachable memory */
#define NI_QUEUE_DROPPED             4          /* Items dropped because the queue was full or they did not fit; software may store to it */

/* Multi-reader queue (word indices) */
#define NI_MRQUEUE_TAIL              0          /* Items ever taken, free running */
#define NI_MRQUEUE_HEAD              1          /* Readers ever taken, free running */
#define NI_MRQUEUE_CONFIG            2          /* Shape of the body */
#define NI_MRQUEUE_LOG2_SLOTS_SHIFT  0          /* base-2 logarithm of the number of slots */
#define NI_MRQUEUE_LOG2_SLOTS_MASK   0x1f       /* base-2 logarithm of the number of slots */
#define NI_MRQUEUE_ITEM_WORDS_SHIFT  8          /* words of an item, 1 to 5; with others nothing is taken */
#define NI_MRQUEUE_ITEM_WORDS_MASK   0xf00      /* words of an item, 1 to 5; with others nothing is taken */
#define NI_MRQUEUE_BODY              3          /* Address of slot 0, in this node's own scratchpad or reachable memory */
#define NI_MRQUEUE_DROPPED           4          /* Items dropped and readers refused: queue full, or another size than the item's; software may store to it */

#endif
