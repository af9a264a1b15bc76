// Lab 8: the network is a square mesh. What do distance, shared links and the placement of ranks cost?
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The mesh has `width` times `width` routers. Rank r is at column r % width and row r / width. A message first goes along its
// row to the column of its destination, then along that column.
static int width;

enum { TAG = 1, ROUNDS = 4 };

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

// The number of links between routers on the way from one rank to the other.
static int hops(int from, int to)
{
    gap(1, "hops: the distance of two ranks");
    return from + to;
}

// The largest number of messages on one link in one direction, if every rank sends a message to its partner.
static int busiest_link(int (*partner)(int rank))
{
    gap(2, "busiest_link: the most messages on one link");
    (void)partner;
    return 0;
}

// The rank at each position of a ring in which neighbours are one hop apart. The width is even.
static int place(int position)
{
    gap(3, "place: the ranks in the order of the ring");
    return position;
}

// Patterns: the rank to which a rank sends its message.
static int to_right(int rank) // to the right neighbour, from the last column to the first
{
    return rank - rank % width + (rank + 1) % width;
}

static int mirror(int rank) // to the same row, the columns mirrored
{
    return rank - rank % width + (width - 1 - rank % width);
}

static int transpose(int rank) // columns and rows exchanged
{
    return rank % width * width + rank / width;
}

static int opposite(int rank) // half of the ranks further on
{
    return (rank + width * width / 2) % (width * width);
}

static const struct {
    const char *name;
    int (*partner)(int rank);
} PATTERNS[] = {{"right", to_right}, {"mirror", mirror}, {"transpose", transpose}, {"opposite", opposite}};

// Half the cycles of a round trip of `bytes` bytes from rank 0 to `other` and back.
static double half_round_trip(int other, int bytes, char *data, int rank)
{
    double start = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round <= ROUNDS; round++) {
        if (round == 1) // the first one fills the caches
            start = MPI_Wtime();
        if (rank == 0) {
            MPI_Send(data, bytes, MPI_CHAR, other, TAG, MPI_COMM_WORLD);
            MPI_Recv(data, bytes, MPI_CHAR, other, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == other) {
            MPI_Recv(data, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
        }
    }
    return (MPI_Wtime() - start) / MPI_Wtick() / ROUNDS / 2;
}

static void print_distances(char *data, int rank)
{
    for (int other = 1; other < width * width; other++) {
        double cycles = half_round_trip(other, 0, data, rank);
        if (rank == 0) {
            printf("rank %2d: %d hops\n", other, hops(0, other));
            fprintf(stderr, "rank %2d: %.1f cycles\n", other, cycles);
        }
    }
}

// All ranks send at once, each to its partner. Returns the cycles of the slowest rank.
static double pattern_time(int (*partner)(int rank), int bytes, char *out, char *in, int rank)
{
    int from = 0;
    while (partner(from) != rank)
        from++;
    double start = 0, mine, longest;
    for (int round = 0; round <= ROUNDS; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (round == 1)
            start = MPI_Wtime();
        MPI_Sendrecv(out, bytes, MPI_CHAR, partner(rank), TAG, in, bytes, MPI_CHAR, from, TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    mine = (MPI_Wtime() - start) / MPI_Wtick() / ROUNDS;
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest;
}

static void print_patterns(int bytes, char *out, char *in, int rank)
{
    for (size_t i = 0; i < sizeof PATTERNS / sizeof PATTERNS[0]; i++) {
        double cycles = pattern_time(PATTERNS[i].partner, bytes, out, in, rank);
        if (rank == 0) {
            printf("%-10s %d messages on the busiest link\n", PATTERNS[i].name, busiest_link(PATTERNS[i].partner));
            fprintf(stderr, "%-10s %8.0f cycles\n", PATTERNS[i].name, cycles);
        }
    }
}

static int in_order(int position)
{
    return position;
}

// Sends a token round a ring whose n-th station is rank where(n). Prints its hops, and the cycles of a round.
static void print_ring(const char *name, int (*where)(int position), char *data, int rank)
{
    int size = width * width, mine = 0, sum = 0;
    while (mine < size && where(mine) != rank)
        mine++;
    int all, found = mine < size;
    MPI_Allreduce(&found, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!all) {
        if (rank == 0)
            printf("%-10s not every rank has a place\n", name);
        return;
    }
    int left = where((mine + size - 1) % size), right = where((mine + 1) % size);
    double start = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        if (round == 1)
            start = MPI_Wtime();
        if (mine == 0)
            MPI_Send(data, 8, MPI_CHAR, right, TAG, MPI_COMM_WORLD);
        MPI_Recv(data, 8, MPI_CHAR, left, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (mine != 0)
            MPI_Send(data, 8, MPI_CHAR, right, TAG, MPI_COMM_WORLD);
    }
    double cycles = (MPI_Wtime() - start) / MPI_Wtick() / ROUNDS;
    for (int position = 0; position < size; position++)
        sum += hops(where(position), where((position + 1) % size));
    if (mine == 0)
        MPI_Send(&cycles, 1, MPI_DOUBLE, 0, TAG + 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(&cycles, 1, MPI_DOUBLE, where(0), TAG + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%-10s %d hops\n", name, sum);
        fprintf(stderr, "%-10s %8.0f cycles a round\n", name, cycles);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, bytes = argc > 2 ? atoi(argv[2]) : 16384;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (width * width < size)
        width++;
    const char *what = argc > 1 ? argv[1] : "";
    int known = strcmp(what, "distances") == 0 || strcmp(what, "patterns") == 0 || strcmp(what, "ring") == 0;
    if (!known || width * width != size || width % 2 != 0 || bytes < 1) {
        if (rank == 0)
            printf("usage: network distances|patterns|ring [BYTES]\n"
                   "  BYTES  of the messages of patterns (default 16384); ranks: 4, 16, 36, ...\n");
        MPI_Finalize();
        return 2;
    }
    char *out = calloc((size_t)bytes + 8, 1), *in = calloc((size_t)bytes + 8, 1);
    if (out == NULL || in == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (strcmp(what, "distances") == 0) {
        print_distances(out, rank);
    } else if (strcmp(what, "patterns") == 0) {
        print_patterns(bytes, out, in, rank);
    } else {
        print_ring("in order", in_order, out, rank);
        print_ring("placed", place, out, rank);
    }
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
