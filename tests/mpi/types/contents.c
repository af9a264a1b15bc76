// Tests envelopes and contents: they return the arguments of the constructor, and a type built from these is the same.
#include "../check.h"

static MPI_Datatype kept[4];
static int integers[64], counts[3], combiner;
static MPI_Aint addresses[16];

// Reads the contents of a type. `kept` holds its datatypes.
static void look(MPI_Datatype type, int expected, int integer_count, int address_count, int type_count)
{
    MPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner);
    CHECK(combiner == expected);
    CHECK(counts[0] == integer_count && counts[1] == address_count && counts[2] == type_count);
    MPI_Type_get_contents(type, 64, 16, 4, integers, addresses, kept);
}

static void check_integers(const int *expected)
{
    CHECK(memcmp(integers, expected, counts[0] * sizeof(int)) == 0);
}

// Do both types pack the same bytes?
static void check_same(MPI_Datatype a, MPI_Datatype b)
{
    static unsigned char values[20000], packed[2][20000];
    int position[2] = {0, 0};
    fill(values, sizeof values, 9);
    MPI_Type_commit(&a);
    MPI_Type_commit(&b);
    MPI_Pack(values + 10000, 2, a, packed[0], 20000, &position[0], MPI_COMM_WORLD);
    MPI_Pack(values + 10000, 2, b, packed[1], 20000, &position[1], MPI_COMM_WORLD);
    CHECK(position[0] > 0 && position[0] == position[1] && memcmp(packed[0], packed[1], position[0]) == 0);
    MPI_Type_free(&a);
    MPI_Type_free(&b);
}

static void check_vectors(void)
{
    MPI_Datatype type, again;
    MPI_Type_contiguous(5, MPI_INT, &type);
    look(type, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    check_integers((int[]){5});
    CHECK(kept[0] == MPI_INT);
    MPI_Type_contiguous(integers[0], kept[0], &again);
    check_same(type, again);

    MPI_Type_vector(3, 2, -4, MPI_SHORT, &type);
    look(type, MPI_COMBINER_VECTOR, 3, 0, 1);
    check_integers((int[]){3, 2, -4});
    MPI_Type_vector(integers[0], integers[1], integers[2], kept[0], &again);
    check_same(type, again);

    MPI_Type_create_hvector(3, 2, 40, MPI_DOUBLE, &type);
    look(type, MPI_COMBINER_HVECTOR, 2, 1, 1);
    check_integers((int[]){3, 2});
    CHECK(addresses[0] == 40 && kept[0] == MPI_DOUBLE);
    MPI_Type_create_hvector(integers[0], integers[1], addresses[0], kept[0], &again);
    check_same(type, again);

    MPI_Type_create_resized(MPI_INT, -4, 12, &type);
    look(type, MPI_COMBINER_RESIZED, 0, 2, 1);
    CHECK(addresses[0] == -4 && addresses[1] == 12 && kept[0] == MPI_INT);
    MPI_Type_create_resized(kept[0], addresses[0], addresses[1], &again);
    check_same(type, again);

    MPI_Type_dup(MPI_INT, &type);
    look(type, MPI_COMBINER_DUP, 0, 0, 1);
    CHECK(kept[0] == MPI_INT);
    MPI_Type_free(&type);
}

static void check_blocks(void)
{
    const int lengths[] = {2, 0, 3}, places[] = {4, 9, -2};
    const MPI_Aint bytes[] = {16, 36, -8};
    MPI_Datatype type, again;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
    look(type, MPI_COMBINER_INDEXED, 7, 0, 1);
    check_integers((int[]){3, 2, 0, 3, 4, 9, -2});
    MPI_Type_indexed(integers[0], integers + 1, integers + 4, kept[0], &again);
    check_same(type, again);

    MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &type);
    look(type, MPI_COMBINER_HINDEXED, 4, 3, 1);
    check_integers((int[]){3, 2, 0, 3});
    CHECK(memcmp(addresses, bytes, sizeof bytes) == 0);
    MPI_Type_create_hindexed(integers[0], integers + 1, addresses, kept[0], &again);
    check_same(type, again);

    MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &type);
    look(type, MPI_COMBINER_INDEXED_BLOCK, 5, 0, 1);
    check_integers((int[]){3, 2, 4, 9, -2});
    MPI_Type_free(&type);

    MPI_Type_create_hindexed_block(3, 2, bytes, MPI_INT, &type);
    look(type, MPI_COMBINER_HINDEXED_BLOCK, 2, 3, 1);
    check_integers((int[]){3, 2});
    CHECK(memcmp(addresses, bytes, sizeof bytes) == 0);
    MPI_Type_create_hindexed_block(integers[0], integers[1], addresses, kept[0], &again);
    check_same(type, again);
}

// Reading the contents gives a valid handle of a component that has been freed.
static void check_struct(void)
{
    const int lengths[] = {1, 2};
    const MPI_Aint places[] = {0, 32};
    MPI_Datatype inner, type, again;
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &inner);
    MPI_Type_create_struct(2, lengths, places, (MPI_Datatype[]){inner, MPI_INT}, &type);
    MPI_Type_free(&inner);
    look(type, MPI_COMBINER_STRUCT, 3, 2, 2);
    check_integers((int[]){2, 1, 2});
    CHECK(addresses[0] == 0 && addresses[1] == 32 && kept[1] == MPI_INT);
    inner = kept[0];
    MPI_Type_create_struct(integers[0], integers + 1, addresses, kept, &again);
    check_same(type, again);
    look(inner, MPI_COMBINER_VECTOR, 3, 0, 1);
    check_integers((int[]){2, 1, 2});
    CHECK(kept[0] == MPI_DOUBLE);
    MPI_Type_free(&inner);
}

static void check_arrays(void)
{
    MPI_Datatype type, again;
    MPI_Type_create_subarray(2, (int[]){6, 7}, (int[]){2, 3}, (int[]){1, 4}, MPI_ORDER_FORTRAN, MPI_INT, &type);
    look(type, MPI_COMBINER_SUBARRAY, 8, 0, 1);
    check_integers((int[]){2, 6, 7, 2, 3, 1, 4, MPI_ORDER_FORTRAN});
    MPI_Type_create_subarray(2, integers + 1, integers + 3, integers + 5, integers[7], kept[0], &again);
    check_same(type, again);

    const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    MPI_Type_create_darray(6, 4, 2, (int[]){6, 9}, kinds, arguments, (int[]){2, 3}, MPI_ORDER_C, MPI_INT, &type);
    look(type, MPI_COMBINER_DARRAY, 12, 0, 1);
    check_integers((int[]){6, 4, 2, 6, 9, kinds[0], kinds[1], arguments[0], arguments[1], 2, 3, MPI_ORDER_C});
    MPI_Type_create_darray(integers[0], integers[1], integers[2], integers + 3, integers + 5, integers + 7, integers + 9,
                           integers[11], kept[0], &again);
    check_same(type, again);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    check_vectors();
    check_blocks();
    check_struct();
    check_arrays();
    MPI_Type_get_envelope(MPI_DOUBLE_INT, &counts[0], &counts[1], &counts[2], &combiner);
    CHECK(combiner == MPI_COMBINER_NAMED && counts[0] == 0 && counts[1] == 0 && counts[2] == 0);
    return end();
}
