// Tests partitioned communication: partitions made ready one by one, in ranges, in lists; several rounds; partitions arrive one by one.
#include "../check.h"

enum { PARTS = 8, EACH = 100 };

static int data[PARTS][EACH];

static void hand_over(int round, MPI_Request request)
{
    int list[] = {6, 4, 7, 5};
    if (round % 3 == 0) {
        for (int i = PARTS - 1; i >= 0; i--)
            MPI_Pready(i, request);
    } else if (round % 3 == 1) {
        MPI_Pready_range(2, PARTS - 1, request);
        MPI_Pready_range(0, 1, request);
    } else {
        MPI_Pready_list(4, list, request);
        MPI_Pready_range(0, 3, request);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request request;
    for (int round = -1; round < 6 && rank < 2; round++) {
        if (round == -1 && rank == 0)
            MPI_Psend_init(data, PARTS, EACH, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        else if (round == -1)
            MPI_Precv_init(data, PARTS, EACH, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        if (round == -1)
            continue;
        for (int i = 0; i < PARTS * EACH; i++)
            data[i / EACH][i % EACH] = rank == 0 ? i + 1000 * round : -1;
        MPI_Start(&request);
        if (rank == 0) {
            hand_over(round, request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            for (int i = 0; round % 2 == 0 && i < PARTS; i++) {
                int flag = 0;
                while (!flag)
                    MPI_Parrived(request, i, &flag);
                CHECK(data[i][0] == i * EACH + 1000 * round && data[i][EACH - 1] == (i + 1) * EACH - 1 + 1000 * round);
            }
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            for (int i = 0; i < PARTS * EACH; i++)
                CHECK(data[i / EACH][i % EACH] == i + 1000 * round);
        }
        CHECK(request != MPI_REQUEST_NULL);
    }
    if (rank < 2)
        MPI_Request_free(&request);
    return end();
}
