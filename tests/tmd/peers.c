// Ranks of the library and engines (devices/src/tmd/engine.rs) in one run. The first argument
// selects the action; the next two are the first and the last rank that is an engine.
//
//   sweep       each engine makes one sweep; the messages to all engines are under way at once
//   group       the ranks with harts make a communicator with collectives
//   barrier, dup, short: actions that are not possible
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                          \
    do {                                                                                                                          \
        if (!(condition)) {                                                                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                               \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                                                         \
        }                                                                                                                         \
    } while (0)

enum { TAG_SETUP = 1, TAG_ROWS, TAG_RESIDUAL = 4, TAG_DECISION, TAG_RESULT };
enum { ROWS = 2, COLUMNS = 5, OWN = ROWS * COLUMNS, MOST = 8 };

static int first, last;

// Setup and rows are sent at once: the second message waits for the first.
static void sweep(int is_short)
{
    static const int setup[] = {ROWS, COLUMNS, -1, -1, 0};
    static const float rows[OWN + 2 * COLUMNS] = {4, 4, 4, 4, 4};
    static const int stop = 1;
    MPI_Request requests[4 * MOST];
    float residuals[MOST], result[OWN];
    int count = 0, engines = last - first + 1, length;
    MPI_Status statuses[4 * MOST], status;
    for (int i = 0; i < engines; i++) {
        MPI_Isend(setup, sizeof setup, MPI_BYTE, first + i, TAG_SETUP, MPI_COMM_WORLD, &requests[count++]);
        MPI_Isend(rows, OWN + 2 * COLUMNS, MPI_FLOAT, first + i, TAG_ROWS, MPI_COMM_WORLD, &requests[count++]);
        MPI_Isend(&stop, 1, MPI_INT, first + i, TAG_DECISION, MPI_COMM_WORLD, &requests[count++]);
    }
    for (int i = 0; i < engines; i++)
        MPI_Irecv(&residuals[i], 1, MPI_FLOAT, MPI_ANY_SOURCE, TAG_RESIDUAL, MPI_COMM_WORLD, &requests[count++]);
    MPI_Waitall(count, requests, statuses);
    for (int i = 0; i < engines; i++) {
        const MPI_Status *got = &statuses[3 * engines + i];
        MPI_Get_count(got, MPI_FLOAT, &length);
        CHECK(got->MPI_SOURCE >= first && got->MPI_SOURCE <= last && got->MPI_TAG == TAG_RESIDUAL && length == 1);
        CHECK(residuals[i] == COLUMNS - 2);
    }
    for (int i = 0; i < engines; i++) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_FLOAT, &length);
        CHECK(status.MPI_TAG == TAG_RESULT && length == MPI_UNDEFINED);
        MPI_Recv(result, is_short ? OWN - 1 : OWN, MPI_FLOAT, status.MPI_SOURCE, TAG_RESULT, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_FLOAT, &length);
        CHECK(length == OWN);
        for (int at = 0; at < OWN; at++)
            CHECK(result[at] == (at > 0 && at < COLUMNS - 1));
    }
}

static void group(int size)
{
    int harts[MOST + 1], count = 0, one = 1, sum;
    for (int rank = 0; rank < size; rank++)
        if (rank < first || rank > last)
            harts[count++] = rank;
    MPI_Group world, some;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, harts, &some);
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 0, &comm);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == count);
    MPI_Comm_free(&comm);
    MPI_Group_free(&some);
    MPI_Group_free(&world);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(argc == 4);
    first = atoi(argv[2]);
    last = atoi(argv[3]);
    if (strcmp(argv[1], "group") == 0)
        group(size);
    else if (strcmp(argv[1], "barrier") == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (strcmp(argv[1], "dup") == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else if (rank == 0)
        sweep(strcmp(argv[1], "short") == 0);
    MPI_Finalize();
    if (rank == 0)
        printf("ok\n");
    return 0;
}
