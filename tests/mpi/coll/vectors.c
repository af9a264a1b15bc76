// Tests gatherv, scatterv, allgatherv, alltoallv and alltoallw: blocks of all sizes, with gaps between them, in any order, in place.
#include "../check.h"

static int length_of(int from, int to, int scale)
{
    return (from * 3 + to * 5) % 7 * scale;
}

static unsigned seed_of(int from, int to)
{
    return from * 16 + to;
}

struct layout {
    int counts[16], at[16], total;
};

// A layout with the block of the last rank first, and with three bytes between blocks.
static struct layout lay(int other, int receives, int scale)
{
    struct layout l = {.total = 3};
    for (int r = size - 1; r >= 0; r--) {
        l.counts[r] = receives ? length_of(r, other, scale) : length_of(other, r, scale);
        l.at[r] = l.total;
        l.total += l.counts[r] + 3;
    }
    return l;
}

static void check_holes(const unsigned char *buffer, const struct layout *l)
{
    for (int r = 0; r < size; r++)
        for (int i = 1; i <= 3; i++)
            CHECK(buffer[l->at[r] - i] == 0xee);
}

static void gatherv(int root, int scale)
{
    struct layout l = lay(root, 1, scale);
    int length = l.counts[rank];
    unsigned char *own = malloc(length + 1), *all = malloc(l.total);
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(all, 0xee, l.total);
        fill(own, length, seed_of(rank, root));
        if (in_place)
            fill(all + l.at[rank], length, seed_of(rank, root));
        int here = rank == root;
        MPI_Gatherv(here && in_place ? MPI_IN_PLACE : own, length, MPI_BYTE, here ? all : NULL, here ? l.counts : NULL,
                    here ? l.at : NULL, MPI_BYTE, root, MPI_COMM_WORLD);
        for (int r = 0; here && r < size; r++)
            CHECK(filled(all + l.at[r], l.counts[r], seed_of(r, root)));
        if (here)
            check_holes(all, &l);
    }
    free(own);
    free(all);
}

static void scatterv(int root, int scale)
{
    struct layout l = lay(root, 0, scale);
    int length = l.counts[rank], here = rank == root;
    unsigned char *own = malloc(length + 1), *all = malloc(l.total);
    for (int r = 0; r < size; r++)
        fill(all + l.at[r], l.counts[r], seed_of(root, r));
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(own, 0, length + 1);
        MPI_Scatterv(here ? all : NULL, here ? l.counts : NULL, here ? l.at : NULL, MPI_BYTE,
                     here && in_place ? MPI_IN_PLACE : own, length, MPI_BYTE, root, MPI_COMM_WORLD);
        CHECK((here && in_place) || (filled(own, length, seed_of(root, rank)) && own[length] == 0));
    }
    free(own);
    free(all);
}

static void allgatherv(int scale)
{
    struct layout l = lay(1, 1, scale);
    int length = l.counts[rank];
    unsigned char *own = malloc(length + 1), *all = malloc(l.total);
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(all, 0xee, l.total);
        fill(own, length, seed_of(rank, 1));
        if (in_place)
            fill(all + l.at[rank], length, seed_of(rank, 1));
        MPI_Allgatherv(in_place ? MPI_IN_PLACE : own, length, MPI_BYTE, all, l.counts, l.at, MPI_BYTE, MPI_COMM_WORLD);
        for (int r = 0; r < size; r++)
            CHECK(filled(all + l.at[r], l.counts[r], seed_of(r, 1)));
        check_holes(all, &l);
    }
    free(own);
    free(all);
}

static void alltoallv(int scale, int typed)
{
    struct layout to = lay(rank, 0, scale), from = lay(rank, 1, scale);
    unsigned char *out = malloc(to.total), *in = malloc(from.total);
    MPI_Datatype types[16];
    for (int r = 0; r < size; r++) {
        fill(out + to.at[r], to.counts[r], seed_of(rank, r));
        types[r] = r % 2 ? MPI_BYTE : MPI_UNSIGNED_CHAR;
    }
    memset(in, 0xee, from.total);
    if (typed)
        MPI_Alltoallw(out, to.counts, to.at, types, in, from.counts, from.at, types, MPI_COMM_WORLD);
    else
        MPI_Alltoallv(out, to.counts, to.at, MPI_BYTE, in, from.counts, from.at, MPI_BYTE, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        CHECK(filled(in + from.at[r], from.counts[r], seed_of(r, rank)));
    check_holes(in, &from);
    free(out);
    free(in);
}

// In place, both ranks of a pair send the same number of bytes.
static void in_place(int scale, int typed)
{
    struct layout l = {.total = 3};
    MPI_Datatype types[16];
    for (int r = 0; r < size; r++) {
        l.counts[r] = (rank + r) % 4 * scale;
        l.at[r] = l.total;
        l.total += l.counts[r] + 3;
        types[r] = MPI_BYTE;
    }
    unsigned char *all = malloc(l.total);
    memset(all, 0xee, l.total);
    for (int r = 0; r < size; r++)
        fill(all + l.at[r], l.counts[r], seed_of(rank, r));
    if (typed)
        MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, all, l.counts, l.at, types, MPI_COMM_WORLD);
    else
        MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all, l.counts, l.at, MPI_BYTE, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        CHECK(filled(all + l.at[r], l.counts[r], seed_of(r, rank)));
    check_holes(all, &l);
    free(all);
}

int main(int argc, char **argv)
{
    static const int scales[] = {0, 1, 30, 3000};
    begin(&argc, &argv);
    for (int i = 0; i < 4; i++) {
        for (int root = 0; root < size; root++) {
            gatherv(root, scales[i]);
            scatterv(root, scales[i]);
        }
        allgatherv(scales[i]);
        for (int typed = 0; typed < 2; typed++) {
            alltoallv(scales[i], typed);
            in_place(scales[i], typed);
        }
    }
    return end();
}
