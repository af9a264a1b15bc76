// Tests types of very many blocks, and of more bytes than an int counts. The library does not expand them.
#include "../check.h"

enum { BLOCKS = 1000000, ROOM = 3 * 200000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype stripes, plane, space;
    int bytes;
    MPI_Count many;
    MPI_Aint lb, extent;
    MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &stripes);
    MPI_Type_create_hvector(1000, 1, 8000000, stripes, &plane);
    MPI_Type_size(plane, &bytes);
    MPI_Type_size_x(plane, &many);
    CHECK(bytes == MPI_UNDEFINED && many == 4000000000);
    MPI_Type_get_extent(plane, &lb, &extent);
    CHECK(lb == 0 && extent == 8000000000 - 4);
    MPI_Type_create_hvector(1000, 1, 8000000000, plane, &space);
    MPI_Type_size_x(space, &many);
    CHECK(many == 4000000000000);
    MPI_Type_free(&space);
    MPI_Type_free(&plane);
    MPI_Type_free(&stripes);

    // Every third byte.
    unsigned char *buffer = malloc(ROOM), *packed = malloc(ROOM / 3);
    int position = 0;
    fill(buffer, ROOM, 5);
    MPI_Type_vector(ROOM / 3, 1, 3, MPI_CHAR, &stripes);
    MPI_Type_commit(&stripes);
    MPI_Pack(buffer, 1, stripes, packed, ROOM / 3, &position, MPI_COMM_WORLD);
    CHECK(position == ROOM / 3);
    for (int i = 0; i < ROOM / 3; i += 11)
        CHECK(packed[i] == pattern(3 * i, 5));
    MPI_Type_free(&stripes);
    free(buffer);
    free(packed);
    return end();
}
