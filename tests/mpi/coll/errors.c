// Wrong arguments of collectives return the right error class, and nothing happens.
#include "../check.h"

#define FAILS(class, call) CHECK(class_of(call) == (class))

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm = MPI_COMM_SELF, none = MPI_COMM_NULL;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int a[4] = {1, 2, 3, 4}, b[4] = {0}, counts[1] = {-1}, one[1] = {1}, at[1] = {0};
    MPI_Datatype types[1] = {MPI_INT}, open;
    MPI_Request request;
    MPI_Op op = MPI_OP_NULL;

    FAILS(MPI_ERR_COMM, MPI_Barrier(none));
    FAILS(MPI_ERR_COMM, MPI_Ibarrier(none, &request));
    FAILS(MPI_ERR_COMM, MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, none));
    FAILS(MPI_ERR_ROOT, MPI_Bcast(a, 1, MPI_INT, 1, comm));
    FAILS(MPI_ERR_ROOT, MPI_Ibcast(a, 1, MPI_INT, -1, comm, &request));
    FAILS(MPI_ERR_ROOT, MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, MPI_ROOT, comm));
    FAILS(MPI_ERR_ROOT, MPI_Gatherv(a, 1, MPI_INT, b, one, at, MPI_INT, 7, comm));
    FAILS(MPI_ERR_COUNT, MPI_Bcast(a, -1, MPI_INT, 0, comm));
    FAILS(MPI_ERR_COUNT, MPI_Allgather(a, -1, MPI_INT, b, 1, MPI_INT, comm));
    FAILS(MPI_ERR_COUNT, MPI_Allgatherv(a, 1, MPI_INT, b, counts, at, MPI_INT, comm));
    FAILS(MPI_ERR_COUNT, MPI_Reduce_scatter(a, b, counts, MPI_INT, MPI_SUM, comm));
    FAILS(MPI_ERR_TYPE, MPI_Bcast(a, 1, MPI_DATATYPE_NULL, 0, comm));
    FAILS(MPI_ERR_TYPE, MPI_Alltoall(a, 1, MPI_DATATYPE_NULL, b, 1, MPI_INT, comm));
    MPI_Type_contiguous(2, MPI_INT, &open);
    FAILS(MPI_ERR_TYPE, MPI_Bcast(a, 1, open, 0, comm));
    MPI_Type_commit(&open);
    FAILS(MPI_ERR_OP, MPI_Allreduce(a, b, 1, open, MPI_SUM, comm));
    MPI_Type_free(&open);
    FAILS(MPI_ERR_OP, MPI_Allreduce(a, b, 1, MPI_INT, MPI_OP_NULL, comm));
    FAILS(MPI_ERR_OP, MPI_Reduce(a, b, 1, MPI_FLOAT, MPI_BAND, 0, comm));
    FAILS(MPI_ERR_OP, MPI_Scan(a, b, 1, MPI_INT, MPI_MAXLOC, comm));
    FAILS(MPI_ERR_OP, MPI_Op_free(&op));
    op = MPI_SUM;
    FAILS(MPI_ERR_OP, MPI_Op_free(&op));
    FAILS(MPI_ERR_BUFFER, MPI_Allreduce(a, a, 1, MPI_INT, MPI_SUM, comm));
    FAILS(MPI_ERR_BUFFER, MPI_Bcast(NULL, 1, MPI_INT, 0, comm));
    FAILS(MPI_ERR_BUFFER, MPI_Allgather(a, 1, MPI_INT, a, 1, MPI_INT, comm));
    FAILS(MPI_ERR_BUFFER, MPI_Alltoallw(a, one, at, types, NULL, one, at, types, comm));
    // A communicator without a topology; the call needs one.
    FAILS(MPI_ERR_TOPOLOGY, MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, comm));
    for (int i = 0; i < 4; i++)
        CHECK(a[i] == i + 1 && b[i] == 0);

    // Correct arguments still work.
    CHECK(MPI_Allreduce(a, b, 4, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS && b[3] == 4);
    int commutes = 0;
    CHECK(MPI_Op_commutative(MPI_MAX, &commutes) == MPI_SUCCESS && commutes);
    return end();
}
