// Tests MPI_Type_contiguous, MPI_Type_vector and MPI_Type_create_hvector, compared with plain loops: lengths, strides of both signs, widths.
#include "../check.h"

enum { ROOM = 4096 };

static unsigned char buffer[ROOM], packed[ROOM], expected[ROOM];

// Packs and unpacks `elements` of a type with `count` blocks of `block` bytes at `stride`. The expected extent is `extent`.
static void check(MPI_Datatype type, int elements, int count, int block, int stride, int extent)
{
    unsigned char *middle = buffer + ROOM / 2;
    int position = 0, bytes = 0, size;
    MPI_Aint lb, real;
    MPI_Type_get_extent(type, &lb, &real);
    CHECK(real == extent);
    fill(buffer, ROOM, block);
    for (int e = 0; e < elements; e++) {
        for (int i = 0; i < count; i++, bytes += block)
            memcpy(expected + bytes, middle + e * extent + i * stride, block);
    }
    MPI_Pack(middle, elements, type, packed, ROOM, &position, MPI_COMM_WORLD);
    MPI_Pack_size(elements, type, MPI_COMM_WORLD, &size);
    CHECK(position == bytes && size >= bytes && memcmp(packed, expected, bytes) == 0);
    memset(buffer, 0, ROOM);
    position = 0;
    MPI_Unpack(packed, bytes, &position, middle, elements, type, MPI_COMM_WORLD);
    CHECK(position == bytes);
    for (int e = 0, at = 0; e < elements; e++) {
        for (int i = 0; i < count; i++, at += block)
            CHECK(memcmp(middle + e * extent + i * stride, packed + at, block) == 0);
    }
    int others = 0;
    for (int i = 0; i < ROOM; i++)
        others += buffer[i] != 0;
    CHECK(others <= bytes);
}

static void check_vectors(MPI_Datatype basic, int width)
{
    for (int length = 1; length <= 5; length++) {
        for (int stride = -7; stride <= 7; stride++) {
            MPI_Datatype type;
            if (abs(stride) < length)
                continue;
            int count = 1 + abs(stride) % 4, span = (count - 1) * abs(stride) + length;
            MPI_Type_vector(count, length, stride, basic, &type);
            MPI_Type_commit(&type);
            check(type, 3, count, length * width, stride * width, span * width);
            MPI_Type_free(&type);
            MPI_Type_create_hvector(count, length, stride * width, basic, &type);
            MPI_Type_commit(&type);
            check(type, 2, count, length * width, stride * width, span * width);
            MPI_Type_free(&type);
        }
    }
    for (int count = 0; count < 20; count++) {
        MPI_Datatype type;
        MPI_Type_contiguous(count, basic, &type);
        MPI_Type_commit(&type);
        check(type, 4, 1, count * width, 0, count * width);
        MPI_Type_free(&type);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    check_vectors(MPI_CHAR, 1);
    check_vectors(MPI_SHORT, 2);
    check_vectors(MPI_INT, 4);
    check_vectors(MPI_DOUBLE, 8);
    // Unaligned bytes, and long blocks.
    MPI_Datatype type;
    MPI_Type_create_hvector(7, 3, 5, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    check(type, 5, 7, 3, 5, 33);
    MPI_Type_free(&type);
    MPI_Type_vector(4, 100, 150, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    check(type, 2, 4, 100, 150, 550);
    MPI_Type_free(&type);
    return end();
}
