// Tests MPI_Isendrecv and MPI_Isendrecv_replace: rings of several lengths, derived types, several at once.
#include "../check.h"

enum { LONG = 5000 };

static int out[LONG], in[LONG], both[LONG], sparse[2 * LONG];

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 100, LONG};
    begin(&argc, &argv);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Datatype every_other;
    MPI_Request requests[3];
    for (int i = 0; i < 4; i++) {
        int count = counts[i];
        MPI_Type_vector(count, 1, 2, MPI_INT, &every_other);
        MPI_Type_commit(&every_other);
        for (int k = 0; k < LONG; k++) {
            out[k] = both[k] = k * 3 + rank;
            in[k] = sparse[2 * k] = sparse[2 * k + 1] = -1;
        }
        MPI_Isendrecv(out, count, MPI_INT, next, 1, in, count, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isendrecv_replace(both, count, MPI_INT, next, 2, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Isendrecv(out, count, MPI_INT, next, 3, sparse, 1, every_other, before, 3, MPI_COMM_WORLD, &requests[2]);
        MPI_Type_free(&every_other);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        for (int which = 0; which < 3; which++)
            CHECK(requests[which] == MPI_REQUEST_NULL);
        for (int k = 0; k < count; k++)
            CHECK(in[k] == k * 3 + before && both[k] == k * 3 + before && sparse[2 * k] == k * 3 + before && sparse[2 * k + 1] == -1);
    }
    return end();
}
