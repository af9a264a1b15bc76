// Measures the collective operations: the mean time of a call, over all ranks, in cycles of the clock.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct room {
    char *one, *all, *other; // one block; `all` and `other`: a block for each rank
    int bytes, rank, size;
};

static void barrier(struct room *room)
{
    (void)room;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(struct room *room)
{
    MPI_Bcast(room->one, room->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void reduce(struct room *room)
{
    MPI_Reduce(room->all, room->one, room->bytes, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD);
}

static void allreduce(struct room *room)
{
    MPI_Allreduce(room->all, room->one, room->bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
}

static void gather(struct room *room)
{
    MPI_Gather(room->one, room->bytes, MPI_BYTE, room->all, room->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void allgather(struct room *room)
{
    MPI_Allgather(room->one, room->bytes, MPI_BYTE, room->all, room->bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void alltoall(struct room *room)
{
    MPI_Alltoall(room->all, room->bytes, MPI_BYTE, room->other, room->bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*call)(struct room *room);
} OPERATIONS[] = {
    {"barrier", barrier}, {"bcast", bcast},         {"reduce", reduce},     {"allreduce", allreduce},
    {"gather", gather},   {"allgather", allgather}, {"alltoall", alltoall},
};
enum { COUNT = sizeof OPERATIONS / sizeof OPERATIONS[0] };

static void usage(void)
{
    printf("usage: collectives [--bytes N] [--iters N] [--warmup N] [--only NAME]\n"
           "  --bytes N    a block, or the whole vector of a reduction (default 8)\n"
           "  --iters N    calls that are timed, one behind the other (default 10)\n"
           "  --warmup N   calls before them (default 2)\n"
           "  --only NAME  one of barrier, bcast, reduce, allreduce, gather, allgather, alltoall\n");
}

// Returns the mean time of a call over all ranks in seconds, on rank 0 only.
static double time_of(void (*call)(struct room *room), struct room *room, int warmup, int iters)
{
    for (int i = 0; i < warmup; i++)
        call(room);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < iters; i++)
        call(room);
    double mine = (MPI_Wtime() - start) / iters, sum = 0;
    MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum / room->size;
}

static int number(const char *text, int least)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= least && value <= 1 << 24 ? (int)value : -1;
}

struct options {
    int bytes, iters, warmup;
    const char *only;
};

// Returns 0 to go on; -1 for help; 2 for a wrong argument. If it is not 0, the program prints its usage and ends.
static int read_options(int argc, char **argv, struct options *to)
{
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0)
            return -1;
        if (strcmp(argv[i], "--bytes") == 0)
            to->bytes = number(value, 0);
        else if (strcmp(argv[i], "--iters") == 0)
            to->iters = number(value, 1);
        else if (strcmp(argv[i], "--warmup") == 0)
            to->warmup = number(value, 0);
        else if (strcmp(argv[i], "--only") == 0)
            to->only = value;
        else
            return 2;
    }
    int chosen = 0;
    for (int i = 0; i < COUNT; i++)
        chosen += !to->only || strcmp(to->only, OPERATIONS[i].name) == 0;
    return to->bytes < 0 || to->iters < 0 || to->warmup < 0 || !chosen ? 2 : 0;
}

static void measure(struct room *room, const struct options *options)
{
    if (room->rank == 0)
        printf("# %d ranks, %d bytes, clock %.0f MHz\n%12s %14s %12s\n", room->size, room->bytes, 1e-6 / MPI_Wtick(), "",
               "cycles", "us");
    for (int i = 0; i < COUNT; i++) {
        if (options->only && strcmp(options->only, OPERATIONS[i].name) != 0)
            continue;
        double seconds = time_of(OPERATIONS[i].call, room, options->warmup, options->iters);
        if (room->rank == 0)
            printf("%12s %14.1f %12.3f\n", OPERATIONS[i].name, seconds / MPI_Wtick(), seconds * 1e6);
    }
    if (room->rank == 0)
        printf("collectives: OK\n");
}

int main(int argc, char **argv)
{
    struct options options = {.bytes = 8, .iters = 10, .warmup = 2};
    struct room room;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &room.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &room.size);
    int ends = read_options(argc, argv, &options);
    if (ends) {
        if (room.rank == 0)
            usage();
        MPI_Finalize();
        return ends < 0 ? 0 : ends;
    }
    room.bytes = options.bytes;
    size_t all = (size_t)room.bytes * room.size;
    room.one = calloc(room.bytes + 1, 1);
    room.all = calloc(all + 1, 1);
    room.other = calloc(all + 1, 1);
    if (!room.one || !room.all || !room.other) {
        fprintf(stderr, "collectives: no room for %zu bytes on rank %d\n", 2 * all + room.bytes, room.rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    measure(&room, &options);
    free(room.one);
    free(room.all);
    free(room.other);
    MPI_Finalize();
    return 0;
}
