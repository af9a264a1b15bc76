// Tests the functions of MPI-1 by their old names, with bounds as entries of a struct.
#include "native.h"

static void check_old(void)
{
    struct particle {
        double place;
        char kind;
    } from[3] = {{1, 'a'}, {2, 'b'}, {3, 'c'}};
    int lengths[] = {1, 1, 1, 1}, position = 0, bytes;
    MPI_Aint places[] = {0, 8, -8, 32}, address, lb, ub, extent;
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR, MPI_LB, MPI_UB}, type, row;
    unsigned char packed[100];
    MPI_Type_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_extent(type, &extent);
    CHECK(extent == sizeof(struct particle));
    MPI_Pack(from, 3, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 27 && packed[17] == 'b');
    MPI_Type_free(&type);

    MPI_Type_struct(4, lengths, places, types, &type);
    MPI_Type_lb(type, &lb);
    MPI_Type_ub(type, &ub);
    MPI_Type_extent(type, &extent);
    MPI_Type_size(type, &bytes);
    CHECK(lb == -8 && ub == 32 && extent == 40 && bytes == 9);
    // The bounds also hold for types built from it, whatever else these contain.
    MPI_Type_struct(2, lengths, (MPI_Aint[]){0, 1000}, (MPI_Datatype[]){type, MPI_INT}, &row);
    MPI_Type_lb(row, &lb);
    MPI_Type_ub(row, &ub);
    if (!is_mpich())  // MPICH no longer does this
        CHECK(lb == -8 && ub == 32);
    MPI_Type_free(&row);
    MPI_Type_hvector(2, 1, 100, type, &row);
    MPI_Type_ub(row, &ub);
    CHECK(ub == 132);
    MPI_Type_free(&row);
    MPI_Type_hindexed(2, lengths, (MPI_Aint[]){0, 200}, type, &row);
    MPI_Type_ub(row, &ub);
    CHECK(ub == 232);
    MPI_Type_free(&row);
    MPI_Type_free(&type);
    MPI_Address(from, &address);
    CHECK(address == (MPI_Aint)from);
    MPI_Type_struct(1, lengths, (MPI_Aint[]){10}, (MPI_Datatype[]){MPI_LB}, &type);
    MPI_Type_extent(type, &extent);
    CHECK(is_mpich() || extent == -10);
    MPI_Type_free(&type);
    if (!is_mpich())
        CHECK(class_of(MPI_Type_contiguous(1, MPI_LB, &type)) == MPI_ERR_TYPE);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check_old();
    return end();
}
