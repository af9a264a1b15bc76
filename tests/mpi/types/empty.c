// Tests types without bytes: of no blocks, of blocks of length 0, of empty types; and zero elements of types with bytes.
#include "native.h"

static void check_empty(MPI_Datatype type)
{
    int bytes = 1, position = 3;
    unsigned char packed[8] = {1, 2, 3, 4, 5, 6, 7, 8}, values[8] = {0};
    MPI_Type_commit(&type);
    MPI_Type_size(type, &bytes);
    CHECK(bytes == 0);
    MPI_Pack(values, 4, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 3 && packed[3] == 4);
    if (!is_mpich()) {  // MPICH divides by the size
        MPI_Unpack(packed, sizeof packed, &position, values, 4, type, MPI_COMM_WORLD);
        CHECK(position == 3 && values[0] == 0);
    }
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int zeros[3] = {0, 0, 0}, places[3] = {1, 5, 9};
    const MPI_Aint bytes[3] = {4, 20, 36};
    const MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype type, nothing;
    MPI_Aint lb, extent;
    MPI_Type_contiguous(0, MPI_INT, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == 0);
    MPI_Type_get_true_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == 0);
    check_empty(type);
    MPI_Type_vector(0, 3, 5, MPI_INT, &type);
    check_empty(type);
    MPI_Type_vector(3, 0, 5, MPI_INT, &type);
    check_empty(type);
    MPI_Type_create_hvector(3, 0, 5, MPI_INT, &type);
    check_empty(type);
    MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type);
    check_empty(type);
    MPI_Type_indexed(3, zeros, places, MPI_INT, &type);
    check_empty(type);
    MPI_Type_create_hindexed(3, zeros, bytes, MPI_INT, &type);
    check_empty(type);
    MPI_Type_create_indexed_block(3, 0, places, MPI_INT, &type);
    check_empty(type);
    MPI_Type_create_hindexed_block(0, 2, bytes, MPI_INT, &type);
    check_empty(type);
    MPI_Type_create_struct(0, NULL, NULL, NULL, &type);
    check_empty(type);
    MPI_Type_create_struct(3, zeros, bytes, types, &type);
    check_empty(type);
    MPI_Type_contiguous(0, MPI_DOUBLE, &nothing);
    MPI_Type_vector(4, 2, 3, nothing, &type);
    check_empty(type);
    MPI_Type_create_resized(nothing, 0, 16, &type);
    check_empty(type);

    // An empty type between types with bytes.
    const int ones[3] = {1, 1, 1};
    const MPI_Datatype around[3] = {MPI_INT, nothing, MPI_INT};
    const MPI_Aint near[3] = {0, 100, 8};
    int values[4] = {1, 2, 3, 4}, packed[4] = {0}, position = 0;
    MPI_Type_create_struct(3, ones, near, around, &type);
    MPI_Type_free(&nothing);
    MPI_Type_commit(&type);
    MPI_Pack(values, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 8 && packed[0] == 1 && packed[1] == 3);
    MPI_Pack(NULL, 0, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    MPI_Pack(NULL, 0, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 8);
    MPI_Type_free(&type);
    return end();
}
