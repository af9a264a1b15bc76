/* Associative list processing unit: constants for C and assembly, from devices/regs/alpu.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_ALPU_H
#define HAL_REGS_ALPU_H

/* Registers (byte offsets) */
#define ALPU_REG_CTRL                0x0        /* Control bits of the unit */
#define ALPU_CTRL_ENABLE             0x1        /* 1 = the unit receives headers, or requests to receive */
#define ALPU_CTRL_FORCE_RESET        0x2        /* writing 1 deletes all entries, empties all FIFOs, drops the held header and leaves insert mode; reads 0; exists only in this model, for tests */
#define ALPU_REG_STATUS              0x4        /* State of the unit */
#define ALPU_STATUS_RESULT           0x1        /* 1 = the result FIFO holds at least one result */
#define ALPU_STATUS_COMMAND_FULL     0x2        /* 1 = the command FIFO is full; commands that have not reached the unit yet count, too */
#define ALPU_STATUS_INSERT_MODE      0x4        /* 1 = the unit is in insert mode */
#define ALPU_STATUS_HELD             0x8        /* 1 = the unit holds a header that matched no entry in insert mode */
#define ALPU_STATUS_RESULTS_SHIFT    8          /* number of results in the result FIFO */
#define ALPU_STATUS_RESULTS_MASK     0xff00     /* number of results in the result FIFO */
#define ALPU_STATUS_ENTRIES_SHIFT    16         /* number of valid entries */
#define ALPU_STATUS_ENTRIES_MASK     0x3ff0000  /* number of valid entries */
#define ALPU_REG_COMMAND             0x8        /* Puts a command without parameters into the command FIFO */
#define ALPU_REG_MATCH_LOW           0x10       /* Match bits 31 to 0 of the next entry */
#define ALPU_MATCH_TAG_SHIFT         0          /* MPI tag of the message */
#define ALPU_MATCH_TAG_MASK          0xffff     /* MPI tag of the message */
#define ALPU_MATCH_SOURCE_SHIFT      16         /* source rank of the message, 0 to 32767 */
#define ALPU_MATCH_SOURCE_MASK       0x7fff0000 /* source rank of the message, 0 to 32767 */
#define ALPU_MATCH_CONTEXT_LOW       0x80000000 /* lowest bit of the context, which identifies the communicator */
#define ALPU_REG_MATCH_HIGH          0x14       /* Match bits 41 to 32 of the next entry */
#define ALPU_MATCH_CONTEXT_HIGH_SHIFT 0          /* the other bits of the context */
#define ALPU_MATCH_CONTEXT_HIGH_MASK 0x3ff      /* the other bits of the context */
#define ALPU_REG_MASK_LOW            0x18       /* Mask bits 31 to 0 of the next entry; 1 = ignore this match bit */
#define ALPU_REG_MASK_HIGH           0x1c       /* Mask bits 41 to 32 of the next entry; 1 = ignore this match bit */
#define ALPU_REG_TAG                 0x20       /* Puts the command INSERT into the command FIFO */
#define ALPU_REG_RESULT              0x28       /* Removes the oldest result from the result FIFO and reads it */
#define ALPU_RESULT_KIND_SHIFT       30         /* kind of the result, see the table of results below */
#define ALPU_RESULT_KIND_MASK        0xc0000000 /* kind of the result, see the table of results below */
#define ALPU_RESULT_VALUE_SHIFT      0          /* SUCCESS: tag of the entry; START_ACK: number of free cells */
#define ALPU_RESULT_VALUE_MASK       0xfffff    /* SUCCESS: tag of the entry; START_ACK: number of free cells */
#define ALPU_REG_PROBE_LOW           0x30       /* Match bits 31 to 0 of the next test header */
#define ALPU_REG_PROBE_HIGH          0x34       /* Match bits 41 to 32 of the next test header */
#define ALPU_REG_PROBE_MASK_LOW      0x38       /* Mask bits 31 to 0 of the next test header; 1 = ignore this match bit */
#define ALPU_REG_PROBE_MASK_HIGH     0x3c       /* Mask bits 41 to 32 of the next test header; 1 = ignore this match bit */
#define ALPU_REG_PROBE               0x40       /* Delivers a test header to the unit, as the network or the host would */

/* Commands */
#define ALPU_COMMAND_RESET           1          /* deletes all entries */
#define ALPU_COMMAND_START_INSERT    2          /* enters insert mode; the unit answers with START_ACK when it is in insert mode */
#define ALPU_COMMAND_STOP_INSERT     4          /* leaves insert mode */

/* Results */
#define ALPU_RESULT_NONE             0          /* there is no result */
#define ALPU_RESULT_START_ACK        1          /* the unit is in insert mode; VALUE is the number of free cells */
#define ALPU_RESULT_SUCCESS          2          /* an entry matched the header and was deleted; VALUE is the tag of the entry */
#define ALPU_RESULT_FAILURE          3          /* no entry matched the header */

/* Arrangement */
#define ALPU_UNIT_BYTES              4096       /* size of a unit's address range, in bytes */

#endif
