// Tests parts of arrays of one to four dimensions in both orders, compared with loops over their indices.
#include "../check.h"

enum { MOST = 2000 };

static int array[MOST], packed[MOST], seen[MOST];

static int place(int dims, const int sizes[], const int index[], int order)
{
    int at = 0;
    for (int i = 0; i < dims; i++) {
        int d = order == MPI_ORDER_C ? i : dims - 1 - i;
        at = at * sizes[d] + index[d];
    }
    return at;
}

static void check(int dims, const int sizes[], const int subsizes[], const int starts[], int order)
{
    MPI_Datatype type;
    MPI_Aint lb, extent;
    int position = 0, elements = 1, all = 1, index[4] = {0};
    for (int i = 0; i < dims; i++) {
        elements *= subsizes[i];
        all *= sizes[i];
    }
    MPI_Type_create_subarray(dims, sizes, subsizes, starts, order, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == all * (int)sizeof(int));
    for (int i = 0; i < MOST; i++)
        array[i] = i;
    MPI_Pack(array, 2, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 2 * elements * (int)sizeof(int));
    for (int i = 0; i < elements; i++) {
        int absolute[4];
        for (int d = 0; d < dims; d++)
            absolute[d] = starts[d] + index[d];
        int at = place(dims, sizes, absolute, order);
        CHECK(packed[i] == at && packed[elements + i] == at + all);
        // The index that varies fastest comes first.
        for (int j = dims - 1; j >= 0; j--) {
            int d = order == MPI_ORDER_C ? j : dims - 1 - j;
            if (++index[d] < subsizes[d])
                break;
            index[d] = 0;
        }
    }
    memset(seen, 0, sizeof seen);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, seen, 2, type, MPI_COMM_WORLD);
    int there = 0;
    for (int i = 1; i < MOST; i++) {
        CHECK(seen[i] == 0 || seen[i] == i);
        there += seen[i] != 0;
    }
    CHECK(there + (packed[0] == 0) == 2 * elements);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int orders[] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
    for (int i = 0; i < 2; i++) {
        check(1, (int[]){10}, (int[]){4}, (int[]){3}, orders[i]);
        check(2, (int[]){6, 8}, (int[]){2, 3}, (int[]){1, 4}, orders[i]);
        check(2, (int[]){6, 8}, (int[]){6, 8}, (int[]){0, 0}, orders[i]);
        check(2, (int[]){6, 8}, (int[]){6, 1}, (int[]){0, 7}, orders[i]);
        check(2, (int[]){6, 8}, (int[]){1, 8}, (int[]){5, 0}, orders[i]);
        check(3, (int[]){4, 5, 6}, (int[]){2, 3, 4}, (int[]){2, 1, 1}, orders[i]);
        check(3, (int[]){4, 5, 6}, (int[]){4, 5, 2}, (int[]){0, 0, 2}, orders[i]);
        check(3, (int[]){9, 10, 11}, (int[]){8, 9, 10}, (int[]){1, 0, 1}, orders[i]);
        check(4, (int[]){3, 4, 5, 6}, (int[]){2, 2, 3, 3}, (int[]){1, 1, 0, 3}, orders[i]);
    }
    return end();
}
