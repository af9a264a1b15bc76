// Tests messages that end within an element of the receiver's datatype, and packed bytes sent as they are.
#include "../check.h"

struct cell {
    int kind;
    double value;
    char letters[3];
};

static MPI_Datatype cell_type(void)
{
    struct cell cell;
    const int lengths[] = {1, 1, 3};
    const MPI_Aint places[] = {0, (char *)&cell.value - (char *)&cell, (char *)&cell.letters - (char *)&cell};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype type, whole;
    MPI_Type_create_struct(3, lengths, places, types, &type);
    MPI_Type_create_resized(type, 0, sizeof(struct cell), &whole);
    MPI_Type_free(&type);
    MPI_Type_commit(&whole);
    return whole;
}

// Part of a vector arrives: memory after the end does not change.
static void check_vector(int next, int before)
{
    MPI_Datatype spread;
    MPI_Status status;
    int out[9], in[20], elements;
    MPI_Type_vector(4, 1, 2, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    for (int length = 0; length <= 8; length++) {
        for (int i = 0; i < 9; i++)
            out[i] = 100 * rank + i;
        memset(in, 0xff, sizeof in);
        MPI_Sendrecv(out, length, MPI_INT, next, 0, in, 2, spread, before, 0, MPI_COMM_WORLD, &status);
        MPI_Get_elements(&status, MPI_INT, &elements);
        CHECK(elements == length);
        MPI_Get_elements(&status, spread, &elements);
        CHECK(elements == length && count_of(&status, spread) == (length % 4 == 0 ? length / 4 : MPI_UNDEFINED));
        // The second element begins where the first one ends, without a gap.
        for (int i = 0, got = 0; i < 14; i++) {
            int there = i % 7 % 2 == 0 && got < length;
            CHECK(in[i] == (there ? 100 * before + got : -1));
            got += there;
        }
    }
    MPI_Type_free(&spread);
}

static void check_cells(int next, int before)
{
    MPI_Datatype type = cell_type();
    MPI_Status status;
    struct cell out[3] = {{rank, 0.5, "ab"}, {rank + 1, 1.5, "cd"}, {rank + 2, 2.5, "ef"}}, in[3];
    char packed[100], arrived[100];
    int position = 0, elements;
    MPI_Pack(out, 3, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 45);
    // Two elements and the int of the third one, as packed bytes.
    memset(in, 0, sizeof in);
    MPI_Sendrecv(packed, 34, MPI_PACKED, next, 1, in, 3, type, before, 1, MPI_COMM_WORLD, &status);
    MPI_Get_elements(&status, type, &elements);
    CHECK(elements == 11 && count_of(&status, type) == MPI_UNDEFINED);
    CHECK(in[1].kind == before + 1 && in[1].value == 1.5 && in[1].letters[1] == 'd');
    CHECK(in[2].kind == before + 2 && in[2].value == 0);
    // All elements, unpacked later.
    MPI_Sendrecv(out, 3, type, next, 2, arrived, sizeof arrived, MPI_PACKED, before, 2, MPI_COMM_WORLD, &status);
    CHECK(count_of(&status, MPI_PACKED) == 45 && count_of(&status, type) == 3);
    position = 0;
    memset(in, 0, sizeof in);
    for (int i = 0; i < 3; i++)
        MPI_Unpack(arrived, 45, &position, &in[i], 1, type, MPI_COMM_WORLD);
    CHECK(position == 45 && in[2].kind == before + 2 && in[2].value == 2.5 && strcmp(in[2].letters, "ef") == 0);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    check_vector(next, before);
    check_cells(next, before);
    return end();
}
