// Packing in a portable representation: MPI_Pack_external, MPI_Unpack_external, MPI_Pack_external_size.
#include <string.h>

#include "api/api.h"
#include "api/type.h"
#include "type/elements.h"

static int datatype_check_representation(const char *function, const char *datarep)
{
    api_enter(function);
    if (datarep == NULL)
        return api_explain_pointer(function, NULL, "datarep");
    if (strcmp(datarep, "external32") != 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: the data representation is \"%s\", but must be \"external32\"", function, datarep);
    return MPI_SUCCESS;
}

static int datatype_check_external(const char *function, const char *datarep, const void *buffer, int count,
                                   MPI_Datatype datatype, const void *packed, MPI_Aint size, const MPI_Aint *position)
{
    int error = datatype_check_representation(function, datarep);
    if (error == MPI_SUCCESS)
        error = datatype_check_packing(function, NULL, buffer, count, datatype);
    if (error == MPI_SUCCESS && position == NULL)
        error = api_explain_pointer(function, NULL, "position");
    if (error == MPI_SUCCESS)
        error = datatype_check_position(function, NULL, packed, size, *position, type_external_size(datatype, count));
    return error;
}

// Allocates memory for the packed bytes between the user's buffer and the portable representation.
static void *datatype_packed_bytes(size_t bytes)
{
    return p2p_allocate(bytes == 0 ? 1 : bytes, "MPI: no memory to convert a message to or from external32");
}

int PMPI_Pack_external(const char datarep[], const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
                       MPI_Aint outsize, MPI_Aint *position)
{
    int error = datatype_check_external("MPI_Pack_external", datarep, inbuf, incount, datatype, outbuf, outsize, position);
    if (error != MPI_SUCCESS)
        return error;
    void *packed = datatype_packed_bytes(incount * type_size(datatype));
    type_pack(packed, inbuf, incount, datatype);
    type_to_external((unsigned char *)outbuf + *position, packed, incount, datatype);
    p2p_free(packed);
    *position += type_external_size(datatype, incount);
    return MPI_SUCCESS;
}
API_WEAK(Pack_external)

int PMPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
                         int outcount, MPI_Datatype datatype)
{
    int error = datatype_check_external("MPI_Unpack_external", datarep, outbuf, outcount, datatype, inbuf, insize, position);
    if (error != MPI_SUCCESS)
        return error;
    size_t bytes = outcount * type_size(datatype);
    void *packed = datatype_packed_bytes(bytes);
    type_from_external(packed, (const unsigned char *)inbuf + *position, outcount, datatype);
    type_unpack(outbuf, outcount, datatype, packed, bytes);
    p2p_free(packed);
    *position += type_external_size(datatype, outcount);
    return MPI_SUCCESS;
}
API_WEAK(Unpack_external)

int PMPI_Pack_external_size(const char datarep[], int incount, MPI_Datatype datatype, MPI_Aint *size)
{
    int error = datatype_check_representation("MPI_Pack_external_size", datarep);
    if (error == MPI_SUCCESS && incount < 0)
        error = api_error(NULL, MPI_ERR_COUNT, "MPI_Pack_external_size: negative count %d", incount);
    if (error == MPI_SUCCESS)
        error = datatype_check("MPI_Pack_external_size", datatype, size, "size");
    if (error == MPI_SUCCESS)
        *size = type_external_size(datatype, incount);
    return error;
}
API_WEAK(Pack_external_size)
