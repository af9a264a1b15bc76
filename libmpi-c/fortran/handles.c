// Arrays of handles.
#include "fortran/handles.h"

#include <stdio.h>
#include <stdlib.h>

void *handles_memory(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "MPI: no memory for the arguments of a function of Fortran (%zu bytes)\n", bytes);
        abort();
    }
    return memory;
}

void *handles_read(struct handles *handles, int count, const MPI_Fint *integers)
{
    handles->all = count <= HANDLES_FEW ? handles->few : handles_memory(count * sizeof *handles->all);
    for (int i = 0; i < count; i++)
        handles->all[i] = HANDLE(void *, integers[i]);
    return handles->all;
}

void handles_write(struct handles *handles, int count, MPI_Fint *integers)
{
    for (int i = 0; i < count; i++)
        integers[i] = INTEGER(handles->all[i]);
    handles_free(handles);
}

void handles_free(struct handles *handles)
{
    if (handles->all != handles->few)
        free(handles->all);
}
