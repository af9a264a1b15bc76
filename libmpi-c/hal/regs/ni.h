/* Network interface: constants for C and assembly, from devices/regs/ni.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_NI_H
#define HAL_REGS_NI_H

/* Control and diagnostic registers (byte offsets) */
#define NI_REG_NODE                  0x0        /* Number of this node, counted from 0 */
#define NI_REG_NODES                 0x4        /* Number of nodes on the network */
#define NI_REG_ERR                   0x8        /* Error flags */
#define NI_ERR_BAD_DESC              0x1        /* a command was dropped: its opcode is unknown, its size is wrong, or one of its addresses is neither in scratchpad nor in reachable memory */
#define NI_ERR_CNT_OVERSHOOT         0x2        /* an ADD moved a counter past 0, so the counter did not trigger */
#define NI_ERR_TAG_LASTWAY           0x4        /* a store to a tag was refused because it would have taken the last cache way of a set (Katsamani 2010 §3.1.1) */
#define NI_ERR_BAD_TAG               0x8        /* a store to a tag was refused: the type does not exist on this platform, reserved bits are set, or the line belongs to another node */
#define NI_ERR_QUEUE_SIZE            0x10       /* a queue refused a message or a reader: its size does not fit the queue, or the queue's CONFIG is unusable */
#define NI_ERR_QUEUE_DROP            0x20       /* a queue refused a message or a reader because it was full; the queue's word DROPPED counts them */
#define NI_ERR_BAD_STORE             0x40       /* this node dropped data, a remote store, an ADD, a notification or a reader, because nothing at its address can take it */
#define NI_ERR_OVERRUN               0x80       /* an acknowledgement or a notification was lost because `ni.response_fifo` of them were already waiting to leave */
#define NI_REG_STORES_PENDING        0xc        /* Number of this hart's remote stores that have not left the node yet */
#define NI_REG_LINE_BYTES            0x10       /* Size of a scratchpad line in bytes */
#define NI_REG_LINES                 0x14       /* Number of scratchpad lines */
#define NI_REG_PACKET_BYTES          0x18       /* Largest payload of a packet in bytes */

/* Tag word (byte offsets) */
#define NI_TAGWORD_FIRST             0x0        /* Tag of line 0 */
#define NI_TAG_TYPE_SHIFT            0          /* type of the line, one of NI_TAG_… */
#define NI_TAG_TYPE_MASK             0xf        /* type of the line, one of NI_TAG_… */

/* Line types */
#define NI_TAG_CACHE                 0          /* ordinary cache line; exists only if the scratchpad is a part of a cache (`ni.cache_ways`) */
#define NI_TAG_SCRATCHPAD            1          /* plain scratchpad, for loads and stores of any width, local or remote */
#define NI_TAG_COUNTER               2          /* counter with notifications */
#define NI_TAG_COMMAND               3          /* command buffer */
#define NI_TAG_QUEUE                 4          /* single-reader queue */
#define NI_TAG_MRQUEUE               5          /* multi-reader queue */

/* Command buffer (word indices) */
#define NI_CMD_HEAD                  0          /* Opcode and size of the command */
#define NI_CMD_SIZE_SHIFT            0          /* size in bytes, at least 1; for MESSAGE and DEQUEUE: number of words (1 to 5) * word_bytes */
#define NI_CMD_SIZE_MASK             0xffffff   /* size in bytes, at least 1; for MESSAGE and DEQUEUE: number of words (1 to 5) * word_bytes */
#define NI_CMD_OPCODE_SHIFT          24         /* opcode, one of NI_OP_… */
#define NI_CMD_OPCODE_MASK           0xff000000 /* opcode, one of NI_OP_… */
#define NI_CMD_SRC                   1          /* RDMA: source address */
#define NI_CMD_DST                   2          /* RDMA: destination address */
#define NI_CMD_ACK                   3          /* RDMA: address of a counter, or 0 */
#define NI_CMD_MSG_DST               1          /* MESSAGE: destination address */
#define NI_CMD_MSG_ACK               2          /* MESSAGE: address of a counter, or 0 */
#define NI_CMD_MSG_DATA              3          /* MESSAGE: first payload word */
#define NI_CMD_DEQ_QUEUE             1          /* DEQUEUE: address of the line of a multi-reader queue */
#define NI_CMD_DEQ_DST               2          /* DEQUEUE: response address, to which the item is written */
#define NI_CMD_DEQ_ACK               3          /* DEQUEUE: address of a counter, or 0 */

/* Opcodes */
#define NI_OP_RDMA_WRITE             1          /* copy SIZE bytes from the source to the destination */
#define NI_OP_RDMA_READ              2          /* the same as RDMA_WRITE */
#define NI_OP_MESSAGE                3          /* write up to five words, which are in the command buffer itself, to the destination */
#define NI_OP_DEQUEUE                4          /* request the oldest item of a multi-reader queue; it is written to the response address as soon as there is one */

/* Counter (word indices) */
#define NI_COUNTER_VALUE             0          /* The counter's value, sign-extended from 24 bits when read */
#define NI_COUNTER_ADD               1          /* Increment */
#define NI_COUNTER_NOTIFY            4          /* First of four notification addresses, in words 4 to 7 */

/* Single-reader queue (word indices) */
#define NI_QUEUE_TAIL                0          /* Number of items appended so far; it wraps around at the width of the word */
#define NI_QUEUE_HEAD                1          /* Number of items that software has consumed so far; it wraps around at the width of the word */
#define NI_QUEUE_CONFIG              2          /* Number and size of the slots */
#define NI_QUEUE_LOG2_SLOTS_SHIFT    0          /* base-2 logarithm of the number of slots */
#define NI_QUEUE_LOG2_SLOTS_MASK     0x1f       /* base-2 logarithm of the number of slots */
#define NI_QUEUE_SLOT_WORDS_SHIFT    8          /* size of a slot in words; with 0 the queue takes no item */
#define NI_QUEUE_SLOT_WORDS_MASK     0xff00     /* size of a slot in words; with 0 the queue takes no item */
#define NI_QUEUE_BODY                3          /* Address of slot 0 */
#define NI_QUEUE_DROPPED             4          /* Number of items dropped because the queue was full or the item did not fit a slot */

/* Multi-reader queue (word indices) */
#define NI_MRQUEUE_TAIL              0          /* Number of items taken so far; it wraps around at the width of the word */
#define NI_MRQUEUE_HEAD              1          /* Number of readers taken so far; it wraps around at the width of the word */
#define NI_MRQUEUE_CONFIG            2          /* Number of slots and size of an item */
#define NI_MRQUEUE_LOG2_SLOTS_SHIFT  0          /* base-2 logarithm of the number of slots */
#define NI_MRQUEUE_LOG2_SLOTS_MASK   0x1f       /* base-2 logarithm of the number of slots */
#define NI_MRQUEUE_ITEM_WORDS_SHIFT  8          /* size of an item in words, 1 to 5; with another value the queue takes neither items nor readers */
#define NI_MRQUEUE_ITEM_WORDS_MASK   0xf00      /* size of an item in words, 1 to 5; with another value the queue takes neither items nor readers */
#define NI_MRQUEUE_BODY              3          /* Address of slot 0 */
#define NI_MRQUEUE_DROPPED           4          /* Number of items dropped and readers refused, because the queue was full or their size was not the size of an item */

#endif
