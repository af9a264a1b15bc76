// TMD-MPI: division as in the compiler library for MicroBlazes without a divider.
#ifndef SUBSET_DIVIDE_H
#define SUBSET_DIVIDE_H

#include <stdint.h>

// `by` must not be 0.
uint32_t subset_quotient(uint32_t value, uint32_t by);
uint32_t subset_remainder(uint32_t value, uint32_t by);

#endif
