// Constructors of regular datatypes: contiguous, vector, hvector, resized.
#include "api/type.h"

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_contiguous");
    int error = datatype_check_blocks("MPI_Type_contiguous", count, NULL, &count, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    *newtype = type_strided(1, count, 0, oldtype);
    struct type_contents *contents = type_contents_new(*newtype, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    contents->integers[0] = count;
    contents->types[0] = oldtype;
    type_contents_keep(contents);
    return MPI_SUCCESS;
}
API_WEAK(Type_contiguous)

static int datatype_check_vector(const char *function, int count, int blocklength, MPI_Datatype oldtype,
                                 const MPI_Datatype *newtype)
{
    if (blocklength < 0)
        return api_error(NULL, MPI_ERR_COUNT, "%s: negative blocklength %d", function, blocklength);
    return datatype_check_blocks(function, count, NULL, &count, oldtype, newtype);
}

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_vector");
    int error = datatype_check_vector("MPI_Type_vector", count, blocklength, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    *newtype = type_strided(count, blocklength, stride * type_shape(oldtype).extent, oldtype);
    struct type_contents *contents = type_contents_new(*newtype, MPI_COMBINER_VECTOR, 3, 0, 1);
    contents->integers[0] = count;
    contents->integers[1] = blocklength;
    contents->integers[2] = stride;
    contents->types[0] = oldtype;
    type_contents_keep(contents);
    return MPI_SUCCESS;
}
API_WEAK(Type_vector)

static int datatype_hvector(const char *function, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                            MPI_Datatype *newtype)
{
    int error = datatype_check_vector(function, count, blocklength, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    *newtype = type_strided(count, blocklength, stride, oldtype);
    struct type_contents *contents = type_contents_new(*newtype, MPI_COMBINER_HVECTOR, 2, 1, 1);
    contents->integers[0] = count;
    contents->integers[1] = blocklength;
    contents->addresses[0] = stride;
    contents->types[0] = oldtype;
    type_contents_keep(contents);
    return MPI_SUCCESS;
}

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_hvector");
    return datatype_hvector("MPI_Type_create_hvector", count, blocklength, stride, oldtype, newtype);
}
API_WEAK(Type_create_hvector)

int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_hvector");
    return datatype_hvector("MPI_Type_hvector", count, blocklength, stride, oldtype, newtype);
}
API_WEAK(Type_hvector)

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_resized");
    int error = datatype_check("MPI_Type_create_resized", oldtype, newtype, "newtype");
    if (error != MPI_SUCCESS)
        return error;
    *newtype = type_resized(oldtype, lb, extent);
    struct type_contents *contents = type_contents_new(*newtype, MPI_COMBINER_RESIZED, 0, 2, 1);
    contents->addresses[0] = lb;
    contents->addresses[1] = extent;
    contents->types[0] = oldtype;
    type_contents_keep(contents);
    return MPI_SUCCESS;
}
API_WEAK(Type_create_resized)
