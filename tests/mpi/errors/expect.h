// Shared by the programs that test errors.
#ifndef EXPECT_H
#define EXPECT_H

#include "../check.h"

#define EXPECT(class, call) CHECK(class_of(call) == class)

// Makes errors return, those on MPI_COMM_WORLD and those of calls without an object.
static inline void returning(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

// Checks that the library still works.
static inline void working(void)
{
    int own = rank + 1, sum = 0, token = -1;
    CHECK(MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS);
    CHECK(sum == size * (size + 1) / 2);
    CHECK(MPI_Sendrecv(&own, 1, MPI_INT, (rank + 1) % size, 3, &token, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(token == (rank + size - 1) % size + 1);
}

#endif
