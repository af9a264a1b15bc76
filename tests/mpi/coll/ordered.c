// Tests all reductions with an operation that is not commutative, with all roots, in place and not, short and long.
#include "../check.h"
#include "matrix.h"

static MPI_Datatype type;
static MPI_Op op;

static void reduce(int count, struct matrix *own, struct matrix *got)
{
    for (int root = 0; root < size; root++) {
        for (int in_place = 0; in_place < 2; in_place++) {
            for (int i = 0; i < count; i++)
                own[i] = got[i] = matrix_of(rank, i);
            MPI_Reduce(in_place && rank == root ? MPI_IN_PLACE : own, got, count, type, op, root, MPI_COMM_WORLD);
            for (int i = 0; rank == root && i < count; i++)
                CHECK(equal(got[i], product(0, size, i)));
        }
    }
}

static void to_all(int count, struct matrix *own, struct matrix *got)
{
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int i = 0; i < count; i++)
            own[i] = got[i] = matrix_of(rank, i);
        MPI_Allreduce(in_place ? MPI_IN_PLACE : own, got, count, type, op, MPI_COMM_WORLD);
        for (int i = 0; i < count; i++)
            CHECK(equal(got[i], product(0, size, i)));
        memcpy(got, own, count * sizeof *own);
        MPI_Scan(in_place ? MPI_IN_PLACE : own, got, count, type, op, MPI_COMM_WORLD);
        for (int i = 0; i < count; i++)
            CHECK(equal(got[i], product(0, rank + 1, i)));
        memcpy(got, own, count * sizeof *own);
        MPI_Exscan(in_place ? MPI_IN_PLACE : own, got, count, type, op, MPI_COMM_WORLD);
        for (int i = 0; rank > 0 && i < count; i++)
            CHECK(equal(got[i], product(0, rank, i)));
    }
}

static void scatter(int count, struct matrix *own, struct matrix *got)
{
    int *counts = malloc(size * sizeof *counts), first = 0;
    for (int r = 0; r < size; r++)
        counts[r] = count / size + (r < count % size);
    for (int r = 0; r < rank; r++)
        first += counts[r];
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int i = 0; i < count; i++)
            own[i] = got[i] = matrix_of(rank, i);
        MPI_Reduce_scatter(in_place ? MPI_IN_PLACE : own, got, counts, type, op, MPI_COMM_WORLD);
        for (int i = 0; i < counts[rank]; i++)
            CHECK(equal(got[i], product(0, size, first + i)));
        memcpy(got, own, count * sizeof *own);
        MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : own, got, count / size, type, op, MPI_COMM_WORLD);
        for (int i = 0; i < count / size; i++)
            CHECK(equal(got[i], product(0, size, rank * (count / size) + i)));
    }
    free(counts);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 3, 20, 400, 1100};
    begin(&argc, &argv);
    type = matrix_type();
    MPI_Op_create(multiply, 0, &op);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct matrix *own = malloc((counts[i] + 1) * sizeof *own), *got = malloc((counts[i] + 1) * sizeof *got);
        reduce(counts[i], own, got);
        to_all(counts[i], own, got);
        scatter(counts[i], own, got);
        free(own);
        free(got);
    }
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
    MPI_Type_free(&type);
    return end();
}
