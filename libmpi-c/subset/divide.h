// TMD-MPI: division as the library of the compiler for MicroBlaze had it, where the core has no divider.
#ifndef SUBSET_DIVIDE_H
#define SUBSET_DIVIDE_H

#include <stdint.h>

// `by` is not 0.
uint32_t subset_quotient(uint32_t value, uint32_t by);
uint32_t subset_remainder(uint32_t value, uint32_t by);

#endif
