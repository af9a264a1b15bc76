// Tests data with gaps in memory, and reads beyond the end of the file.
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

// A filetype whose data begins after its lower bound, and the end of file within it. Also the names and types that a view returns.
static void lower_bound(MPI_File file)
{
    MPI_Datatype behind, etype, filetype;
    MPI_Aint place = 16;
    MPI_Offset at;
    char datarep[MPI_MAX_DATAREP_STRING];
    int integers, addresses, types, combiner;
    MPI_Type_create_hindexed_block(1, 8, &place, MPI_BYTE, &behind);
    MPI_Type_commit(&behind);
    MPI_File_set_view(file, 0, MPI_BYTE, behind, "internal", MPI_INFO_NULL);
    MPI_File_set_size(file, 24);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &at);
    CHECK(at == 8);
    MPI_File_get_byte_offset(file, at, &at);
    CHECK(at == 24);
    MPI_File_get_view(file, &at, &etype, &filetype, datarep);
    MPI_Type_get_envelope(filetype, &integers, &addresses, &types, &combiner);
    CHECK(at == 0 && etype == MPI_BYTE && combiner == MPI_COMBINER_DUP && types == 1 && strcmp(datarep, "internal") == 0);
    MPI_Type_free(&filetype);
    MPI_Type_free(&behind);
    MPI_Barrier(MPI_COMM_WORLD);
}

// In external32, the file ends within an element of the datatype: the read returns the part that exists.
static void part(MPI_File file)
{
    MPI_Datatype many;
    MPI_Status status;
    int in[100], count;
    MPI_Type_contiguous(100, MPI_INT, &many);
    MPI_Type_commit(&many);
    for (int i = 0; i < 100; i++)
        in[i] = i;
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_set_size(file, 0);
    if (rank == 0)
        MPI_File_write_at(file, 0, in, 50, MPI_INT, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(in, -1, sizeof in);
    MPI_File_read_at(file, 0, in, 1, many, &status);
    MPI_Get_elements(&status, many, &count);
    CHECK(count == 50 && in[49] == 49 && in[50] == -1);
    MPI_Type_free(&many);
}

// All ranks read the same data, which is longer than the library moves at once.
static void same(MPI_File file)
{
    enum { BYTES = 5 << 20 };
    MPI_Status status;
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_set_size(file, BYTES);
    char *data = malloc(BYTES);
    data[0] = data[BYTES - 1] = 5;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_write_at(file, BYTES - 1, data, 1, MPI_BYTE, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(data, 1, BYTES);
    MPI_File_read_at_all(file, 0, data, BYTES, MPI_BYTE, &status);
    CHECK(count_of(&status, MPI_BYTE) == BYTES && data[0] == 0 && data[BYTES / 2] == 0 && data[BYTES - 1] == 5);
    free(data);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "io-gaps.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    gaps(file);
    lower_bound(file);
    part(file);
    same(file);
    MPI_File_close(&file);
    return end();
}
