// Tests absolute addresses: MPI_Get_address, sums and differences of addresses.
#include "../check.h"

static int first[10];
static double second[5];

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int local = 77, position = 0, bytes;
    const int lengths[] = {1, 3, 2};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_DOUBLE};
    MPI_Aint places[3], base, lb, extent;
    char *const none = (char *)64;  // like MPI_BOTTOM, which native MPI_Pack does not always take
    MPI_Datatype type, relative;
    unsigned char packed[100];
    for (int i = 0; i < 10; i++)
        first[i] = i;
    for (int i = 0; i < 5; i++)
        second[i] = i * 0.5;
    MPI_Get_address(&local, &places[0]);
    MPI_Get_address(first + 4, &places[1]);
    MPI_Get_address(second + 1, &places[2]);
    CHECK((void *)places[0] == &local);
    for (int i = 0; i < 3; i++)
        places[i] = MPI_Aint_diff(places[i], (MPI_Aint)none);
    MPI_Type_create_struct(3, lengths, places, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_size(type, &bytes);
    MPI_Pack(none, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == bytes && bytes == 4 * sizeof(int) + 2 * sizeof(double));
    CHECK(memcmp(packed, &local, sizeof local) == 0 && memcmp(packed + 4, first + 4, 12) == 0 &&
          memcmp(packed + 16, second + 1, 16) == 0);
    local = 0;
    memset(first, 0, sizeof first);
    memset(second, 0, sizeof second);
    position = 0;
    MPI_Unpack(packed, bytes, &position, none, 1, type, MPI_COMM_WORLD);
    CHECK(local == 77 && first[3] == 0 && first[4] == 4 && first[6] == 6 && first[7] == 0 && second[2] == 1.0);
    MPI_Type_free(&type);

    // The same with displacements from one of them, in the order of addresses and not.
    MPI_Get_address(first, &base);
    for (int i = 0; i < 3; i++) {
        MPI_Aint place = MPI_Aint_add((MPI_Aint)none, places[i]), difference = MPI_Aint_diff(place, base);
        CHECK(MPI_Aint_add(base, difference) == place);
        places[i] = difference;
    }
    CHECK(places[1] == 4 * sizeof(int));
    MPI_Type_create_struct(3, lengths, places, types, &relative);
    MPI_Type_commit(&relative);
    MPI_Type_get_true_extent(relative, &lb, &extent);
    CHECK(extent >= 12 && lb <= 4 * (int)sizeof(int));
    unsigned char other[100];
    position = 0;
    MPI_Pack(first, 1, relative, other, sizeof other, &position, MPI_COMM_WORLD);
    CHECK(position == bytes && memcmp(other, packed, bytes) == 0);
    MPI_Type_free(&relative);
    return end();
}
