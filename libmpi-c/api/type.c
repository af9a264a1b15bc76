// MPI_Type_size and MPI_Get_count.
#include <limits.h>

#include "api/api.h"

static int api_explain_type(const char *function, MPI_Datatype datatype)
{
    return api_explain_buffer(function, NULL, NULL, 0, datatype);
}

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    api_enter("MPI_Type_size");
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (type->extent == 0)
        return api_explain_type("MPI_Type_size", datatype);
    if (size == NULL)
        return api_explain_pointer("MPI_Type_size", NULL, "size");
    *size = type->size;
    return MPI_SUCCESS;
}
API_WEAK(Type_size)

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    api_enter("MPI_Get_count");
    const struct p2p_datatype *type = p2p_datatype(datatype);
    if (type->extent == 0)
        return api_explain_type("MPI_Get_count", datatype);
    if (status == NULL || count == NULL)
        return api_explain_pointer("MPI_Get_count", NULL, status == NULL ? "status" : "count");
    uint64_t bytes = api_status_bytes(status);
    uint64_t elements = bytes / type->extent;
    *count = elements * type->extent != bytes || elements > INT_MAX ? MPI_UNDEFINED : (int)elements;
    return MPI_SUCCESS;
}
API_WEAK(Get_count)
