// Wrong arguments of collective calls on every rank: each error has its class.
#include "expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    int value = 0, sum = 0, many[64] = {0};
    double real = 0, other = 0;
    EXPECT(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, -1, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_ROOT, MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, size, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_ROOT, MPI_Gather(&value, 1, MPI_INT, many, 1, MPI_INT, size, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_ROOT, MPI_Scatter(many, 1, MPI_INT, &value, 1, MPI_INT, -2, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Allreduce(&value, &sum, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Allgather(&value, -1, MPI_INT, many, 1, MPI_INT, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COUNT, MPI_Alltoall(many, 1, MPI_INT, many + 32, -1, MPI_INT, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TYPE, MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TYPE, MPI_Allreduce(&value, &sum, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_OP, MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_OP, MPI_Allreduce(&real, &other, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_OP, MPI_Reduce(&real, &other, 1, MPI_FLOAT_INT, MPI_SUM, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_BUFFER, MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_BUFFER, MPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL));
    EXPECT(MPI_ERR_COMM, MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_NULL));
    CHECK(value == 0 && sum == 0);
    working();
    return end();
}
