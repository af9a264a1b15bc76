// MPI_Pack, MPI_Unpack, MPI_Pack_size. Packed data has no header, so a message of MPI_PACKED matches a message of the elements.
#include <limits.h>

#include "api/api.h"
#include "api/type.h"

int datatype_check_packing(const char *function, const struct p2p_comm *comm, const void *buffer, int count,
                           MPI_Datatype datatype)
{
    if (count < 0)
        return api_error(comm, MPI_ERR_COUNT, "%s: negative count %d", function, count);
    if (!type_is_committed(datatype))
        return datatype_explain(function, datatype);
    struct type_shape shape = type_shape(datatype);
    if (count > 0 && shape.size > 0 && (uintptr_t)buffer + (uintptr_t)shape.true_lb == 0)
        return api_error(comm, MPI_ERR_BUFFER, "%s: null buffer for %d elements", function, count);
    return MPI_SUCCESS;
}

int datatype_check_position(const char *function, const struct p2p_comm *comm, const void *packed, MPI_Aint size,
                            MPI_Aint position, size_t bytes)
{
    if (size < 0)
        return api_error(comm, MPI_ERR_ARG, "%s: the size of the packed buffer is negative: %d", function, (int)size);
    if (position < 0 || position > size)
        return api_error(comm, MPI_ERR_ARG, "%s: position %d in a packed buffer of %zu bytes", function, (int)position, (size_t)size);
    if (bytes > (size_t)(size - position))
        return api_error(comm, MPI_ERR_TRUNCATE, "%s: %zu bytes from position %zu on, but the packed buffer has %zu", function,
                         bytes, (size_t)position, (size_t)size);
    if (packed == NULL && bytes > 0)
        return api_error(comm, MPI_ERR_BUFFER, "%s: the packed buffer is a null pointer", function);
    return MPI_SUCCESS;
}

// The checks that packing and unpacking share.
static int datatype_check_pack(const char *function, const void *buffer, int count, MPI_Datatype datatype, const void *packed,
                               int size, const int *position, MPI_Comm comm)
{
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    int error = datatype_check_packing(function, known, buffer, count, datatype);
    if (error != MPI_SUCCESS)
        return error;
    if (position == NULL)
        return api_explain_pointer(function, known, "position");
    return datatype_check_position(function, known, packed, size, *position, count * type_size(datatype));
}

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm)
{
    int error = datatype_check_pack("MPI_Pack", inbuf, incount, datatype, outbuf, outsize, position, comm);
    if (error != MPI_SUCCESS)
        return error;
    type_pack((unsigned char *)outbuf + *position, inbuf, incount, datatype);
    *position += incount * type_size(datatype);
    return MPI_SUCCESS;
}
API_WEAK(Pack)

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    int error = datatype_check_pack("MPI_Unpack", outbuf, outcount, datatype, inbuf, insize, position, comm);
    if (error != MPI_SUCCESS)
        return error;
    size_t bytes = outcount * type_size(datatype);
    type_unpack(outbuf, outcount, datatype, (const unsigned char *)inbuf + *position, bytes);
    *position += bytes;
    return MPI_SUCCESS;
}
API_WEAK(Unpack)

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    api_enter("MPI_Pack_size");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Pack_size", comm);
    if (incount < 0)
        return api_error(known, MPI_ERR_COUNT, "MPI_Pack_size: negative count %d", incount);
    int error = datatype_check("MPI_Pack_size", datatype, size, "size");
    if (error != MPI_SUCCESS)
        return error;
    uint64_t bytes = (uint64_t)incount * type_size(datatype);
    *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return MPI_SUCCESS;
}
API_WEAK(Pack_size)
