// Constructors of blocks of different datatypes: MPI_Type_create_struct, and MPI_Type_struct with the bounds of MPI-1.
#include <string.h>

#include "api/type.h"

static int datatype_check_struct(const char *function, int count, const int blocklengths[], const MPI_Aint displacements[],
                                 const MPI_Datatype types[], const MPI_Datatype *newtype)
{
    if (count > 0 && (blocklengths == NULL || types == NULL))
        return api_explain_pointer(function, NULL, blocklengths == NULL ? "array_of_blocklengths" : "array_of_types");
    int error = datatype_check_blocks(function, count, blocklengths, displacements, MPI_BYTE, newtype);
    for (int i = 0; error == MPI_SUCCESS && i < count; i++) {
        if (!type_is_valid(types[i]) && !type_is_marker(types[i]))
            error = datatype_explain(function, types[i]);
    }
    return error;
}

static int datatype_create_struct(const char *function, int count, const int blocklengths[], const MPI_Aint displacements[],
                                  const MPI_Datatype types[], MPI_Datatype *newtype)
{
    int error = datatype_check_struct(function, count, blocklengths, displacements, types, newtype);
    if (error != MPI_SUCCESS)
        return error;
    struct type_builder *builder = type_build(count);
    for (int i = 0; i < count; i++)
        type_build_block(builder, displacements[i], blocklengths[i], types[i]);
    MPI_Datatype type = type_build_end(builder);
    struct type_contents *contents = type_contents_new(type, MPI_COMBINER_STRUCT, 1 + count, count, count);
    contents->integers[0] = count;
    if (count > 0) {
        memcpy(contents->integers + 1, blocklengths, count * sizeof *blocklengths);
        memcpy(contents->addresses, displacements, count * sizeof *displacements);
        memcpy(contents->types, types, count * sizeof *types);
    }
    type_contents_keep(contents);
    *newtype = type;
    return MPI_SUCCESS;
}

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_struct");
    return datatype_create_struct("MPI_Type_create_struct", count, array_of_blocklengths, array_of_displacements, array_of_types,
                                  newtype);
}
API_WEAK(Type_create_struct)

int PMPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[],
                     MPI_Datatype *newtype)
{
    api_enter("MPI_Type_struct");
    return datatype_create_struct("MPI_Type_struct", count, array_of_blocklengths, array_of_displacements, array_of_types,
                                  newtype);
}
API_WEAK(Type_struct)
