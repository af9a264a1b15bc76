// TMD-MPI behind a TMD-MPE: words of a command, and collectives that it carries out.
#ifndef SUBSET_COMMAND_H
#define SUBSET_COMMAND_H

#include "channel/fsl/mpe.h"
#include "hal/fsl.h"
#include "subset/subset.h"

// So many bytes to the TMD-MPE, and from it, of which the first word has control = 1. Not for none.
void subset_put_words(const void *data, size_t bytes);
void subset_get_words(void *data, size_t bytes);

#if FSL_HAS_COLLECTIVES

// Collectives of all ranks. Each returns false if TMD-MPEs do not have it, and then has done nothing.
bool subset_command_barrier(void);
bool subset_command_broadcast(unsigned root, void *data, int count, MPI_Datatype datatype);
bool subset_command_reduce(unsigned root, const void *from, void *to, int count, MPI_Datatype datatype, MPI_Op op);

#else

static inline bool subset_command_barrier(void)
{
    return false;
}

static inline bool subset_command_broadcast(unsigned root, void *data, int count, MPI_Datatype datatype)
{
    (void)root, (void)data, (void)count, (void)datatype;
    return false;
}

static inline bool subset_command_reduce(unsigned root, const void *from, void *to, int count, MPI_Datatype datatype, MPI_Op op)
{
    (void)root, (void)from, (void)to, (void)count, (void)datatype, (void)op;
    return false;
}

#endif

#endif
