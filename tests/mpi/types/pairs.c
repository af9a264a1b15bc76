// Tests the predefined pairs: packed without their padding, alone and in other types.
#include "../check.h"

#define CHECK_PAIR(type, first_type)                                                                        \
    do {                                                                                                    \
        struct {                                                                                            \
            first_type first;                                                                               \
            int second;                                                                                     \
        } from[6], to[6];                                                                                   \
        unsigned char packed[200];                                                                          \
        int bytes, position = 0;                                                                            \
        MPI_Aint lb, extent;                                                                                \
        MPI_Datatype every_second;                                                                          \
        MPI_Type_size(type, &bytes);                                                                        \
        MPI_Type_get_extent(type, &lb, &extent);                                                            \
        CHECK(bytes == sizeof(first_type) + sizeof(int) && lb == 0 && extent == sizeof from[0]);            \
        for (int i = 0; i < 6; i++) {                                                                       \
            from[i].first = i * 5;                                                                          \
            from[i].second = -i;                                                                            \
        }                                                                                                   \
        memset(to, 0x77, sizeof to);                                                                        \
        MPI_Pack(from, 3, type, packed, sizeof packed, &position, MPI_COMM_WORLD);                          \
        CHECK(position == 3 * bytes);                                                                       \
        CHECK(memcmp(packed + bytes, &from[1].first, sizeof(first_type)) == 0);                             \
        CHECK(memcmp(packed + bytes + sizeof(first_type), &from[1].second, sizeof(int)) == 0);              \
        position = 0;                                                                                       \
        MPI_Unpack(packed, sizeof packed, &position, to, 3, type, MPI_COMM_WORLD);                          \
        for (int i = 0; i < 3; i++)                                                                         \
            CHECK(to[i].first == from[i].first && to[i].second == from[i].second);                          \
        MPI_Type_vector(3, 1, 2, type, &every_second);                                                      \
        MPI_Type_commit(&every_second);                                                                     \
        MPI_Type_get_extent(every_second, &lb, &extent);                                                    \
        CHECK(lb == 0 && extent == 5 * sizeof from[0]);                                                     \
        position = 0;                                                                                       \
        MPI_Pack(from, 1, every_second, packed, sizeof packed, &position, MPI_COMM_WORLD);                  \
        CHECK(position == 3 * bytes);                                                                       \
        position = 0;                                                                                       \
        MPI_Unpack(packed, sizeof packed, &position, to, 3, type, MPI_COMM_WORLD);                          \
        for (int i = 0; i < 3; i++)                                                                         \
            CHECK(to[i].first == from[2 * i].first && to[i].second == from[2 * i].second);                  \
        MPI_Type_free(&every_second);                                                                       \
    } while (0)

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK_PAIR(MPI_FLOAT_INT, float);
    CHECK_PAIR(MPI_DOUBLE_INT, double);
    CHECK_PAIR(MPI_LONG_INT, long);
    CHECK_PAIR(MPI_2INT, int);
    CHECK_PAIR(MPI_SHORT_INT, short);
    CHECK_PAIR(MPI_LONG_DOUBLE_INT, long double);
    return end();
}
