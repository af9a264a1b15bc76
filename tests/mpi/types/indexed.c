// Tests the four constructors of blocks at any displacements, compared with plain loops: unsorted, empty and neighbouring blocks.
#include "../check.h"

enum { BLOCKS = 6, ROOM = 400 };

static int values[ROOM], packed[ROOM];

// Checks that the ints of `elements` of the type are, in order, those with these indices.
static void check(MPI_Datatype type, const int indices[], int each, int elements, int extent)
{
    MPI_Aint lb, real;
    int position = 0, bytes = elements * each * (int)sizeof(int);
    MPI_Type_commit(&type);
    MPI_Type_get_extent(type, &lb, &real);
    CHECK(real == extent * (int)sizeof(int));
    for (int i = 0; i < ROOM; i++)
        values[i] = i * 3;
    MPI_Pack(values, elements, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == bytes);
    for (int i = 0; i < elements * each; i++)
        CHECK(packed[i] == (indices[i % each] + i / each * extent) * 3);
    memset(values, 0, sizeof values);
    position = 0;
    MPI_Unpack(packed, bytes, &position, values, elements, type, MPI_COMM_WORLD);
    for (int i = 0; i < elements * each; i++)
        CHECK(values[indices[i % each] + i / each * extent] == packed[i]);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int lengths[BLOCKS] = {2, 0, 1, 3, 0, 2}, displacements[BLOCKS] = {10, 50, 4, 0, 7, 20};
    const int indices[] = {10, 11, 4, 0, 1, 2, 20, 21};
    const int pairs[] = {10, 11, 50, 51, 4, 5, 0, 1, 7, 8, 20, 21};
    MPI_Aint bytes[BLOCKS];
    MPI_Datatype type;
    for (int i = 0; i < BLOCKS; i++)
        bytes[i] = displacements[i] * (MPI_Aint)sizeof(int);
    MPI_Type_indexed(BLOCKS, lengths, displacements, MPI_INT, &type);
    check(type, indices, 8, 3, 22);
    MPI_Type_create_hindexed(BLOCKS, lengths, bytes, MPI_INT, &type);
    check(type, indices, 8, 2, 22);
    MPI_Type_create_indexed_block(BLOCKS, 2, displacements, MPI_INT, &type);
    check(type, pairs, 12, 4, 52);
    MPI_Type_create_hindexed_block(BLOCKS, 2, bytes, MPI_INT, &type);
    check(type, pairs, 12, 1, 52);

    // Adjacent blocks, and blocks at equal distances.
    const int next[] = {0, 1, 2, 3, 4, 5}, far[] = {0, 3, 6, 9, 12, 15};
    MPI_Type_create_indexed_block(BLOCKS, 1, next, MPI_INT, &type);
    check(type, next, 6, 5, 6);
    MPI_Type_create_indexed_block(BLOCKS, 1, far, MPI_INT, &type);
    check(type, far, 6, 5, 16);

    // A hundred blocks of different lengths.
    int many_lengths[100], many[100], all[300], count = 0;
    for (int i = 0; i < 100; i++) {
        many[i] = 3 * (99 - i);
        many_lengths[i] = i % 3;
        for (int j = 0; j < many_lengths[i]; j++)
            all[count++] = many[i] + j;
    }
    MPI_Type_indexed(100, many_lengths, many, MPI_INT, &type);
    MPI_Datatype point;
    MPI_Type_create_resized(type, 0, 0, &point);
    MPI_Type_free(&type);
    check(point, all, count, 1, 0);
    return end();
}
