// The cost of an unexpected message does not depend on the program's use of its heap.
#include "../check.h"

enum { BLOCKS = 10000 };

static const double PATIENCE = 20e-6; // seconds in which a message surely arrives

// On rank 0, returns the seconds of two receives. The first finds the other one's message before its own.
static double two_receives(int bytes)
{
    static char data[2][4000];
    double seconds = 0;
    MPI_Request request[2];
    if (rank == 1) {
        for (int tag = 0; tag < 2; tag++)
            MPI_Isend(data[tag], bytes, MPI_CHAR, 0, tag, MPI_COMM_WORLD, &request[tag]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    if (rank == 0) {
        for (double begin = MPI_Wtime(); MPI_Wtime() - begin < PATIENCE;)
            ;
        double start = MPI_Wtime();
        for (int tag = 2; tag-- > 0;)
            MPI_Recv(data[tag], bytes, MPI_CHAR, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        seconds = MPI_Wtime() - start;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return seconds;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static void *blocks[BLOCKS];
    for (int bytes = 0; bytes <= 4000; bytes += 1000) {
        two_receives(bytes);
        double before = two_receives(bytes);
        for (int i = 0; i < BLOCKS; i++)
            CHECK((blocks[i] = malloc(8 + (size_t)i % 64)) != NULL);
        for (int i = 0; i < BLOCKS; i += 2)
            free(blocks[i]);
        two_receives(bytes);
        double after = two_receives(bytes);
        CHECK(after <= 1.2 * before);
        for (int i = 1; i < BLOCKS; i += 2)
            free(blocks[i]);
    }
    return end();
}
