// Tests calls allowed before MPI_Init and after MPI_Finalize, times, names, sizes of types, static handles.
#include "../check.h"

#include <complex.h>
#include <stdbool.h>

static const struct {
    MPI_Datatype type;
    size_t bytes;
} types[] = {
    {MPI_CHAR, 1}, {MPI_SIGNED_CHAR, 1}, {MPI_UNSIGNED_CHAR, 1}, {MPI_BYTE, 1}, {MPI_SHORT, sizeof(short)},
    {MPI_UNSIGNED_SHORT, sizeof(short)}, {MPI_INT, sizeof(int)}, {MPI_UNSIGNED, sizeof(int)},
    {MPI_LONG, sizeof(long)}, {MPI_UNSIGNED_LONG, sizeof(long)}, {MPI_LONG_LONG, sizeof(long long)},
    {MPI_UNSIGNED_LONG_LONG, sizeof(long long)}, {MPI_FLOAT, sizeof(float)}, {MPI_DOUBLE, sizeof(double)},
    {MPI_LONG_DOUBLE, sizeof(long double)}, {MPI_WCHAR, sizeof(wchar_t)}, {MPI_C_BOOL, sizeof(bool)},
    {MPI_INT8_T, 1}, {MPI_INT16_T, 2}, {MPI_INT32_T, 4}, {MPI_INT64_T, 8}, {MPI_UINT8_T, 1}, {MPI_UINT16_T, 2},
    {MPI_UINT32_T, 4}, {MPI_UINT64_T, 8}, {MPI_AINT, sizeof(MPI_Aint)}, {MPI_OFFSET, 8}, {MPI_COUNT, 8},
    {MPI_C_FLOAT_COMPLEX, 8}, {MPI_C_DOUBLE_COMPLEX, 16}, {MPI_C_LONG_DOUBLE_COMPLEX, 2 * sizeof(long double)},
    {MPI_FLOAT_INT, sizeof(float) + sizeof(int)}, {MPI_DOUBLE_INT, sizeof(double) + sizeof(int)},
    {MPI_LONG_INT, sizeof(long) + sizeof(int)}, {MPI_2INT, 2 * sizeof(int)},
    {MPI_SHORT_INT, sizeof(short) + sizeof(int)}, {MPI_LONG_DOUBLE_INT, sizeof(long double) + sizeof(int)},
};

int main(int argc, char **argv)
{
    int flag = -1, provided = -1, length = -1, version = 0, subversion = -1;
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    double before = 0;
#ifndef MPICH_VERSION  // MPICH demands MPI_Init first
    before = MPI_Wtime();
#endif
    MPI_Initialized(&flag);
    if (flag)
        return 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Initialized(&flag);
    CHECK(flag && provided >= MPI_THREAD_FUNNELED);
    MPI_Finalized(&flag);
    CHECK(!flag);
    MPI_Query_thread(&provided);
    CHECK(provided >= MPI_THREAD_FUNNELED);
    CHECK(rank >= 0 && rank < size);
    MPI_Comm parent = MPI_COMM_WORLD;
    MPI_Comm_get_parent(&parent);
    CHECK(parent == MPI_COMM_NULL);
    CHECK(MPI_Wtime() > before && MPI_Wtick() > 0 && MPI_Wtick() < 1e-3);
    MPI_Get_processor_name(text, &length);
    CHECK(length > 0 && (int)strlen(text) == length);
    MPI_Get_library_version(text, &length);
    CHECK(length > 0 && (int)strlen(text) == length);
    MPI_Get_version(&version, &subversion);
    CHECK(version == MPI_VERSION && subversion == MPI_SUBVERSION);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        int bytes = -1;
        MPI_Type_size(types[i].type, &bytes);
        CHECK(bytes == (int)types[i].bytes);
    }
    MPI_Finalize();
    MPI_Finalized(&flag);
    MPI_Initialized(&length);
    if (rank == 0 && flag && length)
        printf("ok\n");
    return 0;
}
