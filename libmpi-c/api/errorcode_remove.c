// Removing error classes, codes and texts that the program has added (MPI 5.0 §9.5).
#include "api/errorcode.h"

// Numbers at the end of the series can be given again; MPI_LASTUSEDCODE falls with them.
static void errorcode_remove(struct errorcode_added *added)
{
    p2p_free(added->text);
    *added = (struct errorcode_added){.class = MPI_ERR_UNKNOWN, .removed = true};
    while (errorcode_last_used >= ERRORCODE_FIRST_ADDED && errorcode_added[errorcode_last_used - ERRORCODE_FIRST_ADDED].removed)
        errorcode_last_used--;
}

int PMPI_Remove_error_class(int errorclass)
{
    struct errorcode_added *added = errorcode_find(errorclass);
    if (added == NULL || added->removed || added->class != errorclass)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Remove_error_class: the error class %d was not added by the program", errorclass);
    for (int code = ERRORCODE_FIRST_ADDED; code <= errorcode_last_used; code++)
        if (code != errorclass && errorcode_added[code - ERRORCODE_FIRST_ADDED].class == errorclass)
            return api_error(NULL, MPI_ERR_OTHER, "MPI_Remove_error_class: the error code %d is still in class %d", code, errorclass);
    errorcode_remove(added);
    return MPI_SUCCESS;
}
API_WEAK(Remove_error_class)

int PMPI_Remove_error_code(int errorcode)
{
    struct errorcode_added *added = errorcode_find(errorcode);
    if (added == NULL || added->removed || added->class == errorcode)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Remove_error_code: the error code %d was not added by the program", errorcode);
    errorcode_remove(added);
    return MPI_SUCCESS;
}
API_WEAK(Remove_error_code)

int PMPI_Remove_error_string(int errorcode)
{
    struct errorcode_added *added = errorcode_find(errorcode);
    if (added == NULL || added->text == NULL)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Remove_error_string: the program has set no text for the error code %d", errorcode);
    p2p_free(added->text);
    added->text = NULL;
    return MPI_SUCCESS;
}
API_WEAK(Remove_error_string)
