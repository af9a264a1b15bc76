// Loads and stores of 32-bit device registers, and checks that end the program, for programs without MPI that test devices.
#ifndef ACCESS_H
#define ACCESS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

static inline uint32_t load(uint32_t address)
{
    return *(volatile uint32_t *)address;
}

static inline void store(uint32_t address, uint32_t value)
{
    *(volatile uint32_t *)address = value;
}

#endif
