// Tests MPI_Get_count and MPI_Get_elements of whole and partial messages, and of statuses made by MPI_Status_set_elements.
#include "native.h"

static void check_counts(const MPI_Status *status, MPI_Datatype type, int count, int elements)
{
    int got;
    MPI_Count many;
    MPI_Get_count(status, type, &got);
    CHECK(got == count);
    MPI_Get_elements(status, type, &got);
    CHECK(got == elements);
    MPI_Get_elements_x(status, type, &many);
    CHECK(many == elements);
}

// Sends a message of so many bytes from this rank to itself.
static MPI_Status message(int bytes)
{
    static char out[1000], in[1000];
    MPI_Status status;
    MPI_Sendrecv(out, bytes, MPI_BYTE, rank, 4, in, sizeof in, MPI_BYTE, rank, 4, MPI_COMM_WORLD, &status);
    return status;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    // A double, three ints, and two chars: 22 bytes, six elements.
    const int lengths[] = {1, 3, 2};
    const MPI_Aint places[] = {0, 8, 20};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
    MPI_Datatype type, twice, nothing;
    MPI_Type_create_struct(3, lengths, places, types, &type);
    MPI_Type_vector(2, 1, 3, type, &twice);
    MPI_Type_commit(&type);
    MPI_Type_commit(&twice);
    MPI_Status status = message(88);
    check_counts(&status, type, 4, 24);
    check_counts(&status, twice, 2, 24);
    check_counts(&status, MPI_DOUBLE, 11, 11);
    check_counts(&status, MPI_BYTE, 88, 88);
    status = message(22 + 8 + 4 + 4);
    check_counts(&status, type, MPI_UNDEFINED, 9);
    check_counts(&status, twice, MPI_UNDEFINED, 9);
    status = message(44 + 21);
    check_counts(&status, twice, MPI_UNDEFINED, 17);
    status = message(22);
    check_counts(&status, twice, MPI_UNDEFINED, 6);
    check_counts(&status, type, 1, 6);
    status = message(0);
    check_counts(&status, type, 0, 0);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    int got;
    MPI_Get_count(&status, nothing, &got);
    CHECK(got == 0);

    MPI_Status_set_elements(&status, MPI_INT, 5);
    check_counts(&status, MPI_INT, 5, 5);
    // Counts larger than memory. They do not affect whether the request was cancelled.
    const MPI_Count large[] = {0x3654321f71234567, 0x7654321ff1234567};
    MPI_Count many;
    for (int i = 0; i < 2; i++) {
        MPI_Status_set_cancelled(&status, i);
        MPI_Status_set_elements_x(&status, MPI_BYTE, large[i]);
        MPI_Get_elements_x(&status, MPI_BYTE, &many);
        CHECK(many == large[i]);
        MPI_Get_elements(&status, MPI_BYTE, &got);
        CHECK(got == MPI_UNDEFINED);
        MPI_Test_cancelled(&status, &got);
        CHECK(got == i);
        MPI_Get_elements_x(&status, MPI_CHAR, &many);
        CHECK(many == large[i]);
    }
    MPI_Status_set_elements_x(&status, MPI_INT, large[0] / 8);
    MPI_Get_elements_x(&status, MPI_INT, &many);
    CHECK(many == large[0] / 8);
    MPI_Status_set_cancelled(&status, 0);
    if (!is_mpich()) {  // MPICH takes elements for whole types here
        MPI_Status_set_elements(&status, type, 12);
        check_counts(&status, type, 2, 12);
        MPI_Status_set_elements_x(&status, twice, 24);
        check_counts(&status, twice, 2, 24);
        MPI_Status_set_elements(&status, twice, 16);
        check_counts(&status, twice, MPI_UNDEFINED, 16);
    }
    MPI_Type_free(&nothing);
    MPI_Type_free(&twice);
    MPI_Type_free(&type);
    return end();
}
