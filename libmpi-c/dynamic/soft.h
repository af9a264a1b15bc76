// The info key "soft" of MPI_Comm_spawn: a set of numbers of processes (MPI 5.0 §11.8.4).
#ifndef SOFT_H
#define SOFT_H

#include <stdbool.h>

// Is `set` a list of Fortran triplets: "first", "first:last" or "first:last:step", with commas between them?
bool soft_is_set(const char *set);

// Is `number` in the set? soft_is_set must hold.
bool soft_allows(const char *set, int number);

// Returns the largest number of the set from 1 to `most`, or 0 if there is none. soft_is_set must hold.
int soft_largest(const char *set, int most);

#endif
