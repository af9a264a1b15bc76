// Names of datatypes.
#include <string.h>

#include "api/names.h"
#include "api/type.h"

int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    api_enter("MPI_Type_set_name");
    int error = datatype_check("MPI_Type_set_name", datatype, type_name, "type_name");
    if (error != MPI_SUCCESS)
        return error;
    struct datatype_details *details = datatype_details(datatype);
    strncpy(details->name, type_name, MPI_MAX_OBJECT_NAME - 1);
    details->named = true;
    return MPI_SUCCESS;
}
API_WEAK(Type_set_name)

int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
    api_enter("MPI_Type_get_name");
    // MPI_DATATYPE_NULL has a name (MPI 5.0 §7.8), and so have MPI_LB and MPI_UB of MPI-1.
    bool is_type = datatype != MPI_DATATYPE_NULL && !type_is_marker(datatype);
    int error = is_type ? datatype_check("MPI_Type_get_name", datatype, type_name, "type_name") : MPI_SUCCESS;
    if (error != MPI_SUCCESS)
        return error;
    if (type_name == NULL || resultlen == NULL)
        return api_explain_pointer("MPI_Type_get_name", NULL, type_name == NULL ? "type_name" : "resultlen");
    const struct datatype_details *details = is_type ? datatype_details_or_none(datatype) : NULL;
    const char *name = datatype_name(datatype);
    if (details != NULL && details->named)
        name = details->name;
    strcpy(type_name, name != NULL ? name : "");
    *resultlen = strlen(type_name);
    return MPI_SUCCESS;
}
API_WEAK(Type_get_name)
