// A communicator may be freed while its messages are under way.
#include "../check.h"

enum { ROUNDS = 20, LONG = 20000 };

int main(int argc, char **argv)
{
    static unsigned char out[LONG], in[ROUNDS][LONG];
    begin(&argc, &argv);
    int next = (rank + 1) % size, before = (rank + size - 1) % size, values[ROUNDS], got[ROUNDS];
    MPI_Request receives[2 * ROUNDS], sends[2 * ROUNDS];
    MPI_Comm comm;
    fill(out, LONG, rank);
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        got[i] = -1;
        MPI_Irecv(&got[i], 1, MPI_INT, before, 0, comm, &receives[2 * i]);
        MPI_Irecv(in[i], LONG, MPI_BYTE, MPI_ANY_SOURCE, 1, comm, &receives[2 * i + 1]);
        values[i] = rank * 100 + i;
        // The last rank is late.
        if (i % 2 == 0 && rank == size - 1 && size > 1)
            MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Isend(&values[i], 1, MPI_INT, next, 0, comm, &sends[2 * i]);
        MPI_Isend(out, LONG, MPI_BYTE, next, 1, comm, &sends[2 * i + 1]);
        MPI_Comm_free(&comm);
        if (i % 2 == 0 && rank == 0 && size > 1)
            MPI_Send(NULL, 0, MPI_INT, size - 1, 3, MPI_COMM_WORLD);
    }
    MPI_Waitall(2 * ROUNDS, receives, MPI_STATUSES_IGNORE);
    MPI_Waitall(2 * ROUNDS, sends, MPI_STATUSES_IGNORE);
    for (int i = 0; i < ROUNDS; i++)
        CHECK(got[i] == before * 100 + i && filled(in[i], LONG, before));
    return end();
}
