// Tests neighbour collectives whose blocks vary, with counts of MPI_Count, in all forms, on a ring whose edges lead to the next rank and
// to the rank itself. Rank i has i % 3 + 1 elements.
#include "../check.h"

enum { WIDTH = 4, ALL = 2 * WIDTH };

static MPI_Comm ring;
static int before, after;

static int length(int r)
{
    return r % 3 + 1;
}

// The arguments of the calls: to the next rank and to itself, from the rank before and from itself.
static int out[ALL], in[ALL];
static MPI_Count sent[2], received[2];
static const MPI_Aint places[2] = {WIDTH, 0}, bytes[2] = {WIDTH * sizeof(int), 0};
static MPI_Datatype types[2];

static void prepare(int round)
{
    for (int i = 0; i < ALL; i++)
        out[i] = 10000 * round + 100 * rank + i, in[i] = -1;
}

static void check_block(int source, int place, int first, int round)
{
    for (int i = 0; i < WIDTH; i++)
        CHECK(in[place + i] == (i < length(source) ? 10000 * round + 100 * source + first + i : -1));
}

static void check_gathered(int round)
{
    check_block(before, WIDTH, 0, round);
    check_block(rank, 0, 0, round);
}

static void check_exchanged(int round)
{
    check_block(before, WIDTH, WIDTH, round);
    check_block(rank, 0, 0, round);
}

// Starts a persistent request twice, and frees it.
static void start(MPI_Request request, void (*check)(int round))
{
    for (int round = 1; round < 3; round++) {
        prepare(round);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(round);
    }
    MPI_Request_free(&request);
}

static void wait_for(MPI_Request request, void (*check)(int round))
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(0);
    prepare(0);
}

static void blocking(void)
{
    prepare(0);
    MPI_Neighbor_allgatherv_c(out, sent[0], MPI_INT, in, received, places, MPI_INT, ring);
    check_gathered(0);
    prepare(0);
    MPI_Neighbor_alltoallv_c(out, sent, places, MPI_INT, in, received, places, MPI_INT, ring);
    check_exchanged(0);
    prepare(0);
    MPI_Neighbor_alltoallw_c(out, sent, bytes, types, in, received, bytes, types, ring);
    check_exchanged(0);
}

static void non_blocking(void)
{
    MPI_Request request;
    prepare(0);
    MPI_Ineighbor_allgatherv_c(out, sent[0], MPI_INT, in, received, places, MPI_INT, ring, &request);
    wait_for(request, check_gathered);
    MPI_Ineighbor_alltoallv_c(out, sent, places, MPI_INT, in, received, places, MPI_INT, ring, &request);
    wait_for(request, check_exchanged);
    MPI_Ineighbor_alltoallw_c(out, sent, bytes, types, in, received, bytes, types, ring, &request);
    wait_for(request, check_exchanged);
}

static void persistent(void)
{
    MPI_Request request;
    MPI_Neighbor_allgatherv_init_c(out, sent[0], MPI_INT, in, received, places, MPI_INT, ring, MPI_INFO_NULL, &request);
    start(request, check_gathered);
    MPI_Neighbor_alltoallv_init_c(out, sent, places, MPI_INT, in, received, places, MPI_INT, ring, MPI_INFO_NULL, &request);
    start(request, check_exchanged);
    MPI_Neighbor_alltoallw_init_c(out, sent, bytes, types, in, received, bytes, types, ring, MPI_INFO_NULL, &request);
    start(request, check_exchanged);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    before = (rank + size - 1) % size, after = (rank + 1) % size;
    sent[0] = sent[1] = length(rank), received[0] = length(before), received[1] = length(rank);
    types[0] = types[1] = MPI_INT;
    int sources[2] = {before, rank}, destinations[2] = {after, rank}, weights[2] = {1, 1};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, weights, 2, destinations, weights, MPI_INFO_NULL, 0, &ring);
    blocking();
    non_blocking();
    persistent();
    MPI_Comm_free(&ring);
    return end();
}
