// MPI_Get_hw_resource_info (MPI 5.0 §11.1.4): the hardware on which the calling process runs.
#include "api/info.h"

// A rank has a node of its own, and shares it with nobody.
int PMPI_Get_hw_resource_info(MPI_Info *hw_info)
{
    if (hw_info == NULL)
        return api_explain_pointer("MPI_Get_hw_resource_info", NULL, "hw_info");
    struct info *info = info_new();
    info_put(info, "rankine://node", "true");
    *hw_info = (MPI_Info)info;
    return MPI_SUCCESS;
}
API_WEAK(Get_hw_resource_info)
