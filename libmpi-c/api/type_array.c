// Constructors of parts of arrays: MPI_Type_create_subarray and MPI_Type_create_darray.
#include <string.h>

#include "api/type.h"
#include "type/array.h"

static int datatype_check_array(const char *function, int ndims, const int sizes[], const char *name, int order,
                                MPI_Datatype oldtype, const MPI_Datatype *newtype)
{
    int error = datatype_check(function, oldtype, newtype, "newtype");
    if (error != MPI_SUCCESS)
        return error;
    if (ndims <= 0)
        return api_error(NULL, MPI_ERR_DIMS, "%s: an array of %d dimensions", function, ndims);
    if (sizes == NULL)
        return api_explain_pointer(function, NULL, name);
    for (int i = 0; i < ndims; i++) {
        if (sizes[i] <= 0)
            return api_error(NULL, MPI_ERR_ARG, "%s: dimension %d of the array has size %d", function, i, sizes[i]);
    }
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
        return api_error(NULL, MPI_ERR_ARG, "%s: the order is %d, neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", function, order);
    return MPI_SUCCESS;
}

// The i-th dimension, counted from the one whose elements are adjacent.
static int datatype_dimension(int i, int ndims, int order)
{
    return order == MPI_ORDER_C ? ndims - 1 - i : i;
}

// The type to start with: a new handle, which the functions of type/array.h take over.
static MPI_Datatype datatype_array_begin(MPI_Datatype oldtype)
{
    return type_strided(1, 1, 0, oldtype);
}

// Appends integers to the contents; returns where the next ones go.
static int *datatype_append(int *at, const int *from, int count)
{
    memcpy(at, from, count * sizeof *at);
    return at + count;
}

static int datatype_check_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[], int order,
                                   MPI_Datatype oldtype, const MPI_Datatype *newtype)
{
    const char *function = "MPI_Type_create_subarray";
    int error = datatype_check_array(function, ndims, sizes, "array_of_sizes", order, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    if (subsizes == NULL || starts == NULL)
        return api_explain_pointer(function, NULL, subsizes == NULL ? "array_of_subsizes" : "array_of_starts");
    for (int i = 0; i < ndims; i++) {
        if (subsizes[i] < 1 || subsizes[i] > sizes[i])
            return api_error(NULL, MPI_ERR_ARG, "%s: subsize %d in dimension %d, which has size %d", function, subsizes[i], i,
                             sizes[i]);
        if (starts[i] < 0 || starts[i] > sizes[i] - subsizes[i])
            return api_error(NULL, MPI_ERR_ARG, "%s: start %d with subsize %d in dimension %d, which has size %d", function,
                             starts[i], subsizes[i], i, sizes[i]);
    }
    return MPI_SUCCESS;
}

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[],
                              int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_subarray");
    int error = datatype_check_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    MPI_Aint stride = type_shape(oldtype).extent;
    MPI_Datatype type = datatype_array_begin(oldtype);
    for (int i = 0; i < ndims; i++) {
        int dimension = datatype_dimension(i, ndims, order);
        type = type_slice(type, array_of_starts[dimension], array_of_subsizes[dimension], stride);
        stride *= array_of_sizes[dimension];
    }
    type = type_array_end(type, stride);
    struct type_contents *contents = type_contents_new(type, MPI_COMBINER_SUBARRAY, 3 * ndims + 2, 0, 1);
    int *at = contents->integers;
    *at++ = ndims;
    at = datatype_append(at, array_of_sizes, ndims);
    at = datatype_append(at, array_of_subsizes, ndims);
    at = datatype_append(at, array_of_starts, ndims);
    *at = order;
    contents->types[0] = oldtype;
    type_contents_keep(contents);
    *newtype = type;
    return MPI_SUCCESS;
}
API_WEAK(Type_create_subarray)

// One dimension of a distributed array.
struct datatype_distribution {
    int extent, kind, argument, owners, owner;
};

// The number of consecutive indices of one owner.
static size_t datatype_block_of(const struct datatype_distribution *d)
{
    if (d->kind == MPI_DISTRIBUTE_NONE)
        return d->extent;
    if (d->argument != MPI_DISTRIBUTE_DFLT_DARG)
        return d->argument;
    return d->kind == MPI_DISTRIBUTE_BLOCK ? ((size_t)d->extent + d->owners - 1) / d->owners : 1;
}

static int datatype_check_distribution(const struct datatype_distribution *d, int dimension)
{
    const char *function = "MPI_Type_create_darray";
    if (d->kind != MPI_DISTRIBUTE_NONE && d->kind != MPI_DISTRIBUTE_BLOCK && d->kind != MPI_DISTRIBUTE_CYCLIC)
        return api_error(NULL, MPI_ERR_ARG, "%s: invalid distribution %d of dimension %d", function, d->kind, dimension);
    if (d->owners <= 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: %d processes in dimension %d", function, d->owners, dimension);
    if (d->kind == MPI_DISTRIBUTE_NONE && d->owners != 1)
        return api_error(NULL, MPI_ERR_ARG, "%s: dimension %d is not distributed, but has %d processes", function, dimension,
                         d->owners);
    if (d->kind != MPI_DISTRIBUTE_NONE && d->argument <= 0 && d->argument != MPI_DISTRIBUTE_DFLT_DARG)
        return api_error(NULL, MPI_ERR_ARG, "%s: distribution argument %d in dimension %d", function, d->argument, dimension);
    if (d->kind == MPI_DISTRIBUTE_BLOCK && datatype_block_of(d) * d->owners < (size_t)d->extent)
        return api_error(NULL, MPI_ERR_ARG, "%s: %d blocks of %d do not hold dimension %d, which has size %d", function, d->owners,
                         d->argument, dimension, d->extent);
    return MPI_SUCCESS;
}

static MPI_Datatype datatype_distribute(MPI_Datatype inner, const struct datatype_distribution *d, MPI_Aint stride)
{
    size_t extent = d->extent, block = datatype_block_of(d), first = block * d->owner;
    if (d->kind == MPI_DISTRIBUTE_CYCLIC)
        return type_cyclic(inner, extent, block, d->owner, d->owners, stride);
    size_t behind = extent > first ? extent - first : 0;
    return type_slice(inner, first, behind < block ? behind : block, stride);
}

// The arguments of MPI_Type_create_darray that describe dimensions.
struct datatype_darray {
    int size, rank, ndims, order;
    const int *extents, *kinds, *arguments, *owners;
};

static int datatype_check_darray(const struct datatype_darray *array, MPI_Datatype oldtype, const MPI_Datatype *newtype)
{
    const char *function = "MPI_Type_create_darray";
    int error = datatype_check_array(function, array->ndims, array->extents, "array_of_gsizes", array->order, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    if (array->kinds == NULL || array->arguments == NULL || array->owners == NULL)
        return api_explain_pointer(function, NULL, array->kinds == NULL       ? "array_of_distribs"
                                                   : array->arguments == NULL ? "array_of_dargs"
                                                                              : "array_of_psizes");
    if (array->size <= 0 || array->rank < 0 || array->rank >= array->size)
        return api_error(NULL, MPI_ERR_ARG, "%s: rank %d of %d", function, array->rank, array->size);
    int64_t processes = 1;
    for (int i = 0; i < array->ndims; i++) {
        struct datatype_distribution d = {array->extents[i], array->kinds[i], array->arguments[i], array->owners[i], 0};
        error = datatype_check_distribution(&d, i);
        if (error != MPI_SUCCESS)
            return error;
        processes *= d.owners;
        if (processes > array->size)
            break;
    }
    if (processes != array->size)
        return api_error(NULL, MPI_ERR_ARG, "%s: the grid is not one of %d processes", function, array->size);
    return MPI_SUCCESS;
}

// The rank's coordinate in the grid of processes. Ranks are numbered in C order, whatever the order of the array (MPI 5.0
// §5.1.4).
static int datatype_coordinate(const struct datatype_darray *array, int dimension)
{
    int rank = array->rank;
    for (int i = array->ndims - 1; i > dimension; i--)
        rank /= array->owners[i];
    return rank % array->owners[dimension];
}

static void datatype_describe_darray(const struct datatype_darray *array, MPI_Datatype oldtype, MPI_Datatype type)
{
    struct type_contents *contents = type_contents_new(type, MPI_COMBINER_DARRAY, 4 * array->ndims + 4, 0, 1);
    int *at = datatype_append(contents->integers, (int[]){array->size, array->rank, array->ndims}, 3);
    at = datatype_append(at, array->extents, array->ndims);
    at = datatype_append(at, array->kinds, array->ndims);
    at = datatype_append(at, array->arguments, array->ndims);
    at = datatype_append(at, array->owners, array->ndims);
    *at = array->order;
    contents->types[0] = oldtype;
    type_contents_keep(contents);
}

int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[],
                            const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
                            MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_darray");
    struct datatype_darray array = {size, rank, ndims, order, array_of_gsizes, array_of_distribs, array_of_dargs,
                                    array_of_psizes};
    int error = datatype_check_darray(&array, oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    MPI_Aint stride = type_shape(oldtype).extent;
    MPI_Datatype type = datatype_array_begin(oldtype);
    for (int i = 0; i < ndims; i++) {
        int at = datatype_dimension(i, ndims, order);
        struct datatype_distribution d = {array_of_gsizes[at], array_of_distribs[at], array_of_dargs[at], array_of_psizes[at],
                                          datatype_coordinate(&array, at)};
        type = datatype_distribute(type, &d, stride);
        stride *= array_of_gsizes[at];
    }
    type = type_array_end(type, stride);
    datatype_describe_darray(&array, oldtype, type);
    *newtype = type;
    return MPI_SUCCESS;
}
API_WEAK(Type_create_darray)
