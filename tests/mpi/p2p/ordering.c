// Tests that messages of one source do not overtake each other, whatever their lengths and protocols.
#include "../check.h"

enum { MESSAGES = 200 };

static unsigned char buffer[MESSAGES][20004];
static MPI_Request requests[MESSAGES];

static size_t length(int i)
{
    static const size_t lengths[] = {0, 4, 200, 300, 4000, 5000, 20000, 1};
    return 4 + lengths[i % 8];
}

static int accepts(int receive, int message)
{
    return receive % 5 == 0 || receive % 2 == message % 2;
}

// Each message goes to the oldest receive that accepts it.
static void check_order(void)
{
    static int used[MESSAGES];
    for (int message = 0; message < MESSAGES; message++) {
        int receive = 0;
        while (used[receive] || !accepts(receive, message))
            receive++;
        used[receive] = 1;
        CHECK(filled(buffer[receive], length(message), message));
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank != 0) {
        for (int i = 0; i < MESSAGES; i++) {
            fill(buffer[i], length(i), i);
            if (i % 3 == 0)
                MPI_Issend(buffer[i], (int)length(i), MPI_BYTE, 0, rank, MPI_COMM_WORLD, &requests[i]);
            else
                MPI_Isend(buffer[i], (int)length(i), MPI_BYTE, 0, rank, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    } else {
        for (int source = size - 1; source > 0; source--) {
            for (int i = 0; i < MESSAGES; i++) {
                MPI_Status status;
                MPI_Recv(buffer[0], sizeof buffer[0], MPI_BYTE, source, source, MPI_COMM_WORLD, &status);
                CHECK(count_of(&status, MPI_BYTE) == (int)length(i) && filled(buffer[0], length(i), i));
            }
        }
    }
    // The same with receives posted before the messages.
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        for (int i = 0; i < MESSAGES; i++)
            MPI_Send(buffer[i], (int)length(i), MPI_BYTE, 0, i % 2, MPI_COMM_WORLD);
    } else if (rank == 0) {
        for (int i = 0; i < MESSAGES; i++)
            MPI_Irecv(buffer[i], sizeof buffer[i], MPI_BYTE, 1, i % 5 == 0 ? MPI_ANY_TAG : i % 2, MPI_COMM_WORLD,
                      &requests[i]);
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
        check_order();
    }
    return end();
}
