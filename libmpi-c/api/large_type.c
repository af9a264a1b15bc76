// Constructors of datatypes, and inquiries about them, with counts of MPI_Count. The new type is the same as that of the function
// with counts of int. So MPI_Type_get_contents_c never returns large counts.
#include "api/large.h"
#include "api/type.h"

LARGE(Type_contiguous, MPI_COMM_NULL, (MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype), ((int)count, oldtype, newtype), count)
LARGE(Type_vector, MPI_COMM_NULL,
      (MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
      ((int)count, (int)blocklength, (int)stride, oldtype, newtype), count, blocklength, stride)

// Is it an address or a distance on this machine?
static bool large_is_address(MPI_Count distance)
{
    return distance == (MPI_Aint)distance;
}

static int large_check_addresses(const char *function, const MPI_Count distances[], MPI_Count number)
{
    for (MPI_Count i = 0; distances != NULL && i < number; i++)
        if (!large_is_address(distances[i]))
            return api_error(NULL, MPI_ERR_ARG, "%s: a displacement that is no address here", function);
    return MPI_SUCCESS;
}

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int error = large_check("MPI_Type_create_hvector_c", (MPI_Count[]){count, blocklength}, 2);
    if (error == MPI_SUCCESS)
        error = large_check_addresses("MPI_Type_create_hvector_c", &stride, 1);
    return error != MPI_SUCCESS ? error : PMPI_Type_create_hvector((int)count, (int)blocklength, (MPI_Aint)stride, oldtype, newtype);
}
API_WEAK(Type_create_hvector_c)

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype)
{
    int error = large_check_addresses("MPI_Type_create_resized_c", (MPI_Count[]){lb, extent}, 2);
    return error != MPI_SUCCESS ? error : PMPI_Type_create_resized(oldtype, (MPI_Aint)lb, (MPI_Aint)extent, newtype);
}
API_WEAK(Type_create_resized_c)

// The arrays of a constructor, checked and narrowed. `lengths` or `places` may be NULL.
struct large_blocks {
    int *lengths, *places;
    MPI_Aint *addresses;
};

static int large_blocks(const char *function, MPI_Count count, const MPI_Count lengths[], const MPI_Count places[], bool are_bytes,
                        struct large_blocks *blocks)
{
    size_t number = count > 0 ? (size_t)count : 0;
    int error = large_check(function, &count, 1);
    if (error == MPI_SUCCESS)
        error = large_check(function, lengths, number);
    if (error == MPI_SUCCESS)
        error = are_bytes ? large_check_addresses(function, places, (MPI_Count)number) : large_check(function, places, number);
    if (error != MPI_SUCCESS)
        return error;
    *blocks = (struct large_blocks){.lengths = large_narrow(lengths, number), .places = are_bytes ? NULL : large_narrow(places, number)};
    if (are_bytes && places != NULL) {
        blocks->addresses = p2p_allocate((number + 1) * sizeof(MPI_Aint), "MPI: no memory for an array of displacements");
        for (size_t i = 0; i < number; i++)
            blocks->addresses[i] = (MPI_Aint)places[i];
    }
    return MPI_SUCCESS;
}

static int large_made(struct large_blocks *blocks, int error)
{
    p2p_free(blocks->lengths);
    p2p_free(blocks->places);
    p2p_free(blocks->addresses);
    return error;
}

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
                        MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct large_blocks b;
    int error = large_blocks("MPI_Type_indexed_c", count, array_of_blocklengths, array_of_displacements, false, &b);
    return error != MPI_SUCCESS ? error : large_made(&b, PMPI_Type_indexed((int)count, b.lengths, b.places, oldtype, newtype));
}
API_WEAK(Type_indexed_c)

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
                                     MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct large_blocks b;
    int error = large_check("MPI_Type_create_indexed_block_c", &blocklength, 1);
    if (error == MPI_SUCCESS)
        error = large_blocks("MPI_Type_create_indexed_block_c", count, NULL, array_of_displacements, false, &b);
    return error != MPI_SUCCESS
               ? error
               : large_made(&b, PMPI_Type_create_indexed_block((int)count, (int)blocklength, b.places, oldtype, newtype));
}
API_WEAK(Type_create_indexed_block_c)

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
                                MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct large_blocks b;
    int error = large_blocks("MPI_Type_create_hindexed_c", count, array_of_blocklengths, array_of_displacements, true, &b);
    return error != MPI_SUCCESS ? error
                                : large_made(&b, PMPI_Type_create_hindexed((int)count, b.lengths, b.addresses, oldtype, newtype));
}
API_WEAK(Type_create_hindexed_c)

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
                                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct large_blocks b;
    int error = large_check("MPI_Type_create_hindexed_block_c", &blocklength, 1);
    if (error == MPI_SUCCESS)
        error = large_blocks("MPI_Type_create_hindexed_block_c", count, NULL, array_of_displacements, true, &b);
    return error != MPI_SUCCESS
               ? error
               : large_made(&b, PMPI_Type_create_hindexed_block((int)count, (int)blocklength, b.addresses, oldtype, newtype));
}
API_WEAK(Type_create_hindexed_block_c)

int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
                              const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    struct large_blocks b;
    int error = large_blocks("MPI_Type_create_struct_c", count, array_of_blocklengths, array_of_displacements, true, &b);
    return error != MPI_SUCCESS
               ? error
               : large_made(&b, PMPI_Type_create_struct((int)count, b.lengths, b.addresses, array_of_types, newtype));
}
API_WEAK(Type_create_struct_c)

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
                                const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const char *function = "MPI_Type_create_subarray_c";
    struct large_blocks b, starts;
    int error = large_blocks(function, ndims, array_of_sizes, array_of_subsizes, false, &b);
    if (error != MPI_SUCCESS)
        return error;
    error = large_blocks(function, ndims, NULL, array_of_starts, false, &starts);
    if (error != MPI_SUCCESS)
        return large_made(&b, error);
    error = PMPI_Type_create_subarray(ndims, b.lengths, b.places, starts.places, order, oldtype, newtype);
    return large_made(&starts, large_made(&b, error));
}
API_WEAK(Type_create_subarray_c)

int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[],
                              const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype)
{
    struct large_blocks b;
    int error = large_blocks("MPI_Type_create_darray_c", ndims, array_of_gsizes, NULL, false, &b);
    return error != MPI_SUCCESS ? error
                                : large_made(&b, PMPI_Type_create_darray(size, rank, ndims, b.lengths, array_of_distribs, array_of_dargs,
                                                                         array_of_psizes, order, oldtype, newtype));
}
API_WEAK(Type_create_darray_c)

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    return PMPI_Type_size_x(datatype, size);
}
API_WEAK(Type_size_c)

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    return PMPI_Type_get_extent_x(datatype, lb, extent);
}
API_WEAK(Type_get_extent_c)

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    return PMPI_Type_get_true_extent_x(datatype, true_lb, true_extent);
}
API_WEAK(Type_get_true_extent_c)

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    return PMPI_Get_elements_x(status, datatype, count);
}
API_WEAK(Get_elements_c)

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    int narrow;
    int error = PMPI_Get_count(status, datatype, count == NULL ? NULL : &narrow);
    if (error != MPI_SUCCESS)
        return error;
    // If the count does not fit into an int, only the function with int returns MPI_UNDEFINED.
    uint64_t bytes = status_bytes(status), size = type_size(datatype);
    *count = narrow != MPI_UNDEFINED || bytes % size != 0 ? narrow : (MPI_Count)(bytes / size);
    return MPI_SUCCESS;
}
API_WEAK(Get_count_c)

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts,
                             MPI_Count *num_datatypes, int *combiner)
{
    int integers, addresses, types;
    if (num_integers == NULL || num_addresses == NULL || num_large_counts == NULL || num_datatypes == NULL)
        return api_explain_pointer("MPI_Type_get_envelope_c", NULL,
                                   num_integers == NULL        ? "num_integers"
                                   : num_addresses == NULL     ? "num_addresses"
                                   : num_large_counts == NULL  ? "num_large_counts"
                                                               : "num_datatypes");
    int error = PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, combiner);
    if (error == MPI_SUCCESS)
        *num_integers = integers, *num_addresses = addresses, *num_large_counts = 0, *num_datatypes = types;
    return error;
}
API_WEAK(Type_get_envelope_c)

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
                             MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
                             MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])
{
    (void)max_large_counts, (void)array_of_large_counts;
    int error = large_check("MPI_Type_get_contents_c", (MPI_Count[]){max_integers, max_addresses, max_datatypes}, 3);
    return error != MPI_SUCCESS ? error
                                : PMPI_Type_get_contents(datatype, (int)max_integers, (int)max_addresses, (int)max_datatypes,
                                                         array_of_integers, array_of_addresses, array_of_datatypes);
}
API_WEAK(Type_get_contents_c)
