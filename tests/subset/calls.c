// Uses all functions of TMD-MPI, with types of each width at odd addresses, roots other than 0, and envelopes that wait. Prints the results.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { MOST = 1100 };

static int rank, size;
static unsigned char out[4 * MOST + 8], in[4 * MOST + 8];

static void fill(int seed)
{
    for (unsigned i = 0; i < sizeof out; i++)
        out[i] = (unsigned char)(i * 7 + seed);
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = 0xee;
}

static uint32_t sum_of(const unsigned char *bytes, unsigned count)
{
    uint32_t sum = 2166136261u;
    for (unsigned i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

// From rank 0 to rank 1: `count` elements, at these offsets in bytes. Bytes after the message do not change.
static void pass(int count, MPI_Datatype type, unsigned from, unsigned to)
{
    MPI_Status status;
    fill(count);
    if (rank == 0)
        MPI_Send(out + from, count, type, 1, count, MPI_COMM_WORLD);
    if (rank != 1)
        return;
    MPI_Recv(in + to, count, type, 0, count, MPI_COMM_WORLD, &status);
    int got;
    MPI_Get_count(&status, type, &got);
    printf("%d elements to %u: %08lx, status %d %d %d\n", count, to, (unsigned long)sum_of(in, sizeof in),
           status.MPI_SOURCE, status.MPI_TAG, got);
}

// All other ranks send to rank 0, which receives from the last one first.
static void crowd(void)
{
    int value = rank;
    if (rank != 0)
        MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    for (int from = size - 1; rank == 0 && from > 0; from--) {
        MPI_Recv(&value, 1, MPI_INT, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("from %d: %d\n", from, value);
    }
}

static void show(const char *what, int count)
{
    unsigned own = sum_of(in, sizeof in), all[16];
    MPI_Gather(&own, 1, MPI_UNSIGNED, all, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        printf("%d %s by %d: %08x\n", count, what, i, all[i]);
}

// Each rank sends to the next and receives from the one before. Then neighbours exchange messages of any length and alignment.
static void exchange(void)
{
    MPI_Status status;
    int next = (rank + 1) % size, before = (rank + size - 1) % size, other = rank ^ 1;
    static const int counts[] = {0, 1, 2, 40, 600};
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        fill(rank);
        MPI_Sendrecv(out, counts[i], MPI_INT, next, 7, in, counts[i], MPI_INT, before, 7, MPI_COMM_WORLD, &status);
        in[0] ^= (unsigned char)(status.MPI_SOURCE + 16 * status.MPI_TAG);
        show("around", counts[i]);
        fill(rank);
        if (other < size)
            MPI_Sendrecv(out + 1, 3 * counts[i], MPI_CHAR, other, rank, in + 2, 3 * counts[i], MPI_CHAR, other, other,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        show("exchanged", counts[i]);
    }
}

static void reduce(int root)
{
    int numbers[150], sums[150], largest;
    unsigned char narrow = (unsigned char)(200 + rank), most = 0;
    short small = (short)(-100 * rank), least = 0;
    float part = 0.5f * (float)rank, whole = 0;
    for (int i = 0; i < 150; i++)
        numbers[i] = i * (rank + 1);
    MPI_Reduce(numbers, sums, 150, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    MPI_Reduce(&numbers[rank], &largest, 1, MPI_INT, MPI_MAX, root, MPI_COMM_WORLD);
    MPI_Reduce(&narrow, &most, 1, MPI_UNSIGNED_CHAR, MPI_MAX, root, MPI_COMM_WORLD);
    MPI_Reduce(&small, &least, 1, MPI_SHORT, MPI_MAX, root, MPI_COMM_WORLD);
    MPI_Reduce(&part, &whole, 1, MPI_FLOAT, MPI_SUM, root, MPI_COMM_WORLD);
    if (rank == root)
        printf("sums at %d: %d %d %d, largest %d %d %d, %d\n", root, sums[1], sums[64], sums[149], largest, most, least,
               (int)(whole * 2));
}

static void spread_and_gather(int root)
{
    short values[3] = {(short)(root * 3), 5, (short)rank}, all[3 * 16];
    MPI_Bcast(values, 2, MPI_SHORT, root, MPI_COMM_WORLD);
    values[1] = (short)(values[0] + rank);
    MPI_Gather(values, 3, MPI_SHORT, all, 3, MPI_SHORT, root, MPI_COMM_WORLD);
    for (int i = 0; rank == root && i < size; i++)
        printf("from %d at %d: %d %d %d\n", i, root, all[3 * i], all[3 * i + 1], all[3 * i + 2]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    static const int counts[] = {0, 1, 2, 3, 5, 506, 507, 508, 1014, 1015};
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        pass(counts[i], MPI_INT, 0, 0);
        pass(counts[i], MPI_CHAR, 1, 3);
        pass(counts[i], MPI_SHORT, 2, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    crowd();
    MPI_Barrier(MPI_COMM_WORLD);
    exchange();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int root = 0; root < size; root += 2) {
        reduce(root);
        spread_and_gather(root);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%s\n", MPI_Wtime() > 0 && MPI_Wtick() > 0 ? "ok" : "no time");
    MPI_Finalize();
    return 0;
}
