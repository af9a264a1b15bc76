// Marks: places that a watcher wants to know of. A mark is no instruction: a label, and an entry for it in a section that
// is not loaded, which says where the watcher finds the mark's operands (as SystemTap's static probes do). So that it
// costs nothing, it must name only what is at hand where it stands. As a label is no instruction, it must not stand at the end
// of a way that another one joins there without passing it: what follows must belong to the mark alone.
//
// An entry: the address, as wide as one; then text up to a zero byte: the mark's name and its operands; then zeros up to
// the next multiple of an address' width. An operand is a register, a number, a place in memory as in 8(a0), or two
// registers low:high for 64 bits on RV32; behind it there may be a field of it as in @32:16, bits from the 32nd, 16 of them.
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

// The compiler takes it for the shortest instruction when it decides what to inline.
#define MARK(text, ...)                                                                                               \
    __asm__ __inline__ __volatile__("991:\n\t.pushsection .rankine.marks,\"\",@progbits\n\t.p2align " MARK_ALIGN         \
                                    "\n\t.dc.a 991b\n\t.asciz \"" text "\"\n\t.p2align " MARK_ALIGN                      \
                                    "\n\t.popsection" ::__VA_ARGS__)

#endif
