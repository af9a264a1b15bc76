// Tests the representation "external32": big endian, and sizes that are the same everywhere.
#include "native.h"

static unsigned char packed[400];

static void check_bytes(const void *value, int count, MPI_Datatype type, int bytes, const unsigned char *expected)
{
    MPI_Aint position = 0;
    memset(packed, 0xee, sizeof packed);
    MPI_Pack_external("external32", value, count, type, packed, sizeof packed, &position);
    CHECK(position == bytes && memcmp(packed, expected, bytes) == 0 && packed[bytes] == 0xee);
}

#define CHECK_VALUE(c_type, handle, number, ...)                                                        \
    do {                                                                                                \
        const unsigned char bytes[] = {__VA_ARGS__};                                                    \
        c_type from = number, to = 0;                                                                   \
        MPI_Aint position = 0, size;                                                                    \
        MPI_Pack_external_size("external32", 3, handle, &size);                                         \
        CHECK(size == 3 * sizeof bytes);                                                                \
        check_bytes(&from, 1, handle, sizeof bytes, bytes);                                             \
        MPI_Unpack_external("external32", packed, sizeof packed, &position, &to, 1, handle);            \
        CHECK(position == sizeof bytes && to == from);                                                  \
    } while (0)

static void check_struct(void)
{
    struct pair {
        short small;
        double large;
    } from[3] = {{1, 1.0}, {2, -2.0}, {3, 0.5}}, to[3];
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, (char *)&from[0].large - (char *)&from[0]};
    const MPI_Datatype types[] = {MPI_SHORT, MPI_DOUBLE};
    const unsigned char expected[] = {0, 1, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 2, 0xc0, 0, 0, 0, 0, 0, 0, 0,
                                      0, 3, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0};
    MPI_Datatype type;
    MPI_Aint position = 0;
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    check_bytes(from, 3, type, 30, expected);
    MPI_Unpack_external("external32", packed, 30, &position, to, 3, type);
    CHECK(position == 30);
    for (int i = 0; i < 3; i++)
        CHECK(to[i].small == from[i].small && to[i].large == from[i].large);
    MPI_Type_free(&type);
}

static void check_vector(void)
{
    MPI_Datatype type;
    MPI_Aint position;
    int values[12], back[12] = {0};
    for (int i = 0; i < 12; i++)
        values[i] = i * 0x01020304;
    MPI_Type_vector(4, 1, 3, MPI_INT, &type);
    MPI_Type_commit(&type);
    position = 0;
    MPI_Pack_external("external32", values, 1, type, packed, sizeof packed, &position);
    CHECK(position == 16 && packed[4] == 3 && packed[7] == 12);
    position = 0;
    MPI_Unpack_external("external32", packed, 16, &position, back, 1, type);
    for (int i = 0; i < 12; i++)
        CHECK(back[i] == (i % 3 == 0 ? values[i] : 0));
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK_VALUE(signed char, MPI_SIGNED_CHAR, -2, 0xfe);
    CHECK_VALUE(short, MPI_SHORT, 0x1234, 0x12, 0x34);
    CHECK_VALUE(int, MPI_INT, -2, 0xff, 0xff, 0xff, 0xfe);
    CHECK_VALUE(unsigned, MPI_UNSIGNED, 0x89abcdef, 0x89, 0xab, 0xcd, 0xef);
    CHECK_VALUE(float, MPI_FLOAT, 1.5f, 0x3f, 0xc0, 0, 0);
    CHECK_VALUE(double, MPI_DOUBLE, -2.5, 0xc0, 4, 0, 0, 0, 0, 0, 0);
    CHECK_VALUE(long long, MPI_LONG_LONG, 0x0102030405060708, 1, 2, 3, 4, 5, 6, 7, 8);
    CHECK_VALUE(int64_t, MPI_INT64_T, -1, 255, 255, 255, 255, 255, 255, 255, 255);
    CHECK_VALUE(long, MPI_LONG, 0x11223344, 0x11, 0x22, 0x33, 0x44);
    check_vector();
    if (!is_mpich())  // MPICH crashes with structs here
        check_struct();
    // Several values one after the other in one buffer.
    int number = 7, numbers[2] = {0, 0};
    MPI_Aint position = 3;
    MPI_Pack_external("external32", &number, 1, MPI_INT, packed, sizeof packed, &position);
    MPI_Pack_external("external32", &number, 1, MPI_INT, packed, sizeof packed, &position);
    CHECK(position == 11);
    position = 3;
    MPI_Unpack_external("external32", packed, 11, &position, numbers, 2, MPI_INT);
    CHECK(position == 11 && numbers[0] == 7 && numbers[1] == 7);
    return end();
}
