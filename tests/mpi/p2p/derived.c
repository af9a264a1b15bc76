// Tests derived types on either side, blocking and not, short and long: gaps do not change, and the other side gets only the data.
#include "../check.h"

enum { MOST = 3000 };

static int sparse[3 * MOST], dense[MOST];

static void prepare(int sends)
{
    for (int i = 0; i < MOST; i++) {
        dense[i] = sends ? i + 1 : -1;
        for (int k = 0; k < 3; k++)
            sparse[3 * i + k] = k == 0 && sends ? i + 1 : -1;
    }
}

static void check(int is_sparse, int count)
{
    for (int i = 0; i < MOST; i++) {
        CHECK((is_sparse ? sparse[3 * i] : dense[i]) == (i < count ? i + 1 : -1));
        CHECK(sparse[3 * i + 1] == -1 && sparse[3 * i + 2] == -1);
    }
}

static void run(int count, int way, int blocking)
{
    MPI_Datatype column;
    MPI_Request request;
    MPI_Status status;
    MPI_Type_vector(count, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    int sends = rank == 0, is_sparse = sends ? way & 1 : way & 2;
    void *buffer = is_sparse ? sparse : dense;
    MPI_Datatype type = is_sparse ? column : MPI_INT;
    int elements = is_sparse ? 1 : count;
    prepare(sends);
    if (sends && blocking) {
        MPI_Send(buffer, elements, type, 1, 3, MPI_COMM_WORLD);
    } else if (sends) {
        MPI_Isend(buffer, elements, type, 1, 3, MPI_COMM_WORLD, &request);
        MPI_Type_free(&column);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (blocking) {
        MPI_Recv(buffer, elements, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    } else {
        MPI_Irecv(buffer, elements, type, 0, 3, MPI_COMM_WORLD, &request);
        MPI_Type_free(&column);
        MPI_Wait(&request, &status);
    }
    if (!sends) {
        CHECK(status.MPI_SOURCE == 0 && status.MPI_TAG == 3 && count_of(&status, MPI_INT) == count);
        check(is_sparse, count);
    }
    if (blocking)
        MPI_Type_free(&column);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 2, 50, 1000, MOST};
    begin(&argc, &argv);
    for (int i = 0; rank < 2 && i < 5; i++) {
        for (int way = 0; way < 4; way++) {
            run(counts[i], way, 1);
            run(counts[i], way, 0);
        }
    }
    return end();
}
