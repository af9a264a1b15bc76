// Tests arrays of C structs as datatypes: padding between and after members, members left out, structs in structs.
#include <stddef.h>

#include "../check.h"

struct inner {
    char letter;
    short numbers[3];
};

struct record {
    double weight;
    char name[5];
    struct inner inner[2];
    int flag;
    char last;
};

enum { COUNT = 7 };

static MPI_Datatype inner_type(void)
{
    const int lengths[] = {1, 3};
    const MPI_Aint places[] = {offsetof(struct inner, letter), offsetof(struct inner, numbers)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_SHORT};
    MPI_Datatype type;
    MPI_Type_create_struct(2, lengths, places, types, &type);
    return type;
}

static MPI_Datatype record_type(void)
{
    const int lengths[] = {1, 5, 2, 1, 1};
    const MPI_Aint places[] = {offsetof(struct record, weight), offsetof(struct record, name), offsetof(struct record, inner),
                               offsetof(struct record, flag), offsetof(struct record, last)};
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR, inner_type(), MPI_INT, MPI_CHAR}, type;
    MPI_Type_create_struct(5, lengths, places, types, &type);
    MPI_Type_free(&types[2]);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype type = record_type();
    MPI_Aint lb, extent;
    int bytes, position = 0;
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_size(type, &bytes);
    CHECK(lb == 0 && extent == sizeof(struct record));
    CHECK(bytes == 8 + 5 + 2 * 7 + 4 + 1);

    struct record from[COUNT], to[COUNT];
    unsigned char packed[1000];
    fill(from, sizeof from, 3);
    MPI_Pack(from, COUNT, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == COUNT * bytes);
    unsigned char *at = packed;
    for (int i = 0; i < COUNT; i++) {
        CHECK(memcmp(at, &from[i].weight, 8) == 0);
        CHECK(memcmp(at + 8, from[i].name, 5) == 0);
        for (int j = 0; j < 2; j++) {
            CHECK(at[13 + 7 * j] == (unsigned char)from[i].inner[j].letter);
            CHECK(memcmp(at + 14 + 7 * j, from[i].inner[j].numbers, 6) == 0);
        }
        CHECK(memcmp(at + 27, &from[i].flag, 4) == 0 && at[31] == (unsigned char)from[i].last);
        at += bytes;
    }
    memset(to, 0, sizeof to);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, to, COUNT, type, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++) {
        CHECK(memcmp(&to[i].weight, &from[i].weight, 8) == 0 && memcmp(to[i].name, from[i].name, 5) == 0);
        CHECK(to[i].flag == from[i].flag && to[i].last == from[i].last);
        CHECK(to[i].inner[1].letter == from[i].inner[1].letter && to[i].inner[1].numbers[2] == from[i].inner[1].numbers[2]);
    }
    MPI_Type_free(&type);

    // The padding at the end depends on the members that the type has.
    const int ones[] = {1, 1};
    const MPI_Aint places[] = {0, 8};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR}, shorts[] = {MPI_SHORT, MPI_CHAR};
    MPI_Type_create_struct(2, ones, places, types, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == 16);
    MPI_Type_free(&type);
    MPI_Type_create_struct(2, ones, places, shorts, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == 10);
    MPI_Type_free(&type);
    return end();
}
