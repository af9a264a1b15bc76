// MPI_Comm_get_parent: there are no dynamic processes, because all ranks start with the run (MPI 5.0 §11.8).
#include "api/api.h"

// No rank was started by another one, so there is no parent.
int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    api_enter("MPI_Comm_get_parent");
    if (parent == NULL)
        return api_explain_pointer("MPI_Comm_get_parent", NULL, "parent");
    *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Comm_get_parent)
