// Datatypes with arrays of datatypes or of addresses in an argument, in Fortran (MPI 5.0, chapter 5).
#include <stdbool.h>
#include <stdlib.h>

#include "fortran/binding.h"

// The functions of MPI-1 have displacements of the default kind. Returns a copy of the kind that C has, which the caller frees.
static MPI_Aint *widened(int count, const MPI_Fint *integers)
{
    MPI_Aint *all = handles_memory((count > 0 ? count : 1) * sizeof *all);
    for (int i = 0; i < count; i++)
        all[i] = integers[i];
    return all;
}

INTERFACE(type_hindexed, INT, INTS, INTS, TYPE, TYPE_OUT)
FUNCTION(void, type_hindexed, const MPI_Fint *count, MPI_Fint *lengths, const MPI_Fint *displacements, const MPI_Fint *oldtype,
         MPI_Fint *newtype, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    MPI_Aint *wide = widened(*count, displacements);
    MPI_Datatype new = HANDLE(MPI_Datatype, *newtype);
    *ierror = MPI_Type_hindexed(*count, lengths, wide, HANDLE(MPI_Datatype, *oldtype), &new);
    *newtype = INTEGER(new);
    free(wide);
}

static int structure(int count, MPI_Fint *lengths, MPI_Aint *displacements, const MPI_Fint *types, MPI_Fint *newtype, bool old)
{
    struct handles all;
    MPI_Datatype new = HANDLE(MPI_Datatype, *newtype), *read = handles_read(&all, count, types);
    int code = old ? MPI_Type_struct(count, lengths, displacements, read, &new)
                   : MPI_Type_create_struct(count, lengths, displacements, read, &new);
    *newtype = INTEGER(new);
    handles_free(&all);
    return code;
}

INTERFACE(type_create_struct, INT, INTS, AINTS, INTS, TYPE_OUT)
FUNCTION(void, type_create_struct, const MPI_Fint *count, MPI_Fint *lengths, MPI_Aint *displacements, const MPI_Fint *types,
         MPI_Fint *newtype, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    *ierror = structure(*count, lengths, displacements, types, newtype, false);
}

INTERFACE(type_struct, INT, INTS, INTS, INTS, TYPE_OUT)
FUNCTION(void, type_struct, const MPI_Fint *count, MPI_Fint *lengths, const MPI_Fint *displacements, const MPI_Fint *types,
         MPI_Fint *newtype, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    MPI_Aint *wide = widened(*count, displacements);
    *ierror = structure(*count, lengths, wide, types, newtype, true);
    free(wide);
}

INTERFACE(type_get_contents, TYPE, INT, INT, INT, INTS, AINTS, INTS)
FUNCTION(void, type_get_contents, const MPI_Fint *type, const MPI_Fint *max_integers, const MPI_Fint *max_addresses,
         const MPI_Fint *max_types, MPI_Fint *integers, MPI_Aint *addresses, MPI_Fint *types, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct handles all;
    void *read = handles_read(&all, *max_types, types);
    *ierror = MPI_Type_get_contents(HANDLE(MPI_Datatype, *type), *max_integers, *max_addresses, *max_types, integers, addresses, read);
    handles_write(&all, *max_types, types);
}

FUNCTION(MPI_Aint, aint_add, const MPI_Aint *base, const MPI_Aint *displacement)
{
    return MPI_Aint_add(*base, *displacement);
}

FUNCTION(MPI_Aint, aint_diff, const MPI_Aint *one, const MPI_Aint *other)
{
    return MPI_Aint_diff(*one, *other);
}
