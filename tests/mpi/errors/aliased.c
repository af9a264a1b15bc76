// Send buffers at the place of the rank's own receive block are an error on every rank. Elsewhere in the same array they are not.
#include "expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    int many[16], ones[8], places[8], behind[8];
    MPI_Datatype types[8];
    for (int i = 0; i < 16; i++)
        many[i] = rank * 16 + i;
    for (int i = 0; i < 8; i++) {
        ones[i] = 1;
        places[i] = i;
        behind[i] = i + 1;
        types[i] = MPI_INT;
    }
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;
    EXPECT(MPI_ERR_BUFFER, MPI_Allgather(many + rank, 1, MPI_INT, many, 1, MPI_INT, world));
    EXPECT(MPI_ERR_BUFFER, MPI_Allgatherv(many + rank, 1, MPI_INT, many, ones, places, MPI_INT, world));
    EXPECT(MPI_ERR_BUFFER, MPI_Iallgather(many + rank, 1, MPI_INT, many, 1, MPI_INT, world, &request));
    EXPECT(MPI_ERR_BUFFER, MPI_Iallgatherv(many + rank, 1, MPI_INT, many, ones, places, MPI_INT, world, &request));
    EXPECT(MPI_ERR_BUFFER, MPI_Gather(many, 1, MPI_INT, many, 1, MPI_INT, 0, MPI_COMM_SELF));
    EXPECT(MPI_ERR_BUFFER, MPI_Alltoall(many, 1, MPI_INT, many, 1, MPI_INT, world));
    EXPECT(MPI_ERR_BUFFER, MPI_Alltoallv(many, ones, places, MPI_INT, many, ones, places, MPI_INT, world));
    for (int i = 0; i < 16; i++)
        CHECK(many[i] == rank * 16 + i);
    CHECK(MPI_Allgatherv(many, 1, MPI_INT, many, ones, behind, MPI_INT, world) == MPI_SUCCESS);
    for (int i = 0; i < 8; i++)
        CHECK(many[i + 1] == (i < size ? i * 16 : rank * 16 + i + 1));
    int bytes[8], to[8], same[8];
    MPI_Datatype other[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = i * (int)sizeof(int);
        to[i] = (8 + i) * (int)sizeof(int);
        many[i] = rank * 8 + i;
        same[i] = 1;
        other[i] = MPI_INT;
    }
    CHECK(MPI_Alltoallw(many, ones, bytes, types, many, same, to, other, world) == MPI_SUCCESS);
    for (int i = 0; i < size; i++)
        CHECK(many[8 + i] == i * 8 + rank);
    working();
    return end();
}
