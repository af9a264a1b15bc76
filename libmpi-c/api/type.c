// MPI_Type_commit, MPI_Type_dup, MPI_Type_free, and the data that the API keeps with a datatype.
#include "api/type.h"

#include <string.h>

int datatype_explain(const char *function, MPI_Datatype datatype)
{
    if (datatype == MPI_DATATYPE_NULL)
        return api_error(NULL, MPI_ERR_TYPE, "%s: the datatype is MPI_DATATYPE_NULL", function);
    if (type_is_marker(datatype))
        return api_error(NULL, MPI_ERR_TYPE, "%s: MPI_LB and MPI_UB are for MPI_Type_struct only", function);
    if (type_is_valid(datatype))
        return api_error(NULL, MPI_ERR_TYPE, "%s: the datatype %p has not been committed", function, (void *)datatype);
    return api_error(NULL, MPI_ERR_TYPE, "%s: invalid datatype %p, or one that has been freed", function, (void *)datatype);
}

int datatype_check(const char *function, MPI_Datatype datatype, const void *result, const char *result_name)
{
    if (!type_is_valid(datatype))
        return datatype_explain(function, datatype);
    if (result == NULL)
        return api_explain_pointer(function, NULL, result_name);
    return MPI_SUCCESS;
}

struct datatype_details *datatype_details_or_none(MPI_Datatype datatype)
{
    return *type_details(datatype);
}

struct datatype_details *datatype_details(MPI_Datatype datatype)
{
    void **details = type_details(datatype);
    if (*details == NULL)
        *details = memset(p2p_allocate(sizeof(struct datatype_details), "MPI: no memory for a datatype's name and attributes"), 0,
                       sizeof(struct datatype_details));
    return *details;
}

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    api_enter("MPI_Type_commit");
    if (datatype == NULL)
        return api_explain_pointer("MPI_Type_commit", NULL, "datatype");
    if (!type_is_valid(*datatype))
        return datatype_explain("MPI_Type_commit", *datatype);
    type_commit(*datatype);
    return MPI_SUCCESS;
}
API_WEAK(Type_commit)

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_dup");
    int error = datatype_check("MPI_Type_dup", oldtype, newtype, "newtype");
    if (error != MPI_SUCCESS)
        return error;
    MPI_Datatype type = type_duplicate(oldtype);
    const struct datatype_details *details = datatype_details_or_none(oldtype);
    if (details != NULL && details->attributes.first != NULL) {
        error = attribute_copy_all(ATTRIBUTE_OF_TYPE, oldtype, &details->attributes, &datatype_details(type)->attributes);
        if (error != MPI_SUCCESS) {
            p2p_free(datatype_details_or_none(type));
            type_handle_free(type);
            *newtype = MPI_DATATYPE_NULL;
            return api_error(NULL, error, "MPI_Type_dup: the copy function of an attribute returned %d", error);
        }
    }
    struct type_contents *contents = type_contents_new(type, MPI_COMBINER_DUP, 0, 0, 1);
    contents->types[0] = oldtype;
    type_contents_keep(contents);
    *newtype = type;
    return MPI_SUCCESS;
}
API_WEAK(Type_dup)

int PMPI_Type_free(MPI_Datatype *datatype)
{
    api_enter("MPI_Type_free");
    if (datatype == NULL)
        return api_explain_pointer("MPI_Type_free", NULL, "datatype");
    MPI_Datatype type = *datatype;
    if (!type_is_valid(type))
        return datatype_explain("MPI_Type_free", type);
    if (type_is_predefined(type))
        return api_error(NULL, MPI_ERR_TYPE, "MPI_Type_free: %p is a predefined datatype, which cannot be freed", (void *)type);
    struct datatype_details *details = datatype_details_or_none(type);
    if (details != NULL && type_handle_is_last(type)) {
        int error = attribute_delete_all(ATTRIBUTE_OF_TYPE, type, &details->attributes);
        if (error != MPI_SUCCESS)
            return api_error(NULL, error, "MPI_Type_free: the delete function of an attribute returned %d", error);
        p2p_free(details);
        *type_details(type) = NULL;
    }
    type_handle_free(type);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Type_free)
