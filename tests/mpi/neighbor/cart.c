// Tests neighbour collectives on Cartesian topologies of all shapes. With one or two ranks, both
// sides are the same rank: data sent to one side arrives from the other side (MPI 5.0 §8.6).
#include "../check.h"

static MPI_Comm cart;
static int dims[3], periods[3], coords[3], dimensions, neighbors[6];

// The word that rank r sends to its neighbour `index`.
static int word(int r, int index, int i)
{
    return r * 100 + index * 10 + i;
}

static void find(void)
{
    for (int d = 0; d < dimensions; d++)
        MPI_Cart_shift(cart, d, 1, &neighbors[2 * d], &neighbors[2 * d + 1]);
}

// When one rank is on both sides, MPICH 4.0 receives its messages in either order.
#ifdef MPICH_VERSION
#define IN_ORDER 0
#else
#define IN_ORDER 1
#endif

static void check_all(const int *in, int width)
{
    for (int k = 0; k < 2 * dimensions; k++) {
        int other = neighbors[k], twice = neighbors[k ^ 1] == other;
        for (int i = 0; i < width; i++) {
            int got = in[k * width + i];
            CHECK(got == (other == MPI_PROC_NULL ? -1 : word(other, k ^ 1, i)) ||
                  (!IN_ORDER && twice && got == word(other, k, i)));
        }
    }
}

static void exchange(int width)
{
    int own, out[6 * 300], in[6 * 300], counts[6], at[6];
    MPI_Aint bytes[6];
    MPI_Datatype types[6];
    MPI_Comm_rank(cart, &own);
    for (int k = 0; k < 2 * dimensions; k++) {
        counts[k] = width;
        at[k] = k * width;
        bytes[k] = at[k] * sizeof(int);
        types[k] = MPI_INT;
        for (int i = 0; i < width; i++)
            out[k * width + i] = word(own, k, i);
    }
    for (int form = 0; form < 6; form++) {
        MPI_Request request = MPI_REQUEST_NULL;
        memset(in, 0xff, sizeof in);
        switch (form) {
        case 0:
            MPI_Neighbor_alltoall(out, width, MPI_INT, in, width, MPI_INT, cart);
            break;
        case 1:
            MPI_Neighbor_alltoallv(out, counts, at, MPI_INT, in, counts, at, MPI_INT, cart);
            break;
        case 2:
            MPI_Neighbor_alltoallw(out, counts, bytes, types, in, counts, bytes, types, cart);
            break;
        case 3:
            MPI_Ineighbor_alltoall(out, width, MPI_INT, in, width, MPI_INT, cart, &request);
            break;
        case 4:
            MPI_Ineighbor_alltoallv(out, counts, at, MPI_INT, in, counts, at, MPI_INT, cart, &request);
            break;
        default:
            MPI_Ineighbor_alltoallw(out, counts, bytes, types, in, counts, bytes, types, cart, &request);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check_all(in, width);
    }
}

static void gather(void)
{
    int own, in[6 * 2], counts[6], at[6];
    MPI_Comm_rank(cart, &own);
    int out[2] = {own, own + 1000};
    for (int k = 0; k < 2 * dimensions; k++) {
        counts[k] = 2;
        at[k] = 2 * (2 * dimensions - 1 - k);
    }
    for (int form = 0; form < 4; form++) {
        MPI_Request request = MPI_REQUEST_NULL;
        memset(in, 0xff, sizeof in);
        if (form == 0)
            MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, cart);
        else if (form == 1)
            MPI_Neighbor_allgatherv(out, 2, MPI_INT, in, counts, at, MPI_INT, cart);
        else if (form == 2)
            MPI_Ineighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, cart, &request);
        else
            MPI_Ineighbor_allgatherv(out, 2, MPI_INT, in, counts, at, MPI_INT, cart, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int k = 0; k < 2 * dimensions; k++) {
            int *block = in + (form % 2 ? at[k] : 2 * k);
            CHECK(block[0] == (neighbors[k] == MPI_PROC_NULL ? -1 : neighbors[k]));
            CHECK(block[1] == (neighbors[k] == MPI_PROC_NULL ? -1 : neighbors[k] + 1000));
        }
    }
}

static void try(int n, int a, int b, int c, int wraps)
{
    dimensions = n;
    dims[0] = a, dims[1] = b, dims[2] = c;
    for (int d = 0; d < 3; d++)
        periods[d] = wraps >> d & 1;
    MPI_Cart_create(MPI_COMM_WORLD, n, dims, periods, 0, &cart);
    if (cart == MPI_COMM_NULL)
        return;
    find();
    exchange(1);
    exchange(4);
    exchange(300);
    gather();
    MPI_Comm_free(&cart);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int wraps = 0; wraps < 8; wraps++) {
        try(1, size, 1, 1, wraps);
        try(2, size, 1, 1, wraps);
        if (size % 2 == 0)
            try(3, 2, size / 2, 1, wraps);
        try(1, 1, 1, 1, wraps);
    }
    return end();
}
