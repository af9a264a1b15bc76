// Shared by the self-checking MPI programs: a failed check prints itself and aborts the run.
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pattern.h"

static int rank, size;

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, rank, #condition); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                         \
        }                                                                                         \
    } while (0)

static inline void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline int end(void)
{
    MPI_Finalize();
    if (rank == 0)
        printf("ok\n");
    return 0;
}

// The root after `root`, for a collective that is tried with all roots. On more than 20 ranks only the
// first and the last are tried, because the time of trying all grows with the square of the ranks.
static inline int next_root(int root)
{
    return size <= 20 || root == size - 1 ? root + 1 : size - 1;
}

// The class of an error code.
static inline int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static inline int count_of(const MPI_Status *status, MPI_Datatype datatype)
{
    int count;
    MPI_Get_count(status, datatype, &count);
    return count;
}

#endif
