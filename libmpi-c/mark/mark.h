// Marks: places in the library that a watcher observes. A mark is no instruction. It is a label, and an entry in a section
// that is not loaded, which tells the watcher where the operands are (as SystemTap's static probes do). To cost nothing, a
// mark may name only values at hand. Do not place a mark just before a point where another path joins: the next instruction
// must belong to the mark's path alone.
//
// An entry: the address; then text up to a zero byte: the mark's name and its operands; then zeros up to the next multiple
// of the address width. An operand is a register, a number, a place in memory as in 8(a0), or two registers low:high for 64
// bits on RV32. A field of it may follow: @32:16 means 16 bits from bit 32 on.
#ifndef MARK_H
#define MARK_H

#include <stdint.h>

#if __riscv_xlen == 64
#define MARK_ALIGN "3"
#define MARK_ENVELOPE "%0"
#define MARK_ENVELOPE_OPERANDS(key) "nr"(key), "nr"(0)
#else
#define MARK_ALIGN "2"
#define MARK_ENVELOPE "%0:%1"
#define MARK_ENVELOPE_OPERANDS(key) "nr"((uint32_t)(key)), "nr"((uint32_t)((key) >> 32))
#endif

// For its decisions on inlining, the compiler counts it as the shortest instruction.
#define MARK(text, ...)                                                                                               \
    __asm__ __inline__ __volatile__("991:\n\t.pushsection .rankine.marks,\"\",@progbits\n\t.p2align " MARK_ALIGN         \
                                    "\n\t.dc.a 991b\n\t.asciz \"" text "\"\n\t.p2align " MARK_ALIGN                      \
                                    "\n\t.popsection" ::__VA_ARGS__)

#endif
