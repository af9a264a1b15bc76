// Addresses as numbers (MPI 5.0 §5.1.5).
#include "api/api.h"

static int datatype_address(const char *function, const void *location, MPI_Aint *address)
{
    api_enter(function);
    if (address == NULL)
        return api_explain_pointer(function, NULL, "address");
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    return datatype_address("MPI_Get_address", location, address);
}
API_WEAK(Get_address)

int PMPI_Address(void *location, MPI_Aint *address)
{
    return datatype_address("MPI_Address", location, address);
}
API_WEAK(Address)

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)disp);
}
API_WEAK(Aint_add)

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return (MPI_Aint)((uintptr_t)addr1 - (uintptr_t)addr2);
}
API_WEAK(Aint_diff)
