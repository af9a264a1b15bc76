// Values of attributes that Fortran sets. C gets the address of such a value (MPI 5.0 §19.3.7).
#ifndef FORTRAN_VALUES_H
#define FORTRAN_VALUES_H

#include "include/mpi.h"

// Returns the address of a new copy of a value, for C. A program that reads an integer of the default kind there finds it, too.
void *value_new(MPI_Aint value);

// Returns what Fortran gets for an attribute that C has: the value at an address of value_new, or else the address.
MPI_Aint value_at(void *address);

// Forgets a value, if the address is one of value_new.
void value_free(void *address);

#endif
