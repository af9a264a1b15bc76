// Phases: places at which another part of a call begins (docs/phases.md). Such a place is a label to which nobody jumps: the
// compiler keeps in the debug information where it stands, and nothing at all in the code, which is the same to the byte
// without it. Where ways join, it may know of one of them only: a label belongs where the way is one.
#ifndef PHASE_H
#define PHASE_H

#ifndef PHASES
#define PHASES 1  // 0: none, for the proof that they cost nothing
#endif

#if PHASES
#define PHASE(name) rankine_phase_##name: __attribute__((unused));
#else
#define PHASE(name)
#endif

#endif
