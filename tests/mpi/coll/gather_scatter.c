// Tests gather, scatter, allgather and alltoall: lengths of a block, roots, in place.
#include "../check.h"

static unsigned block_seed(int from, int to, int length)
{
    return from * 1000 + to * 10 + length;
}

static void gather(int root, int length)
{
    unsigned char *own = malloc(length + 1), *all = calloc(size, length + 1);
    fill(own, length, block_seed(rank, 0, length));
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(all, 0, size * (length + 1));
        if (in_place && rank == root)
            memcpy(all + rank * length, own, length);
        MPI_Gather(in_place && rank == root ? MPI_IN_PLACE : own, length, MPI_BYTE, rank == root ? all : NULL, length,
                   MPI_BYTE, root, MPI_COMM_WORLD);
        for (int r = 0; rank == root && r < size; r++)
            CHECK(filled(all + r * length, length, block_seed(r, 0, length)));
        CHECK(all[size * length] == 0);
    }
    free(own);
    free(all);
}

static void scatter(int root, int length)
{
    unsigned char *own = malloc(length + 1), *all = calloc(size, length + 1);
    for (int r = 0; rank == root && r < size; r++)
        fill(all + r * length, length, block_seed(root, r, length));
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(own, 0, length + 1);
        int stays = in_place && rank == root;
        MPI_Scatter(rank == root ? all : NULL, length, MPI_BYTE, stays ? MPI_IN_PLACE : own, length, MPI_BYTE, root,
                    MPI_COMM_WORLD);
        CHECK(filled(stays ? all + rank * length : own, length, block_seed(root, rank, length)));
        CHECK(own[length] == 0);
    }
    free(own);
    free(all);
}

static void allgather(int length)
{
    unsigned char *own = malloc(length + 1), *all = calloc(size, length + 1);
    fill(own, length, block_seed(rank, 0, length));
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(all, 0, size * (length + 1));
        if (in_place)
            memcpy(all + rank * length, own, length);
        MPI_Allgather(in_place ? MPI_IN_PLACE : own, length, MPI_BYTE, all, length, MPI_BYTE, MPI_COMM_WORLD);
        for (int r = 0; r < size; r++)
            CHECK(filled(all + r * length, length, block_seed(r, 0, length)));
        CHECK(all[size * length] == 0);
    }
    free(own);
    free(all);
}

static void alltoall(int length)
{
    unsigned char *out = calloc(size, length + 1), *in = calloc(size, length + 1);
    for (int r = 0; r < size; r++)
        fill(out + r * length, length, block_seed(rank, r, length));
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(in, 0, size * (length + 1));
        if (in_place)
            memcpy(in, out, size * length);
        MPI_Alltoall(in_place ? MPI_IN_PLACE : out, length, MPI_BYTE, in, length, MPI_BYTE, MPI_COMM_WORLD);
        for (int r = 0; r < size; r++)
            CHECK(filled(in + r * length, length, block_seed(r, rank, length)));
        CHECK(in[size * length] == 0);
    }
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {0, 1, 4, 17, 300, 512, 513, 4100, 30000};
    begin(&argc, &argv);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (int root = 0; root < size; root++) {
            gather(root, lengths[i]);
            scatter(root, lengths[i]);
        }
        allgather(lengths[i]);
        alltoall(lengths[i]);
    }
    // Different datatypes on the two sides.
    int pair[2] = {rank, -rank};
    int *pairs = calloc(2 * size, sizeof *pairs);
    MPI_Gather(pair, 2, MPI_INT, pairs, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int r = 0; rank == 0 && r < size; r++)
        CHECK(pairs[2 * r] == r && pairs[2 * r + 1] == -r);
    free(pairs);
    return end();
}
