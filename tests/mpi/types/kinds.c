// Tests datatypes by size and by Fortran's kinds.
#include "../check.h"

static void check_match(int class, int size)
{
    MPI_Datatype type;
    int bytes;
    MPI_Type_match_size(class, size, &type);
    MPI_Type_size(type, &bytes);
    CHECK(bytes == size);
}

static void check_real(int digits, int exponent, int size)
{
    MPI_Datatype real, complex, again;
    int bytes, counts[3], combiner, integers[2];
    MPI_Type_create_f90_real(digits, exponent, &real);
    MPI_Type_size(real, &bytes);
    CHECK(bytes == size);
    MPI_Type_create_f90_complex(digits, exponent, &complex);
    MPI_Type_size(complex, &bytes);
    CHECK(bytes == 2 * size);
    MPI_Type_create_f90_real(digits, exponent, &again);
    CHECK(again == real);
    MPI_Type_get_envelope(real, &counts[0], &counts[1], &counts[2], &combiner);
    CHECK(combiner == MPI_COMBINER_F90_REAL && counts[0] == 2 && counts[1] == 0 && counts[2] == 0);
    MPI_Type_get_contents(real, 2, 0, 0, integers, NULL, NULL);
    CHECK(integers[0] == digits && integers[1] == exponent);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_match(MPI_TYPECLASS_INTEGER, 1);
    check_match(MPI_TYPECLASS_INTEGER, 2);
    check_match(MPI_TYPECLASS_INTEGER, 4);
    check_match(MPI_TYPECLASS_INTEGER, 8);
    check_match(MPI_TYPECLASS_REAL, 4);
    check_match(MPI_TYPECLASS_REAL, 8);
    check_match(MPI_TYPECLASS_COMPLEX, 8);
    check_match(MPI_TYPECLASS_COMPLEX, 16);
    MPI_Datatype type;
    CHECK(class_of(MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Type_match_size(0, 4, &type)) == MPI_ERR_ARG);

    check_real(6, 30, 4);
    check_real(15, MPI_UNDEFINED, 8);
    check_real(MPI_UNDEFINED, 300, 8);
    check_real(4, 100, 8);
    const int digits[] = {1, 3, 9, 10, 18}, sizes[] = {1, 2, 4, 8, 8};
    for (int i = 0; i < 5; i++) {
        int bytes;
        MPI_Type_create_f90_integer(digits[i], &type);
        MPI_Type_size(type, &bytes);
        CHECK(bytes == sizes[i]);
    }
    double numbers[2] = {0.5, 2}, packed[2] = {0};
    int position = 0;
    MPI_Type_create_f90_real(12, 200, &type);
    MPI_Pack(numbers, 2, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 16 && packed[1] == 2);
    CHECK(class_of(MPI_Type_create_f90_integer(100, &type)) != MPI_SUCCESS);
    return end();
}
