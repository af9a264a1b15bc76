/* Associative list processing unit: constants for C and assembly, from devices/regs/alpu.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_ALPU_H
#define HAL_REGS_ALPU_H

/* Registers (byte offsets) */
#define ALPU_REG_CTRL                0x0        /* How the unit works */
#define ALPU_CTRL_ENABLE             0x1        /* headers, or requests to receive, are delivered to the unit */
#define ALPU_CTRL_FORCE_RESET        0x2        /* writing 1 empties cells, FIFOs and the held header and leaves insert mode; reads 0; the model only, for tests */
#define ALPU_REG_STATUS              0x4        /* The state of the unit */
#define ALPU_STATUS_RESULT           0x1        /* there is a result */
#define ALPU_STATUS_COMMAND_FULL     0x2        /* the command FIFO has no place; commands on their way count */
#define ALPU_STATUS_INSERT_MODE      0x4        /* the unit is in insert mode */
#define ALPU_STATUS_HELD             0x8        /* a header has matched nothing in insert mode and waits */
#define ALPU_STATUS_RESULTS_SHIFT    8          /* results in the FIFO */
#define ALPU_STATUS_RESULTS_MASK     0xff00     /* results in the FIFO */
#define ALPU_STATUS_ENTRIES_SHIFT    16         /* valid entries */
#define ALPU_STATUS_ENTRIES_MASK     0x3ff0000  /* valid entries */
#define ALPU_REG_COMMAND             0x8        /* Puts a command without parameters into the command FIFO */
#define ALPU_REG_MATCH_LOW           0x10       /* Match bits 31 to 0 of the next entry */
#define ALPU_MATCH_TAG_SHIFT         0          /* tag of the message */
#define ALPU_MATCH_TAG_MASK          0xffff     /* tag of the message */
#define ALPU_MATCH_SOURCE_SHIFT      16         /* source rank, enough for 32768 nodes */
#define ALPU_MATCH_SOURCE_MASK       0x7fff0000 /* source rank, enough for 32768 nodes */
#define ALPU_MATCH_CONTEXT_LOW       0x80000000 /* lowest bit of the context */
#define ALPU_REG_MATCH_HIGH          0x14       /* Match bits 41 to 32 of the next entry */
#define ALPU_MATCH_CONTEXT_HIGH_SHIFT 0          /* higher bits of the context */
#define ALPU_MATCH_CONTEXT_HIGH_MASK 0x3ff      /* higher bits of the context */
#define ALPU_REG_MASK_LOW            0x18       /* Mask bits 31 to 0 of the next entry; 1 = the match bit does not count */
#define ALPU_REG_MASK_HIGH           0x1c       /* Mask bits 41 to 32 of the next entry */
#define ALPU_REG_TAG                 0x20       /* Puts the command INSERT with the match and mask bits written before into the command FIFO */
#define ALPU_REG_RESULT              0x28       /* Takes the oldest result */
#define ALPU_RESULT_KIND_SHIFT       30         /* what kind of result it is */
#define ALPU_RESULT_KIND_MASK        0xc0000000 /* what kind of result it is */
#define ALPU_RESULT_VALUE_SHIFT      0          /* tag of the entry, or number of free cells */
#define ALPU_RESULT_VALUE_MASK       0xfffff    /* tag of the entry, or number of free cells */
#define ALPU_REG_PROBE_LOW           0x30       /* Match bits 31 to 0 of the next test header */
#define ALPU_REG_PROBE_HIGH          0x34       /* Match bits 41 to 32 of the next test header */
#define ALPU_REG_PROBE_MASK_LOW      0x38       /* Mask bits 31 to 0 of the next test header */
#define ALPU_REG_PROBE_MASK_HIGH     0x3c       /* Mask bits 41 to 32 of the next test header */
#define ALPU_REG_PROBE               0x40       /* Delivers a test header with the match and mask bits written before, as the network or the host does */

/* Commands */
#define ALPU_COMMAND_RESET           1          /* all entries become invalid */
#define ALPU_COMMAND_START_INSERT    2          /* enters insert mode; START_ACK answers when the unit is in it */
#define ALPU_COMMAND_STOP_INSERT     4          /* leaves insert mode */

/* Results */
#define ALPU_RESULT_NONE             0          /* there is no result */
#define ALPU_RESULT_START_ACK        1          /* the unit is in insert mode; VALUE is the number of free cells */
#define ALPU_RESULT_SUCCESS          2          /* an entry matched and is deleted; VALUE is its tag */
#define ALPU_RESULT_FAILURE          3          /* no entry matched */

/* Arrangement */
#define ALPU_UNIT_BYTES              4096       /* address space of a unit, in bytes */

#endif
