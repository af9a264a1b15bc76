// Tests packing and unpacking in several calls, with other types of the same signature and at other positions.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    unsigned char packed[500];
    int values[60], back[60] = {0}, position = 5, bytes;
    double number = 0.25, got = 0;
    char text[] = "datatypes", read[10] = "";
    MPI_Datatype every_third, spread;
    for (int i = 0; i < 60; i++)
        values[i] = i * i;
    MPI_Type_vector(10, 1, 3, MPI_INT, &every_third);
    MPI_Type_commit(&every_third);
    const int lengths[] = {3, 2, 5}, places[] = {20, 0, 40};
    MPI_Type_indexed(3, lengths, places, MPI_INT, &spread);
    MPI_Type_commit(&spread);

    MPI_Pack(&number, 1, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_WORLD);
    MPI_Pack(text, sizeof text, MPI_CHAR, packed, sizeof packed, &position, MPI_COMM_WORLD);
    int first = position;
    MPI_Pack(values, 1, every_third, packed, sizeof packed, &position, MPI_COMM_WORLD);
    MPI_Pack_size(10, MPI_INT, MPI_COMM_WORLD, &bytes);
    CHECK(position <= first + bytes);
    int end_at = position;
    position = 5;
    MPI_Unpack(packed, end_at, &position, &got, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(got == number);
    MPI_Unpack(packed, end_at, &position, read, 4, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Unpack(packed, end_at, &position, read + 4, sizeof text - 4, MPI_CHAR, MPI_COMM_WORLD);
    CHECK(strcmp(read, text) == 0 && position == first);
    MPI_Unpack(packed, end_at, &position, back, 1, spread, MPI_COMM_WORLD);
    CHECK(position == end_at);
    for (int i = 0, at = 0; i < 3; i++) {
        for (int j = 0; j < lengths[i]; j++, at++)
            CHECK(back[places[i] + j] == values[3 * at]);
    }
    position = first;
    for (int i = 0; i < 10; i++)
        MPI_Unpack(packed, end_at, &position, &back[9 - i], 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 10; i++)
        CHECK(back[9 - i] == values[3 * i]);
    MPI_Type_free(&every_third);
    MPI_Type_free(&spread);
    return end();
}
