// Tests every collective with lengths around the limits of its algorithms. Rows of the list select algorithms by environment variables.
#include "../check.h"

static int value(int r, int i)
{
    return r * 3 + i % 1000;
}

static int sum_up_to(int r, int i)
{
    return r * (r - 1) / 2 * 3 + r * (i % 1000);
}

static int *own, *got;

static void reset(int count)
{
    for (int i = 0; i < count * size; i++) {
        own[i] = value(rank, i);
        got[i] = -1;
    }
}

static void reductions(int n)
{
    reset(n);
    MPI_Allreduce(own, got, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        CHECK(got[i] == sum_up_to(size, i));
    for (int root = 0; root < size; root++) {
        reset(n);
        MPI_Reduce(own, got, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
        for (int i = 0; rank == root && i < n; i++)
            CHECK(got[i] == sum_up_to(size, i));
    }
    reset(n);
    MPI_Scan(own, got, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        CHECK(got[i] == sum_up_to(rank + 1, i));
    reset(n);
    MPI_Exscan(own, got, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; rank > 0 && i < n; i++)
        CHECK(got[i] == sum_up_to(rank, i));
    reset(n);
    MPI_Reduce_scatter_block(own, got, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        CHECK(got[i] == sum_up_to(size, rank * n + i));
    int *counts = calloc(size, sizeof *counts);
    counts[size / 2] = n;
    reset(n);
    MPI_Reduce_scatter(own, got, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; rank == size / 2 && i < n; i++)
        CHECK(got[i] == sum_up_to(size, i));
    free(counts);
}

static void movements(int n)
{
    int *counts = malloc(2 * size * sizeof *counts), *at = counts + size;
    for (int r = 0; r < size; r++) {
        counts[r] = r % 2 ? n : n / 2;
        at[r] = r * n;
    }
    for (int root = 0; root < size; root++) {
        reset(n);
        MPI_Bcast(own, n, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            CHECK(own[i] == value(root, i));
        reset(n);
        MPI_Gather(own, n, MPI_INT, got, n, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; rank == root && i < n * size; i++)
            CHECK(got[i] == value(i / n, i % n));
        MPI_Scatter(own, n, MPI_INT, got, n, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            CHECK(got[i] == value(root, rank * n + i));
    }
    reset(n);
    MPI_Allgather(own, n, MPI_INT, got, n, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < n * size; i++)
        CHECK(got[i] == value(i / n, i % n));
    reset(n);
    MPI_Alltoall(own, n, MPI_INT, got, n, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < n * size; i++)
        CHECK(got[i] == value(i / n, rank * n + i % n));
    reset(n);
    MPI_Allgatherv(own, counts[rank], MPI_INT, got, counts, at, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < n * size; i++)
        CHECK(got[i] == (i % n < counts[i / n] ? value(i / n, i % n) : -1));
    reset(n);
    int *out = malloc(size * sizeof *out);
    for (int r = 0; r < size; r++)
        out[r] = counts[rank];
    MPI_Alltoallv(own, out, at, MPI_INT, got, counts, at, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < n * size; i++)
        CHECK(got[i] == (i % n < counts[i / n] ? value(i / n, rank * n + i % n) : -1));
    free(out);
    free(counts);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {1, 5, 128, 1500, 5000};
    begin(&argc, &argv);
    own = malloc(5000 * size * sizeof *own);
    got = malloc(5000 * size * sizeof *got);
    for (int i = 0; i < 5; i++) {
        reductions(lengths[i]);
        movements(lengths[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(own);
    free(got);
    return end();
}
