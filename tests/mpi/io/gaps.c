// Data that has gaps in memory, and a file that ends within what is read.
#include "../check.h"

static void gaps(MPI_File file)
{
    MPI_Datatype spread;
    MPI_Type_vector(5, 1, 2, MPI_SHORT, &spread);
    MPI_Type_commit(&spread);
    short out[10], in[10];
    for (int i = 0; i < 10; i++)
        out[i] = (short)(100 * rank + i), in[i] = -1;
    MPI_File_set_view(file, 0, MPI_SHORT, MPI_SHORT, "native", MPI_INFO_NULL);
    MPI_File_set_size(file, 0);
    MPI_Status status;
    MPI_File_write_at_all(file, 5 * rank, out, 1, spread, &status);
    CHECK(count_of(&status, MPI_SHORT) == 5 && count_of(&status, spread) == 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Offset bytes;
    MPI_File_get_size(file, &bytes);
    CHECK(bytes == 10 * size);
    CHECK(MPI_File_read_at(file, 5 * size - 3, in, 1, spread, &status) == MPI_SUCCESS);
    CHECK(count_of(&status, MPI_SHORT) == 3 && count_of(&status, spread) == MPI_UNDEFINED);
    for (int i = 0; i < 10; i++)
        CHECK(in[i] == (i == 0 || i == 2 || i == 4 ? 100 * (size - 1) + 4 + i : -1));
    CHECK(MPI_File_read_at(file, 5 * size + 1, in, 1, spread, &status) == MPI_SUCCESS && count_of(&status, MPI_SHORT) == 0);
    MPI_Type_free(&spread);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "io-gaps.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    gaps(file);
    MPI_File_close(&file);
    return end();
}
