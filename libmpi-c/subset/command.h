// TMD-MPI with a TMD-MPE: the words of a command, and collectives that the TMD-MPE performs.
#ifndef SUBSET_COMMAND_H
#define SUBSET_COMMAND_H

#include "channel/fsl/mpe.h"
#include "hal/fsl.h"
#include "subset/subset.h"

// Put and take `bytes` bytes, not 0, to and from the TMD-MPE. The first word has control = 1.
void subset_put_words(const void *data, size_t bytes);
void subset_get_words(void *data, size_t bytes);

#if FSL_HAS_COLLECTIVES

// Collectives of all ranks. If TMD-MPEs lack the operation, each does nothing and returns false.
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
