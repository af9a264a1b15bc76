// MPI_Get_count and MPI_Get_elements: how many elements a message had (MPI 5.0 §3.2.5, §5.1.11).
#include <limits.h>

#include "api/api.h"
#include "api/type.h"
#include "type/elements.h"

static int status_check_count(const char *function, const MPI_Status *status, MPI_Datatype datatype, const void *count)
{
    api_enter(function);
    if (!type_is_valid(datatype))
        return datatype_explain(function, datatype);
    if (status == NULL || count == NULL)
        return api_explain_pointer(function, NULL, status == NULL ? "status" : "count");
    return MPI_SUCCESS;
}

// With a datatype of size 0 the count is always 0.
int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    int error = status_check_count("MPI_Get_count", status, datatype, count);
    if (error != MPI_SUCCESS)
        return error;
    uint64_t bytes = status_bytes(status), size = type_size(datatype);
    uint64_t elements = size == 0 ? 0 : bytes / size;
    *count = elements * size != bytes || elements > INT_MAX ? MPI_UNDEFINED : (int)elements;
    return MPI_SUCCESS;
}
API_WEAK(Get_count)

static MPI_Count status_elements(const MPI_Status *status, MPI_Datatype datatype)
{
    uint64_t elements = type_elements(datatype, status_bytes(status));
    return elements == UINT64_MAX ? MPI_UNDEFINED : (MPI_Count)elements;
}

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    int error = status_check_count("MPI_Get_elements", status, datatype, count);
    if (error != MPI_SUCCESS)
        return error;
    MPI_Count elements = status_elements(status, datatype);
    *count = elements > INT_MAX ? MPI_UNDEFINED : (int)elements;
    return MPI_SUCCESS;
}
API_WEAK(Get_elements)

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    int error = status_check_count("MPI_Get_elements_x", status, datatype, count);
    if (error == MPI_SUCCESS)
        *count = status_elements(status, datatype);
    return error;
}
API_WEAK(Get_elements_x)

static int status_set_elements(const char *function, MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    int error = status_check_count(function, status, datatype, function);
    if (error != MPI_SUCCESS)
        return error;
    if (count < 0)
        return api_error(NULL, MPI_ERR_COUNT, "%s: negative count %d", function, (int)count);
    api_status_set_bytes(status, type_elements_bytes(datatype, count));
    return MPI_SUCCESS;
}

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
    return status_set_elements("MPI_Status_set_elements", status, datatype, count);
}
API_WEAK(Status_set_elements)

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    return status_set_elements("MPI_Status_set_elements_x", status, datatype, count);
}
API_WEAK(Status_set_elements_x)
