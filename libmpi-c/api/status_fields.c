// Reading and setting the fields of a status by functions (MPI 5.0 §3.2.5, §13.3).
#include "api/request.h"

#define STATUS_FIELD(name, field, argument)                                                                                        \
    int PMPI_Status_get_##name(const MPI_Status *status, int *argument)                                                            \
    {                                                                                                                              \
        if (status == MPI_STATUS_IGNORE || argument == NULL)                                                                       \
            return api_explain_pointer("MPI_Status_get_" #name, NULL, argument == NULL ? #argument : "status");                    \
        *argument = status->field;                                                                                                 \
        return MPI_SUCCESS;                                                                                                        \
    }                                                                                                                              \
    API_WEAK(Status_get_##name)                                                                                                    \
                                                                                                                                   \
    int PMPI_Status_set_##name(MPI_Status *status, int argument)                                                                   \
    {                                                                                                                              \
        if (status == MPI_STATUS_IGNORE)                                                                                           \
            return api_explain_pointer("MPI_Status_set_" #name, NULL, "status");                                                   \
        status->field = argument;                                                                                                  \
        return MPI_SUCCESS;                                                                                                        \
    }                                                                                                                              \
    API_WEAK(Status_set_##name)

STATUS_FIELD(source, MPI_SOURCE, source)
STATUS_FIELD(tag, MPI_TAG, tag)
STATUS_FIELD(error, MPI_ERROR, err)
