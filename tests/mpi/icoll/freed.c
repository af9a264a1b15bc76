// A communicator, datatypes and an operation are freed while non-blocking collectives still use them.
#include "../check.h"
#include "../coll/matrix.h"

enum { COUNT = 40 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < 3; round++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Datatype type = matrix_type(), column, types[16];
        MPI_Op op;
        MPI_Op_create(multiply, 0, &op);
        struct matrix own[COUNT], got[COUNT], prefix[COUNT];
        for (int i = 0; i < COUNT; i++)
            own[i] = matrix_of(rank, i);
        int table[8][16], counts[16], at[16], row[16 * 8];
        MPI_Type_vector(8, 1, 16, MPI_INT, &column);
        MPI_Type_commit(&column);
        for (int i = 0; i < 8; i++)
            for (int r = 0; r < 16; r++)
                table[i][r] = rank * 1000 + i * 100 + r;
        for (int r = 0; r < size; r++) {
            counts[r] = 1;
            at[r] = r * sizeof(int);
            MPI_Type_dup(column, &types[r]);
        }
        MPI_Datatype eight[16];
        int eight_counts[16], eight_at[16];
        for (int r = 0; r < size; r++) {
            eight[r] = MPI_INT;
            eight_counts[r] = 8;
            eight_at[r] = r * 8 * sizeof(int);
        }
        MPI_Request requests[3];
        MPI_Iallreduce(own, got, COUNT, type, op, comm, &requests[0]);
        MPI_Ialltoallw(table, counts, at, types, row, eight_counts, eight_at, eight, comm, &requests[1]);
        MPI_Iscan(own, prefix, COUNT, type, op, comm, &requests[2]);
        MPI_Comm_free(&comm);
        MPI_Op_free(&op);
        MPI_Type_free(&type);
        MPI_Type_free(&column);
        CHECK(comm == MPI_COMM_NULL && op == MPI_OP_NULL);
        // New objects may take the places of the freed ones.
        MPI_Comm other;
        MPI_Comm_dup(MPI_COMM_WORLD, &other);
        MPI_Barrier(other);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < COUNT; i++) {
            CHECK(equal(got[i], product(0, size, i)));
            CHECK(equal(prefix[i], product(0, rank + 1, i)));
        }
        for (int r = 0; r < size; r++)
            for (int i = 0; i < 8; i++)
                CHECK(row[r * 8 + i] == r * 1000 + i * 100 + rank);
        for (int r = 0; r < size; r++)
            MPI_Type_free(&types[r]);
        MPI_Comm_free(&other);
    }
    return end();
}
