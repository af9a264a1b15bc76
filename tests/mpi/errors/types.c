// Wrong arguments of calls on datatypes.
#include "expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Datatype type = MPI_DATATYPE_NULL, loose;
    int value = 0, lengths[2] = {1, -1}, displacements[2] = {0, 4};
    MPI_Aint lb, extent;
    EXPECT(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
    EXPECT(MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type));
    EXPECT(MPI_ERR_COUNT, MPI_Type_vector(-1, 1, 1, MPI_INT, &type));
    EXPECT(MPI_ERR_COUNT, MPI_Type_vector(1, -1, 1, MPI_INT, &type));
    EXPECT(MPI_ERR_COUNT, MPI_Type_indexed(2, lengths, displacements, MPI_INT, &type));
    EXPECT(MPI_ERR_COUNT, MPI_Type_indexed(-2, lengths, displacements, MPI_INT, &type));
    EXPECT(MPI_ERR_TYPE, MPI_Type_commit(&type));
    EXPECT(MPI_ERR_TYPE, MPI_Type_free(&type));
    EXPECT(MPI_ERR_TYPE, MPI_Type_size(MPI_DATATYPE_NULL, &value));
    EXPECT(MPI_ERR_TYPE, MPI_Type_get_extent(MPI_DATATYPE_NULL, &lb, &extent));
    EXPECT(MPI_ERR_TYPE, MPI_Type_dup(MPI_DATATYPE_NULL, &type));
    type = MPI_INT;
    EXPECT(MPI_ERR_TYPE, MPI_Type_free(&type));
    CHECK(type == MPI_INT);
    // This type is not committed.
    MPI_Type_contiguous(2, MPI_INT, &loose);
    EXPECT(MPI_ERR_TYPE, MPI_Send(&lengths, 1, loose, rank, 0, MPI_COMM_WORLD));
    EXPECT(MPI_ERR_TYPE, MPI_Bcast(&lengths, 1, loose, 0, MPI_COMM_WORLD));
    MPI_Type_commit(&loose);
    CHECK(MPI_Bcast(&lengths, 1, loose, 0, MPI_COMM_WORLD) == MPI_SUCCESS);
    MPI_Type_free(&loose);
    CHECK(loose == MPI_DATATYPE_NULL);
    working();
    return end();
}
