// Lab 1: ranks share N items. Rank 0 prints, in rank order, which items each rank has and their sum.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// The items of one rank: `count` of them, from `first` on, and their sum.
struct share {
    long first, count, sum;
};

enum { TAG_SHARE = 1 };

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

// Items 1 to `items` on `size` ranks, in rank order: each rank has items/size of them, the first items%size ranks one more.
static struct share share_of(int rank, int size, long items)
{
    gap(1, "share_of: which items a rank has");
    (void)rank, (void)size; // the share of one rank alone, which has all items
    struct share share = {1, items, 0};
    return share;
}

static long sum_of(struct share share)
{
    gap(2, "sum_of: the sum of a rank's items");
    (void)share;
    return 0;
}

static void print(int rank, struct share share)
{
    if (share.count == 0)
        printf("rank %d: no items\n", rank);
    else
        printf("rank %d: items %ld to %ld, sum %ld\n", rank, share.first, share.first + share.count - 1, share.sum);
}

// Rank 0 prints the shares of all ranks in rank order and returns the sum. The other ranks send theirs and return 0.
static long collect(struct share mine, int rank, int size)
{
    gap(3, "collect: the other ranks' shares, by messages to rank 0 with TAG_SHARE");
    (void)rank, (void)size;
    print(0, mine);
    return mine.sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long items = argc > 1 ? atol(argv[1]) : 10;
    if (items < 0) {
        if (rank == 0)
            printf("usage: ranks [ITEMS]\n  ITEMS  at least 0 (default 10)\n");
        MPI_Finalize();
        return 2;
    }
    struct share mine = share_of(rank, size, items);
    mine.sum = sum_of(mine);
    long sum = collect(mine, rank, size);
    if (rank == 0)
        printf("all: sum %ld\n", sum);
    MPI_Finalize();
    return 0;
}
