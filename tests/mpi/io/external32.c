// Tests data in "external32": big endian, with the lengths of MPI 5.0 §14.5.2; and functions with counts of MPI_Count.
#include "../check.h"

static void bytes_are(MPI_File file, MPI_Offset at, const unsigned char *expected, int count)
{
    unsigned char there[32];
    MPI_Status status;
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, at, there, count, MPI_BYTE, &status);
    CHECK(memcmp(there, expected, count) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

// Integers with gaps. Each rank writes its own.
static void integers(MPI_File file)
{
    MPI_Datatype every;
    MPI_Type_create_resized(MPI_INT, 0, 4 * size, &every);
    MPI_Type_commit(&every);
    MPI_File_set_view(file, 4 * rank, MPI_INT, every, "external32", MPI_INFO_NULL);
    int out[3] = {0x01020304, -2, rank}, in[3] = {0};
    MPI_Status status;
    MPI_File_write_at_all(file, 0, out, 3, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 3);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all(file, 0, in, 3, MPI_INT, &status);
    CHECK(memcmp(in, out, sizeof in) == 0 && count_of(&status, MPI_INT) == 3);
    MPI_Barrier(MPI_COMM_WORLD);
    bytes_are(file, 4 * rank, (const unsigned char[]){1, 2, 3, 4}, 4);
    bytes_are(file, 4 * (size + rank), (const unsigned char[]){255, 255, 255, 254}, 4);
    MPI_Type_free(&every);
}

static void doubles(MPI_File file)
{
    double out[2] = {1.0, -2.5}, in[2] = {0};
    MPI_Status status;
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "external32", MPI_INFO_NULL);
    MPI_File_write_at_c(file, 2 * rank, out, 2, MPI_DOUBLE, &status);
    MPI_File_read_at_c(file, 2 * rank, in, 2, MPI_DOUBLE, &status);
    CHECK(in[0] == 1.0 && in[1] == -2.5 && count_of(&status, MPI_DOUBLE) == 2);
    MPI_Barrier(MPI_COMM_WORLD);
    bytes_are(file, 16 * rank, (const unsigned char[]){0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0xc0, 4}, 10);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "io-external32.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 0);
    integers(file);
    doubles(file);
    MPI_File_close(&file);
    return end();
}
