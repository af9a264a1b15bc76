// Rows of wrong calls: each call returns its error class, and the library works afterwards.
#ifndef ROWS_H
#define ROWS_H

#include "expect.h"

#define ROW(class, call) row(#call, class, call, __LINE__)
// Rows for this library only. MPICH 4.0 crashes, does not check, or returns another class, as the standard allows.
#ifdef MPICH_VERSION
#define OURS(class, call) (void)0
#else
#define OURS ROW
#endif
#define LENGTH(rows) (sizeof(rows) / sizeof(rows)[0])

static int wrong_rows;
static MPI_Datatype loose = MPI_DATATYPE_NULL;

static inline void row(const char *call, int expected, int code, int line)
{
    if (class_of(code) != expected) {
        fprintf(stderr, "line %d: rank %d: %s: class %d instead of %d\n", line, rank, call, class_of(code), expected);
        wrong_rows++;
    }
    working();
}

// Handles of objects that are freed, or not yet committed.
static inline MPI_Comm freed_comm(void)
{
    MPI_Comm comm, handle;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    handle = comm;
    MPI_Comm_free(&comm);
    return handle;
}

static inline MPI_Datatype loose_type(void)
{
    if (loose == MPI_DATATYPE_NULL)
        MPI_Type_contiguous(2, MPI_INT, &loose);
    return loose;
}

static inline MPI_Datatype freed_type(void)
{
    MPI_Datatype type, handle;
    MPI_Type_contiguous(3, MPI_INT, &type);
    handle = type;
    MPI_Type_free(&type);
#ifdef MPICH_VERSION
    handle = MPI_DATATYPE_NULL;  // MPICH does not notice the freed handle
#endif
    return handle;
}

// Checks that all rows were right, and ends the program.
static inline int rows_end(void)
{
    CHECK(wrong_rows == 0);
    if (loose != MPI_DATATYPE_NULL)
        MPI_Type_free(&loose);
    return end();
}

#endif
