// Tests nested types whose components have been freed, and duplicates of them.
#include "../check.h"

enum { DEPTH = 40 };

static int values[1000], packed[1000], expected[1000];

// Blocks of a face of a cube, as three-dimensional programs build them by hand.
static void check_cube(void)
{
    enum { SIDE = 8 };
    MPI_Datatype line, plane, cube, copy;
    int position = 0, count = 0;
    MPI_Type_vector(3, 1, 2, MPI_INT, &line);
    MPI_Type_create_hvector(4, 1, SIDE * sizeof(int), line, &plane);
    MPI_Type_free(&line);
    MPI_Type_create_hvector(2, 1, 3 * SIDE * SIDE * sizeof(int), plane, &cube);
    MPI_Type_free(&plane);
    MPI_Type_dup(cube, &copy);
    MPI_Type_free(&cube);
    MPI_Type_commit(&copy);
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        values[i] = i;
    for (int z = 0; z < 2; z++) {
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 3; x++)
                expected[count++] = (3 * z * SIDE + y) * SIDE + 2 * x;
        }
    }
    MPI_Pack(values, 1, copy, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == count * (int)sizeof(int) && memcmp(packed, expected, position) == 0);
    MPI_Type_free(&copy);
}

// Each level adds an int before the existing data.
static void check_deep(void)
{
    MPI_Datatype type, larger;
    int position = 0;
    MPI_Type_contiguous(1, MPI_INT, &type);
    for (int i = 1; i < DEPTH; i++) {
        const int lengths[] = {1, 1};
        const MPI_Aint places[] = {0, 2 * sizeof(int)};
        const MPI_Datatype types[] = {MPI_INT, type};
        MPI_Type_create_struct(2, lengths, places, types, &larger);
        MPI_Type_free(&type);
        type = larger;
    }
    MPI_Type_commit(&type);
    for (int i = 0; i < 1000; i++)
        values[i] = i;
    MPI_Pack(values, 3, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 3 * DEPTH * (int)sizeof(int));
    for (int i = 0; i < 3 * DEPTH; i++)
        CHECK(packed[i] == i / DEPTH * (2 * DEPTH - 1) + i % DEPTH * 2);
    MPI_Type_free(&type);
}

// Many types at once, and handles that are used again.
static void check_many(void)
{
    MPI_Datatype types[100];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++)
            MPI_Type_vector(i, 1, 2, i == 0 ? MPI_INT : types[i - 1], &types[i]);
        for (int i = 0; i < 100; i++) {
            MPI_Type_free(&types[(i * 37) % 100]);
            CHECK(types[(i * 37) % 100] == MPI_DATATYPE_NULL);
        }
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    check_cube();
    check_deep();
    check_many();
    return end();
}
