// Handles as integers, as MPI_Comm_c2f and its like convert them (api/convert.c), and arrays of handles.
#ifndef FORTRAN_HANDLES_H
#define FORTRAN_HANDLES_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"

#define HANDLE(type, integer) ((type)(uintptr_t)(uint32_t)(integer))
#define INTEGER(handle) ((MPI_Fint)(uint32_t)(uintptr_t)(handle))

enum { HANDLES_FEW = 16 };

// An array of handles of any type, as the C functions take it.
struct handles {
    void **all;
    void *few[HANDLES_FEW];  // room for short arrays
};

// Converts `count` handles; a negative count is none. `integers` may then be any address. Returns the array, which the caller
// passes to one call. The run ends if there is no memory.
void *handles_read(struct handles *handles, int count, const MPI_Fint *integers);

// Converts the handles back, and frees the array.
void handles_write(struct handles *handles, int count, MPI_Fint *integers);

// Frees the array.
void handles_free(struct handles *handles);

// Memory that stays, or that the caller frees. The run ends if there is none.
void *handles_memory(size_t bytes);

#endif
