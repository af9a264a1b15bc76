/* Fast Simplex Links: constants for C and assembly, from devices/regs/fsl.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_FSL_H
#define HAL_REGS_FSL_H

/* Registers of a link (byte offsets) */
#define FSL_REG_GET                  0x0        /* Takes the oldest word, which should have control = 0 */
#define FSL_REG_CGET                 0x4        /* Takes the oldest word, which should have control = 1 */
#define FSL_REG_NGET                 0x8        /* Takes the oldest word, which should have control = 0, and clears FLAGS.CARRY */
#define FSL_REG_STATUS               0xc        /* State of the FIFO from which this hart gets */
#define FSL_STATUS_EXISTS            0x1        /* 1 = the FIFO holds at least one word */
#define FSL_STATUS_CONTROL           0x2        /* control bit of the oldest word; 0 if the FIFO is empty */
#define FSL_STATUS_FILL_SHIFT        8          /* number of words in the FIFO */
#define FSL_STATUS_FILL_MASK         0x1f00     /* number of words in the FIFO */
#define FSL_REG_PUT                  0x10       /* Puts a word with control = 0 */
#define FSL_REG_CPUT                 0x14       /* Puts a word with control = 1 */
#define FSL_REG_FLAGS                0x18       /* Flags of the hart, shared by all of its links */
#define FSL_FLAGS_CARRY              0x1        /* 1 = the last non-blocking access found no word, or no place */
#define FSL_FLAGS_MISMATCH           0x2        /* 1 = a word was taken whose control bit was not the expected one; stays 1 until software clears it */
#define FSL_REG_NPUT                 0x1c       /* Puts a word with control = 0 and clears FLAGS.CARRY */

/* Arrangement */
#define FSL_LINK_BYTES               32         /* distance from the registers of one link to those of the next, in bytes */

#endif
