// Phases: places at which another part of a call begins (docs/phases.md). Such a place is a label to which nobody jumps: the
// compiler keeps in the debug information where it stands, and nothing at all in the code, which is the same to the byte
// without it. Where ways join, it may know of one of them only: a label belongs where the way is one.
#ifndef PHASE_H
#define PHASE_H

#ifndef PHASES
#define PHASES 1  // 0: none, for the proof that they cost nothing
#endif

#ifndef PHASES_TIMED
#define PHASES_TIMED 0  // 1: the hart's counter is read where a phase begins, as Katsamani 2010 §4.4.2 read a timer: the phases then hold what that costs
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

// First and last statement of a blocking call's fast path, where only a library that reads a timer has phases.
#if PHASES_TIMED
#define PHASE_EDGE(name) PHASE(name)
#else
#define PHASE_EDGE(name)
#endif

#endif
