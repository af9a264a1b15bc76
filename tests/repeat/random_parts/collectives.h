// Part of random.c: collective calls.
#ifndef RANDOM_COLLECTIVES_H
#define RANDOM_COLLECTIVES_H

// ---- Collective calls ----

static double number_of(double a, double b, unsigned op)
{
    return op == 0 ? a + b : op == 1 ? (a < b ? a : b) : (a > b ? a : b);
}

static uint64_t bits_of(uint64_t a, uint64_t b, unsigned op)
{
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a < b ? a : b;
    case 2:
        return a > b ? a : b;
    case 3:
        return a * b;
    case 4:
        return a ^ b;
    case 5:
        return a & b;
    default:
        return a | b;
    }
}

static const MPI_Op *operation(unsigned op)
{
    static MPI_Op operations[7];
    MPI_Op all[7] = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD, MPI_BXOR, MPI_BAND, MPI_BOR};
    memcpy(operations, all, sizeof all);
    return &operations[op];
}

static int reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, int in_place)
{
    if (root >= size) {
        MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, count, type, op, MPI_COMM_WORLD);
        return 1;
    }
    // Not in place, because MPICH 4.0.2 then fails on five ranks. tests/mpi/coll/reduce.c tests that.
    MPI_Reduce(in, out, count, type, op, root, MPI_COMM_WORLD);
    return rank == root;
}

// The operand of a rank in a reduction. Its highest bit is 0, because MPICH 4.0.2 compares unsigned numbers as signed.
static uint64_t operand(uint64_t id, int whose, int index)
{
    return mixed(id + whose * 8192 + index) >> 1;
}

// A reduction to one rank, or to all ranks if `root` is no rank.
static void reduction(struct dice *plan, uint64_t id, int root)
{
    unsigned op = below(plan, 7), numbers = below(plan, 2), in_place = below(plan, 2);
    int count = below(plan, 4) ? below(plan, 40) : below(plan, 6000 / size);
    op = numbers ? op % 3 : op;
    uint64_t *bits = malloc((count + 1) * sizeof *bits), *result = malloc((count + 1) * sizeof *result);
    double *values = malloc((count + 1) * sizeof *values), *sums = malloc((count + 1) * sizeof *sums);
    CHECK(bits != NULL && result != NULL && values != NULL && sums != NULL);
    for (int i = 0; i < count; i++) {
        bits[i] = result[i] = operand(id, rank, i);
        values[i] = sums[i] = (double)(bits[i] % 1000);
    }
    int mine = numbers ? reduce(values, sums, count, MPI_DOUBLE, *operation(op), root, in_place)
                       : reduce(bits, result, count, MPI_UINT64_T, *operation(op), root, in_place);
    for (int i = 0; mine && i < count; i++) {
        uint64_t expected = operand(id, 0, i);
        double number = (double)(expected % 1000);
        for (int other = 1; other < size; other++) {
            uint64_t x = operand(id, other, i);
            expected = bits_of(expected, x, op);
            number = number_of(number, (double)(x % 1000), op);
        }
        CHECK(numbers ? sums[i] == number : result[i] == expected);
        checksum += numbers ? (uint64_t)number : expected;
    }
    free(bits);
    free(result);
    free(values);
    free(sums);
}

static void broadcast(struct dice *plan, uint64_t id, int root)
{
    int bytes = random_bytes(plan), offset = below(plan, 8);
    unsigned char *data = malloc(bytes + 8);
    CHECK(data != NULL);
    if (rank == root)
        write_words(data + offset, bytes, id);
    MPI_Bcast(data + offset, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    take(data + offset, bytes, id);
    free(data);
}

// The content of the part that goes from one rank to another. If only one of the two matters, the other is 0.
static uint64_t part_id(uint64_t id, int from, int to)
{
    return mixed(id + 4096 * (from + 1) + to);
}

enum parts { GATHER, SCATTER, ALLGATHER, ALLTOALL };

static void call_parts(enum parts kind, void *out, int bytes, void *in, int root, int in_place)
{
    void *from = in_place ? MPI_IN_PLACE : out;
    if (kind == GATHER)
        MPI_Gather(rank == root ? from : out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    else if (kind == SCATTER)
        MPI_Scatter(out, bytes, MPI_BYTE, rank == root && in_place ? MPI_IN_PLACE : in, bytes, MPI_BYTE, root,
                    MPI_COMM_WORLD);
    else if (kind == ALLGATHER)
        MPI_Allgather(from, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
    else
        MPI_Alltoall(from, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

// Gather, scatter, allgather and alltoall: equal parts from one rank or all ranks to one or all.
static void parts(struct dice *plan, uint64_t id, int root, enum parts kind)
{
    int bytes = random_bytes(plan) % (24000 / size), in_place = below(plan, 3) == 0;
    unsigned char *out = malloc(bytes * size + 1), *in = malloc(bytes * size + 1);
    CHECK(out != NULL && in != NULL);
    int sends_each = kind == SCATTER || kind == ALLTOALL, takes_each = kind != SCATTER;
    int from_all = kind != SCATTER || rank == root, to_all = kind != GATHER || rank == root;
    // An in-place alltoall sends from its receive buffer.
    unsigned char *full = in_place && kind == ALLTOALL ? in : out;
    for (int to = 0; from_all && to < (sends_each ? size : 1); to++)
        write_words(full + to * bytes, bytes, part_id(id, rank, to));
    if (in_place && (kind == ALLGATHER || (kind == GATHER && rank == root)))
        write_words(in + rank * bytes, bytes, part_id(id, rank, 0));
    call_parts(kind, out, bytes, in, root, in_place);
    if (kind == SCATTER && rank == root && in_place)
        memcpy(in, out + root * bytes, bytes);
    for (int from = 0; to_all && from < (takes_each ? size : 1); from++)
        take(in + from * bytes, bytes, part_id(id, takes_each ? from : root, sends_each ? rank : 0));
    free(out);
    free(in);
}

static void collective(struct dice *plan, struct dice *own, unsigned phase)
{
    int root = below(plan, size);
    uint64_t id = content_id(phase, 0);
    be_late(own);
    switch (below(plan, 8)) {
    case 0:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 1:
        broadcast(plan, id, root);
        break;
    case 2:
        reduction(plan, id, root);
        break;
    case 3:
        reduction(plan, id, size);
        break;
    case 4:
        parts(plan, id, root, GATHER);
        break;
    case 5:
        parts(plan, id, root, SCATTER);
        break;
    case 6:
        parts(plan, id, root, ALLGATHER);
        break;
    default:
        parts(plan, id, root, ALLTOALL);
    }
}

#endif
