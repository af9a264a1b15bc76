/* Simulation control: constants for C and assembly, from devices/regs/sim.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_SIM_H
#define HAL_REGS_SIM_H

/* Registers (byte offsets) */
#define SIM_REG_EXIT                 0x0        /* Ends this hart's program; the value written is its exit status */
#define SIM_REG_PUTCHAR              0x4        /* Writes the low byte to the console of this node */
#define SIM_PUTCHAR_BYTE_SHIFT       0          /* the byte */
#define SIM_PUTCHAR_BYTE_MASK        0xff       /* the byte */
#define SIM_REG_NODE                 0x8        /* This node's number, 0-based */
#define SIM_REG_NODES                0xc        /* Number of nodes */
#define SIM_REG_CYCLE_LO             0x10       /* Low half of the platform's cycle counter */
#define SIM_REG_CYCLE_HI             0x14       /* High half of the cycle counter as it was when CYCLE_LO was last read */
#define SIM_REG_CLOCK_HZ             0x18       /* Frequency of the clock that CYCLE_LO counts, in hertz */
#define SIM_REG_APPNUM               0x1c       /* Number of this node's program among those of the command line, which are separated by `:` */
#define SIM_REG_NO_HART              0x20       /* Nodes without a hart: bit 0 is node 0 */

/* Arrangement */
#define SIM_NO_HART_WORDS            8          /* words of NO_HART, 32 nodes each */

#endif
