// Tests any source, any tag, and both, posted before and after the messages.
#include "../check.h"

enum { EACH = 20 };

static void collect(int source_given, int tag_given)
{
    int *next = calloc(size, sizeof *next);
    for (int i = 0; i < (size - 1) * EACH; i++) {
        int source = source_given ? 1 + i % (size - 1) : MPI_ANY_SOURCE;
        int tag = tag_given ? (source_given ? next[source] : 0) : MPI_ANY_TAG, value[2];
        MPI_Status status;
        MPI_Recv(value, 2, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
        CHECK(value[0] == status.MPI_SOURCE && value[1] == next[value[0]]++);
        CHECK(status.MPI_TAG == (source_given || !tag_given ? value[1] : 0));
    }
    free(next);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int mode = 0; mode < 4; mode++) {
        int source_given = mode & 1, tag_given = mode >> 1;
        if (rank == 0) {
            collect(source_given, tag_given);
        } else {
            for (int i = 0; i < EACH; i++) {
                int value[2] = {rank, i};
                MPI_Send(value, 2, MPI_INT, 0, source_given || !tag_given ? i : 0, MPI_COMM_WORLD);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    // A wildcard receive that is posted first takes the message, although a later, more specific receive accepts it, too.
    if (rank == 0) {
        int first = -1, second = -1;
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Irecv(&first, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&second, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &requests[1]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Waitall(2, requests, statuses);
        CHECK(first == 1 && second == 2 && statuses[0].MPI_TAG == 7 && statuses[1].MPI_TAG == 7);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        for (int value = 1; rank == 1 && value <= 2; value++)
            MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    }
    return end();
}
