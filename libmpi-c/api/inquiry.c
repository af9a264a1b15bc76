// Inquiries about the environment: processor name, versions.
#include <string.h>

#include "api/api.h"
#include "channel_kind.h"
#include "hal/sim.h"

static int inquiry_give_string(const char *function, const char *text, char *string, int *length)
{
    if (string == NULL)
        return api_explain_pointer(function, NULL, "string");
    if (length == NULL)
        return api_explain_pointer(function, NULL, "resultlen");
    strcpy(string, text);
    *length = strlen(text);
    return MPI_SUCCESS;
}

int PMPI_Get_processor_name(char *name, int *resultlen)
{
    char text[] = "node\0\0\0\0\0\0\0\0\0\0";
    char *end = text + strlen("node");
    unsigned node = sim_node(), scale = 1;
    while (node / scale >= 10)
        scale *= 10;
    for (; scale > 0; scale /= 10)
        *end++ = '0' + node / scale % 10;
    return inquiry_give_string("MPI_Get_processor_name", text, name, resultlen);
}
API_WEAK(Get_processor_name)

int PMPI_Get_library_version(char *version, int *resultlen)
{
    return inquiry_give_string("MPI_Get_library_version", "Rankine MPI (channel " CHAN_NAME ")", version,
                               resultlen);
}
API_WEAK(Get_library_version)

int PMPI_Get_version(int *version, int *subversion)
{
    if (version == NULL || subversion == NULL)
        return api_explain_pointer("MPI_Get_version", NULL, version == NULL ? "version" : "subversion");
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}
API_WEAK(Get_version)
