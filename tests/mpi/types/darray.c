// Tests distributed arrays: each element belongs to the process that the definition says, in the order of the local array.
#include "../check.h"

enum { MOST = 1000 };

static int array[MOST], packed[MOST];

struct dimension {
    int extent, kind, argument, processes;
};

// The process that has index `i`.
static int owner(const struct dimension *d, int i)
{
    int block = d->argument;
    if (d->kind == MPI_DISTRIBUTE_NONE)
        return 0;
    if (block == MPI_DISTRIBUTE_DFLT_DARG)
        block = d->kind == MPI_DISTRIBUTE_BLOCK ? (d->extent + d->processes - 1) / d->processes : 1;
    return i / block % d->processes;
}

static void check(int dims, const struct dimension *d, int order)
{
    int extents[3], kinds[3], arguments[3], grid[3], processes = 1, all = 1, found = 0;
    for (int i = 0; i < dims; i++) {
        extents[i] = d[i].extent;
        kinds[i] = d[i].kind;
        arguments[i] = d[i].argument;
        grid[i] = d[i].processes;
        processes *= grid[i];
        all *= extents[i];
    }
    for (int i = 0; i < MOST; i++)
        array[i] = i;
    for (int process = 0; process < processes; process++) {
        MPI_Datatype type;
        MPI_Aint lb, extent;
        int bytes, position = 0, at = 0;
        MPI_Type_create_darray(processes, process, dims, extents, kinds, arguments, grid, order, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Type_get_extent(type, &lb, &extent);
        CHECK(lb == 0 && extent == all * (int)sizeof(int));
        MPI_Type_size(type, &bytes);
        MPI_Pack(array, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
        CHECK(position == bytes);
        for (int element = 0; element < all; element++) {
            int rest = element, who = 0, index[3];
            for (int i = 0; i < dims; i++) {
                int dim = order == MPI_ORDER_C ? dims - 1 - i : i;
                index[dim] = rest % extents[dim];
                rest /= extents[dim];
            }
            for (int i = 0; i < dims; i++)
                who = who * grid[i] + owner(&d[i], index[i]);
            if (who == process)
                CHECK(at < bytes / (int)sizeof(int) && packed[at++] == element);
        }
        CHECK(at * (int)sizeof(int) == bytes);
        found += at;
        MPI_Type_free(&type);
    }
    CHECK(found == all);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int none = MPI_DISTRIBUTE_NONE, block = MPI_DISTRIBUTE_BLOCK, cyclic = MPI_DISTRIBUTE_CYCLIC;
    const int usual = MPI_DISTRIBUTE_DFLT_DARG, orders[] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
    for (int i = 0; i < 2; i++) {
        check(1, (struct dimension[]){{10, block, usual, 3}}, orders[i]);
        check(1, (struct dimension[]){{10, block, 5, 3}}, orders[i]);
        check(1, (struct dimension[]){{11, cyclic, usual, 3}}, orders[i]);
        check(1, (struct dimension[]){{23, cyclic, 3, 4}}, orders[i]);
        check(1, (struct dimension[]){{5, none, usual, 1}}, orders[i]);
        check(2, (struct dimension[]){{7, block, usual, 2}, {9, block, usual, 3}}, orders[i]);
        check(2, (struct dimension[]){{7, cyclic, 2, 2}, {9, block, 4, 3}}, orders[i]);
        check(2, (struct dimension[]){{8, none, usual, 1}, {12, cyclic, 2, 3}}, orders[i]);
        check(3, (struct dimension[]){{5, cyclic, usual, 2}, {6, block, usual, 2}, {8, cyclic, 3, 2}}, orders[i]);
        check(3, (struct dimension[]){{4, none, usual, 1}, {5, block, usual, 2}, {6, none, usual, 1}}, orders[i]);
    }
    return end();
}
