/* Fast Simplex Links: constants for C and assembly, from devices/regs/fsl.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_FSL_H
#define HAL_REGS_FSL_H

/* Registers of a link (byte offsets) */
#define FSL_REG_GET                  0x0        /* Takes the oldest word, which should have control = 0 */
#define FSL_REG_CGET                 0x4        /* Takes the oldest word, which should have control = 1 */
#define FSL_REG_NGET                 0x8        /* Takes the oldest word, which should have control = 0, and clears FLAGS.CARRY */
#define FSL_REG_STATUS               0xc        /* What is in the FIFO to this hart */
#define FSL_STATUS_EXISTS            0x1        /* there is a word */
#define FSL_STATUS_CONTROL           0x2        /* control bit of the oldest word; 0 without one */
#define FSL_STATUS_FILL_SHIFT        8          /* words in the FIFO */
#define FSL_STATUS_FILL_MASK         0x1f00     /* words in the FIFO */
#define FSL_REG_PUT                  0x10       /* Puts a word with control = 0 */
#define FSL_REG_CPUT                 0x14       /* Puts a word with control = 1 */
#define FSL_REG_FLAGS                0x18       /* Flags of the hart, the same at each of its links */
#define FSL_FLAGS_CARRY              0x1        /* the last non-blocking access found no word, or no place */
#define FSL_FLAGS_MISMATCH           0x2        /* a word was taken whose control bit was not the one that the access wants; stays until it is cleared */
#define FSL_REG_NPUT                 0x1c       /* Puts a word with control = 0, and clears FLAGS.CARRY */

/* Arrangement */
#define FSL_LINK_BYTES               32         /* from one link's registers to the next link's, in bytes */

#endif
