// Lab 13: five small programs, each with one mistake. The argument, from 1 to 5, chooses the program.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1, CELLS = 8 };

// 1: Each rank passes its block of cells to the right neighbour and adds up the block that it receives.
static void pass_blocks(int rank, int size)
{
    int cells[CELLS], *got = cells, sum = 0;
    MPI_Request requests[2];
    for (int i = 0; i < CELLS; i++)
        cells[i] = rank * CELLS + i;
    MPI_Isend(cells, CELLS, MPI_INT, (rank + 1) % size, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(got, CELLS, MPI_INT, (rank + size - 1) % size, TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < CELLS; i++)
        sum += got[i];
    printf("rank %d: got a block with sum %d\n", rank, sum);
}

// 2: Rank 0 tells the others the limits of their work: first and last item.
static void tell_limits(int rank, int size)
{
    int limits[2];
    for (int other = 1; rank == 0 && other < size; other++) {
        limits[0] = (other - 1) * 100;
        limits[1] = other * 100 - 1;
        MPI_Send(limits, 2, MPI_INT, other, TAG, MPI_COMM_WORLD);
    }
    if (rank != 0) {
        MPI_Recv(limits, 1, MPI_LONG, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("rank %d: items %d to %d\n", rank, limits[0], limits[1]);
    }
}

// 3: Every rank sends rank 0 one result for each of its `rank` tasks, then the value 0 as the end.
static void collect_results(int rank, int size)
{
    int result, sum = 0, ended = 0;
    if (rank != 0) {
        for (int task = 1; task <= rank; task++) {
            result = task * 10;
            MPI_Send(&result, 1, MPI_INT, 0, TAG + task, MPI_COMM_WORLD);
        }
        result = 0;
        MPI_Send(&result, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
        return;
    }
    while (ended < size - 1) {
        MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += result;
        ended += result == 0;
    }
    printf("results: %d\n", sum);
}

// 4: All ranks find the longest of their times; then rank 0 prints it.
static void longest_time(int rank, int size)
{
    int mine = (rank * 7) % size, longest = 0;
    if (rank < size / 2)
        MPI_Allreduce(&mine, &longest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    else
        MPI_Allreduce(&mine, &longest, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("longest: %d\n", longest);
}

// 5: A histogram over all ranks: a table with a place for each kind of value, then one for the number of values.
enum { KINDS = 10, VALUES = KINDS };

// Counts a value. Values above 9 count for the last kind, too.
static void count(int *table, int value)
{
    table[value]++;
    table[VALUES]++;
}

static void histogram(int rank, int size)
{
    int mine[KINDS + 1] = {0}, all[KINDS + 1];
    for (int i = 0; i < 20; i++)
        count(mine, (rank + i * size) % 11);
    MPI_Reduce(mine, all, KINDS + 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("values: %d, of the last kind %d\n", all[VALUES], all[KINDS - 1]);
}

int main(int argc, char **argv)
{
    static void (*const PROGRAMS[])(int rank, int size) = {pass_blocks, tell_limits, collect_results, longest_time,
                                                           histogram};
    MPI_Init(&argc, &argv);
    int rank, size, number = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (number < 1 || number > 5 || size < 2) {
        if (rank == 0)
            printf("usage: bugs 1|2|3|4|5\n  needs two ranks\n");
        MPI_Finalize();
        return 2;
    }
    PROGRAMS[number - 1](rank, size);
    MPI_Finalize();
    return 0;
}
