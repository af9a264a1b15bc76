/* A sum around a ring: the reference solution. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the sum of the numbers of all ranks. Every rank calls it with its own number. */
static int sum_of_all(int number)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int sum = number, passed = number;
    for (int step = 1; step < size; step++) {
        int received;
        MPI_Sendrecv(&passed, 1, MPI_INT, right, 0, &received, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += received;
        passed = received;
    }
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int first = argc > 1 ? atoi(argv[1]) : 0;
    int sum = sum_of_all(first + rank);
    printf("rank %d: sum %d\n", rank, sum);
    MPI_Finalize();
    return 0;
}
