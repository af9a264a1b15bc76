// Tests names of datatypes, predefined ones and those set by the program.
#include "../check.h"

static void check_name(MPI_Datatype type, const char *expected)
{
    char name[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1;
    MPI_Type_get_name(type, name, &length);
    CHECK(strcmp(name, expected) == 0 && length == (int)strlen(expected));
}

#define CHECK_OWN_NAME(type) check_name(type, #type)

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK_OWN_NAME(MPI_CHAR);
    CHECK_OWN_NAME(MPI_INT);
    CHECK_OWN_NAME(MPI_UNSIGNED_LONG_LONG);
    CHECK_OWN_NAME(MPI_DOUBLE);
    CHECK_OWN_NAME(MPI_LONG_DOUBLE);
    CHECK_OWN_NAME(MPI_BYTE);
    CHECK_OWN_NAME(MPI_PACKED);
    CHECK_OWN_NAME(MPI_DOUBLE_INT);
    CHECK_OWN_NAME(MPI_2INT);
    CHECK_OWN_NAME(MPI_INT64_T);
    CHECK_OWN_NAME(MPI_C_BOOL);
    CHECK_OWN_NAME(MPI_AINT);
    // If a type has two names, MPI returns the one that the standard lists first.
    check_name(MPI_LONG_LONG, "MPI_LONG_LONG_INT");
    check_name(MPI_C_FLOAT_COMPLEX, "MPI_C_COMPLEX");

    MPI_Datatype type, copy;
    MPI_Type_contiguous(3, MPI_INT, &type);
    check_name(type, "");
    MPI_Type_set_name(type, "three");
    check_name(type, "three");
    MPI_Type_dup(type, &copy);
    check_name(copy, "");
    MPI_Type_set_name(type, "");
    check_name(type, "");
    char longest[MPI_MAX_OBJECT_NAME];
    memset(longest, 'x', sizeof longest);
    longest[MPI_MAX_OBJECT_NAME - 1] = '\0';
    MPI_Type_set_name(copy, longest);
    check_name(copy, longest);
    MPI_Type_free(&type);
    MPI_Type_free(&copy);
    MPI_Type_contiguous(2, MPI_INT, &type);
    check_name(type, "");
    MPI_Type_free(&type);
    MPI_Type_set_name(MPI_FLOAT, "single");
    check_name(MPI_FLOAT, "single");
    return end();
}
