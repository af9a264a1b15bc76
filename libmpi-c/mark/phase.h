// Phases: labels at which the next part of a call begins (docs/phases.md). No code jumps to such a label. The compiler keeps
// its place in the debug information only; the code is the same to the byte without it. Put a label where all control flow
// passes through one point: where paths join, the compiler may keep only one of them.
#ifndef PHASE_H
#define PHASE_H

#ifndef PHASES
#define PHASES 1  // 0: no labels, to prove that they cost nothing
#endif

#ifndef PHASES_TIMED
#define PHASES_TIMED 0  // 1: reads the hart's counter where a phase begins, as Katsamani 2010 §4.4.2 read a timer; phases include that cost
#endif

#if PHASES_TIMED
#include <stdint.h>
extern volatile uint32_t phase_time;
static inline void phase_read(void)
{
    uintptr_t now;
    __asm__ volatile(".option push\n.option arch, +zicsr\nrdcycle %0\n.option pop" : "=r"(now));
    phase_time = now;
}
#define PHASE_READ phase_read();
#else
#define PHASE_READ
#endif

#if PHASES
#define PHASE(name) rankine_phase_##name: __attribute__((unused)); PHASE_READ
#else
#define PHASE(name) PHASE_READ
#endif

// First and last statement of a blocking call's fast path. Only a library that reads a timer has phases there.
#if PHASES_TIMED
#define PHASE_EDGE(name) PHASE(name)
#else
#define PHASE_EDGE(name)
#endif

#endif
