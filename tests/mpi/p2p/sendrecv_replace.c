// Tests MPI_Sendrecv_replace: rings, the rank itself, MPI_PROC_NULL on either side, derived types, a shorter message.
#include "../check.h"

enum { MOST = 4000 };

static int data[2 * MOST];

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 60, MOST};
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Status status;
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int i = 0; i < 4; i++) {
        int count = counts[i];
        MPI_Datatype every_other;
        MPI_Type_vector(count, 1, 2, MPI_INT, &every_other);
        MPI_Type_commit(&every_other);
        for (int k = 0; k < 2 * MOST; k++)
            data[k] = 10 * k + rank;
        MPI_Sendrecv_replace(data, count, MPI_INT, next, 1, before, 1, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == before && count_of(&status, MPI_INT) == count);
        for (int k = 0; k < 2 * MOST; k++)
            CHECK(data[k] == 10 * k + (k < count ? before : rank));
        MPI_Sendrecv_replace(data, 1, every_other, before, 2, next, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_TAG == 2 && count_of(&status, MPI_INT) == count);
        for (int k = 0; k < count; k++)
            CHECK(data[2 * k] == 20 * k + (2 * k < count ? rank : next));
        MPI_Type_free(&every_other);
    }
    int value = rank;
    MPI_Sendrecv_replace(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    CHECK(value == rank && status.MPI_SOURCE == MPI_PROC_NULL && count_of(&status, MPI_INT) == 0);
    // A chain, in which each end has only one neighbour.
    int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    MPI_Sendrecv_replace(&value, 1, MPI_INT, up, 3, down, 3, MPI_COMM_WORLD, &status);
    CHECK(value == (rank > 0 ? rank - 1 : 0));
    CHECK(class_of(MPI_Sendrecv_replace(&value, 1, MPI_INT, size, 3, 0, 3, MPI_COMM_WORLD, &status)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Sendrecv_replace(&value, -1, MPI_INT, 0, 3, 0, 3, MPI_COMM_WORLD, &status)) == MPI_ERR_COUNT);
    return end();
}
