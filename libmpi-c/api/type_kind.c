// Datatypes by their properties: MPI_Type_match_size, and Fortran's kinds (MPI 5.0 §19.1.9).
#include "api/type.h"

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    static const struct {
        int class, size;
        MPI_Datatype type;
    } known[] = {
        {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},  {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
        {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},  {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
        {MPI_TYPECLASS_REAL, 4, MPI_REAL4},        {MPI_TYPECLASS_REAL, 8, MPI_REAL8},
        {MPI_TYPECLASS_REAL, 16, MPI_REAL16},      {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},
        {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16}, {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32},
    };
    api_enter("MPI_Type_match_size");
    if (datatype == NULL)
        return api_explain_pointer("MPI_Type_match_size", NULL, "datatype");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].class == typeclass && known[i].size == size) {
            *datatype = known[i].type;
            return MPI_SUCCESS;
        }
    }
    return api_error(NULL, MPI_ERR_ARG, "MPI_Type_match_size: there is no datatype of class %d with %d bytes", typeclass, size);
}
API_WEAK(Type_match_size)

// The predefined types, each with its decimal digits and its exponent range.
struct datatype_kind {
    int digits, exponent;
    MPI_Datatype real, complex;
};

// A type made for a kind. Each call with the same arguments returns the same handle.
struct datatype_kind_made {
    struct datatype_kind_made *next;
    int combiner, digits, exponent;
    MPI_Datatype type;
};

static MPI_Datatype datatype_kind_type(int combiner, int digits, int exponent, MPI_Datatype named)
{
    static struct datatype_kind_made *made;
    for (const struct datatype_kind_made *old = made; old != NULL; old = old->next) {
        if (old->combiner == combiner && old->digits == digits && old->exponent == exponent)
            return old->type;
    }
    bool integer = combiner == MPI_COMBINER_F90_INTEGER;
    struct datatype_kind_made *new = p2p_allocate(sizeof *new, "MPI: no memory for a datatype of Fortran");
    *new = (struct datatype_kind_made){made, combiner, digits, exponent, type_permanent(named)};
    made = new;
    struct type_contents *contents = type_contents_new(new->type, combiner, integer ? 1 : 2, 0, 0);
    contents->integers[0] = integer ? exponent : digits;
    if (!integer)
        contents->integers[1] = exponent;
    return new->type;
}

// MPI_UNDEFINED is negative, so it is no requirement.
static int datatype_create_f90(const char *function, int combiner, int digits, int exponent, MPI_Datatype *newtype)
{
    static const struct datatype_kind kinds[] = {
        {6, 37, MPI_REAL4, MPI_COMPLEX8}, {15, 307, MPI_REAL8, MPI_COMPLEX16}, {33, 4931, MPI_REAL16, MPI_COMPLEX32}};
    if (newtype == NULL)
        return api_explain_pointer(function, NULL, "newtype");
    if (digits == MPI_UNDEFINED && exponent == MPI_UNDEFINED)
        return api_error(NULL, MPI_ERR_ARG, "%s: p and r are both MPI_UNDEFINED", function);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (digits <= kinds[i].digits && exponent <= kinds[i].exponent) {
            MPI_Datatype named = combiner == MPI_COMBINER_F90_REAL ? kinds[i].real : kinds[i].complex;
            *newtype = datatype_kind_type(combiner, digits, exponent, named);
            return MPI_SUCCESS;
        }
    }
    return api_error(NULL, MPI_ERR_ARG, "%s: no datatype has %d digits and exponents up to %d", function, digits, exponent);
}

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_f90_real");
    return datatype_create_f90("MPI_Type_create_f90_real", MPI_COMBINER_F90_REAL, p, r, newtype);
}
API_WEAK(Type_create_f90_real)

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_f90_complex");
    return datatype_create_f90("MPI_Type_create_f90_complex", MPI_COMBINER_F90_COMPLEX, p, r, newtype);
}
API_WEAK(Type_create_f90_complex)

int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_f90_integer");
    if (newtype == NULL)
        return api_explain_pointer("MPI_Type_create_f90_integer", NULL, "newtype");
    if (r > 18)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Type_create_f90_integer: no datatype has %d digits", r);
    MPI_Datatype named = r <= 2 ? MPI_INTEGER1 : r <= 4 ? MPI_INTEGER2 : r <= 9 ? MPI_INTEGER4 : MPI_INTEGER8;
    *newtype = datatype_kind_type(MPI_COMBINER_F90_INTEGER, 0, r, named);
    return MPI_SUCCESS;
}
API_WEAK(Type_create_f90_integer)
