// Sizes, bounds and extents of datatypes, and the functions' names in MPI-1.
#include <limits.h>

#include "api/type.h"

// A value that does not fit into an int is MPI_UNDEFINED (MPI 5.0 §5.1.5). Values of type MPI_Aint always fit.
int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    api_enter("MPI_Type_size");
    int error = datatype_check("MPI_Type_size", datatype, size, "size");
    if (error != MPI_SUCCESS)
        return error;
    size_t bytes = type_size(datatype);
    *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return MPI_SUCCESS;
}
API_WEAK(Type_size)

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
    api_enter("MPI_Type_size_x");
    int error = datatype_check("MPI_Type_size_x", datatype, size, "size");
    if (error != MPI_SUCCESS)
        return error;
    *size = type_size(datatype);
    return MPI_SUCCESS;
}
API_WEAK(Type_size_x)

// A result is not wanted if its pointer and its name are NULL.
static int datatype_bounds(const char *function, MPI_Datatype datatype, const void *low, const void *extent, const char *low_name,
                           const char *extent_name, struct type_shape *shape)
{
    int error = datatype_check(function, datatype, low != NULL || low_name == NULL ? function : NULL, low_name);
    if (error == MPI_SUCCESS && extent == NULL && extent_name != NULL)
        error = api_explain_pointer(function, NULL, extent_name);
    if (error == MPI_SUCCESS)
        *shape = type_shape(datatype);
    return error;
}

// Defines functions that differ in the result and its type only.
#define DATATYPE_BOUNDS(function, integer, low_name, extent_name, low, range)                                            \
    int PMPI_##function(MPI_Datatype datatype, integer *low_name, integer *extent_name)                                  \
    {                                                                                                                    \
        api_enter("MPI_" #function);                                                                                     \
        struct type_shape shape;                                                                                         \
        int error = datatype_bounds("MPI_" #function, datatype, low_name, extent_name, #low_name, #extent_name, &shape); \
        if (error != MPI_SUCCESS)                                                                                        \
            return error;                                                                                                \
        *low_name = low;                                                                                                 \
        *extent_name = range;                                                                                            \
        return MPI_SUCCESS;                                                                                              \
    }                                                                                                                    \
    API_WEAK(function)

DATATYPE_BOUNDS(Type_get_extent, MPI_Aint, lb, extent, shape.lb, shape.extent)
DATATYPE_BOUNDS(Type_get_extent_x, MPI_Count, lb, extent, shape.lb, shape.extent)
DATATYPE_BOUNDS(Type_get_true_extent, MPI_Aint, true_lb, true_extent, shape.true_lb, shape.true_extent)
DATATYPE_BOUNDS(Type_get_true_extent_x, MPI_Count, true_lb, true_extent, shape.true_lb, shape.true_extent)

#define DATATYPE_BOUND(function, result, value)                                                       \
    int PMPI_##function(MPI_Datatype datatype, MPI_Aint *result)                                      \
    {                                                                                                 \
        api_enter("MPI_" #function);                                                                  \
        struct type_shape shape;                                                                      \
        int error = datatype_bounds("MPI_" #function, datatype, result, NULL, #result, NULL, &shape); \
        if (error != MPI_SUCCESS)                                                                     \
            return error;                                                                             \
        *result = value;                                                                              \
        return MPI_SUCCESS;                                                                           \
    }                                                                                                 \
    API_WEAK(function)

DATATYPE_BOUND(Type_extent, extent, shape.extent)
DATATYPE_BOUND(Type_lb, displacement, shape.lb)
DATATYPE_BOUND(Type_ub, displacement, shape.lb + shape.extent)
