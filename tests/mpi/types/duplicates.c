// Duplicates stay valid when the original is freed, and both are separate types.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype type, copy, third;
    MPI_Aint lb, extent;
    short values[20], packed[20];
    int position = 0;
    for (int i = 0; i < 20; i++)
        values[i] = i;
    MPI_Type_vector(4, 1, 5, MPI_SHORT, &type);
    MPI_Type_create_resized(type, 0, 2, &copy);
    MPI_Type_free(&type);
    MPI_Type_commit(&copy);
    MPI_Type_dup(copy, &type);
    CHECK(type != copy);
    MPI_Type_free(&copy);
    // A duplicate of a committed type is committed.
    MPI_Pack(values, 2, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    const short expected[] = {0, 5, 10, 15, 1, 6, 11, 16};
    CHECK(position == sizeof expected && memcmp(packed, expected, sizeof expected) == 0);
    MPI_Type_contiguous(3, type, &third);
    MPI_Type_get_extent(third, &lb, &extent);
    CHECK(lb == 0 && extent == 6);
    MPI_Type_free(&type);
    MPI_Type_commit(&third);
    position = 0;
    MPI_Pack(values, 1, third, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 24 && packed[8] == 2 && packed[11] == 17);
    MPI_Type_free(&third);

    MPI_Type_dup(MPI_INT, &type);
    CHECK(type != MPI_INT);
    int one = 5, two = 0;
    position = 0;
    MPI_Pack(&one, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, &two, 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(two == 5);
    MPI_Type_free(&type);
    return end();
}
