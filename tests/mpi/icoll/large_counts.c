// Tests non-blocking and persistent collectives whose blocks vary, with counts of MPI_Count. Several requests are under way at once, and
// persistent ones start twice. Rank i has i % 3 + 1 elements.
#include "../check.h"

enum { WIDTH = 4, ROUNDS = 2 };

static MPI_Count *counts, *ones;
static MPI_Aint *places, *bytes;
static MPI_Datatype *types;

static int length(int r)
{
    return r % 3 + 1;
}

static void make_arrays(void)
{
    counts = malloc(size * sizeof *counts), ones = malloc(size * sizeof *ones);
    places = malloc(size * sizeof *places), bytes = malloc(size * sizeof *bytes);
    types = malloc(size * sizeof *types);
    for (int r = 0; r < size; r++) {
        counts[r] = length(r), ones[r] = 1, types[r] = MPI_INT;
        places[r] = (MPI_Aint)(size - 1 - r) * WIDTH, bytes[r] = places[r] * (MPI_Aint)sizeof(int);
    }
}

// The buffers of one operation.
struct buffers {
    int mine[WIDTH], *out, *all;
};

static struct buffers *buffers_new(void)
{
    struct buffers *new = malloc(sizeof *new);
    new->out = malloc(size * WIDTH * sizeof(int));
    new->all = malloc(size * WIDTH * sizeof(int));
    return new;
}

static void buffers_fill(struct buffers *b, int round)
{
    for (int i = 0; i < WIDTH; i++)
        b->mine[i] = 1000 * round + 10 * rank + i;
    for (int r = 0; r < size; r++)
        for (int i = 0; i < WIDTH; i++) {
            b->out[places[r] + i] = 100000 * round + 1000 * rank + 10 * r + i;
            b->all[places[r] + i] = -1;
        }
}

// Each rank's elements are at their place, and nothing is beside them.
static void check_gathered(const struct buffers *b, int round)
{
    for (int r = 0; r < size; r++)
        for (int i = 0; i < WIDTH; i++)
            CHECK(b->all[places[r] + i] == (i < length(r) ? 1000 * round + 10 * r + i : -1));
}

// Each rank has sent this rank as many elements as the sender's number says.
static void check_exchanged(const struct buffers *b, int round)
{
    for (int r = 0; r < size; r++)
        for (int i = 0; i < WIDTH; i++)
            CHECK(b->all[places[r] + i] == (i < length(r) ? 100000 * round + 1000 * r + 10 * rank + i : -1));
}

static void check_scattered(const struct buffers *b, int root, int round)
{
    for (int i = 0; i < length(rank); i++)
        CHECK(b->mine[i] == 100000 * round + 1000 * root + 10 * rank + i);
}

static void check_reduced(const struct buffers *b, int round)
{
    // In the result, block r begins after the elements of the ranks before it.
    int at = 0;
    for (int r = 0; r < rank; r++)
        at += length(r);
    for (int i = 0; i < length(rank); i++) {
        int place = at + i, owner = size - 1 - place / WIDTH;
        CHECK(b->mine[i] == size * (100000 * round + 10 * owner + place % WIDTH) + 1000 * (size * (size - 1) / 2));
    }
}

enum { OPERATIONS = 6 };

static void check_all(struct buffers *b[], int root, int round)
{
    if (rank == root)
        check_gathered(b[0], round);
    check_scattered(b[1], root, round);
    check_gathered(b[2], round);
    check_exchanged(b[3], round);
    check_exchanged(b[4], round);
    check_reduced(b[5], round);
}

// The number of elements that this rank sends to each rank: its own length.
static MPI_Count *own_counts(void)
{
    MPI_Count *own = malloc(size * sizeof *own);
    for (int r = 0; r < size; r++)
        own[r] = length(rank);
    return own;
}

static void non_blocking(struct buffers *b[], const MPI_Count own[], int root)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    const MPI_Count *root_counts = rank == root ? counts : NULL;
    const MPI_Aint *root_places = rank == root ? places : NULL;
    MPI_Request requests[OPERATIONS];
    for (int k = 0; k < OPERATIONS; k++)
        buffers_fill(b[k], 1);
    MPI_Igatherv_c(b[0]->mine, counts[rank], MPI_INT, b[0]->all, root_counts, root_places, MPI_INT, root, comm, &requests[0]);
    MPI_Iscatterv_c(b[1]->out, root_counts, root_places, MPI_INT, b[1]->mine, counts[rank], MPI_INT, root, comm, &requests[1]);
    MPI_Iallgatherv_c(b[2]->mine, counts[rank], MPI_INT, b[2]->all, counts, places, MPI_INT, comm, &requests[2]);
    MPI_Ialltoallv_c(b[3]->out, own, places, MPI_INT, b[3]->all, counts, places, MPI_INT, comm, &requests[3]);
    MPI_Ialltoallw_c(b[4]->out, own, bytes, types, b[4]->all, counts, bytes, types, comm, &requests[4]);
    MPI_Ireduce_scatter_c(b[5]->out, b[5]->mine, counts, MPI_INT, MPI_SUM, comm, &requests[5]);
    MPI_Waitall(OPERATIONS, requests, MPI_STATUSES_IGNORE);
    check_all(b, root, 1);
}

static void persistent(struct buffers *b[], const MPI_Count own[], int root)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Info info = MPI_INFO_NULL;
    const MPI_Count *root_counts = rank == root ? counts : NULL;
    const MPI_Aint *root_places = rank == root ? places : NULL;
    MPI_Request requests[OPERATIONS];
    MPI_Gatherv_init_c(b[0]->mine, counts[rank], MPI_INT, b[0]->all, root_counts, root_places, MPI_INT, root, comm, info, &requests[0]);
    MPI_Scatterv_init_c(b[1]->out, root_counts, root_places, MPI_INT, b[1]->mine, counts[rank], MPI_INT, root, comm, info, &requests[1]);
    MPI_Allgatherv_init_c(b[2]->mine, counts[rank], MPI_INT, b[2]->all, counts, places, MPI_INT, comm, info, &requests[2]);
    MPI_Alltoallv_init_c(b[3]->out, own, places, MPI_INT, b[3]->all, counts, places, MPI_INT, comm, info, &requests[3]);
    MPI_Alltoallw_init_c(b[4]->out, own, bytes, types, b[4]->all, counts, bytes, types, comm, info, &requests[4]);
    MPI_Reduce_scatter_init_c(b[5]->out, b[5]->mine, counts, MPI_INT, MPI_SUM, comm, info, &requests[5]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < OPERATIONS; k++)
            buffers_fill(b[k], round);
        MPI_Startall(OPERATIONS, requests);
        MPI_Waitall(OPERATIONS, requests, MPI_STATUSES_IGNORE);
        check_all(b, root, round);
    }
    for (int k = 0; k < OPERATIONS; k++)
        MPI_Request_free(&requests[k]);
}

// With MPI_IN_PLACE the arrays of the send side are not looked at.
static void in_place(struct buffers *b)
{
    MPI_Request request;
    buffers_fill(b, 1);
    for (int r = 0; r < size; r++)
        b->all[places[r]] = 10 * rank + r;
    MPI_Ialltoallv_c(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, b->all, ones, places, MPI_INT, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int r = 0; r < size; r++)
        CHECK(b->all[places[r]] == 10 * r + rank);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_arrays();
    struct buffers *b[OPERATIONS];
    for (int k = 0; k < OPERATIONS; k++)
        b[k] = buffers_new();
    MPI_Count *own = own_counts();
    for (int root = 0; root < size; root = next_root(root)) {
        non_blocking(b, own, root);
        persistent(b, own, root);
    }
    in_place(b[0]);
    return end();
}
