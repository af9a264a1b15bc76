// Published names (MPI 5.0 §11.9.4). All processes of the run share them. Info objects are ignored.
#include <string.h>

#include "dynamic/dynamic.h"
#include "hal/process.h"

// Checks the arguments of a function about a name. Returns MPI_SUCCESS, or reports the first wrong one and returns its class.
static int publish_check(const char *function, const char *service, const char *port)
{
    api_enter(function);
    if (service == NULL || port == NULL)
        return api_explain_pointer(function, NULL, service == NULL ? "service_name" : "port_name");
    if (strlen(service) >= MPI_MAX_PORT_NAME)
        return api_error(NULL, MPI_ERR_SERVICE, "%s: the name of the service has more than %d bytes", function, MPI_MAX_PORT_NAME - 1);
    return MPI_SUCCESS;
}

int PMPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    (void)info;
    int error = publish_check("MPI_Publish_name", service_name, port_name);
    if (error == MPI_SUCCESS && process_publish(service_name, port_name) == PROCESS_EXISTS)
        error = api_error(NULL, MPI_ERR_SERVICE, "MPI_Publish_name: %s is published already", service_name);
    return error;
}
API_WEAK(Publish_name)

int PMPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    (void)info;
    int error = publish_check("MPI_Unpublish_name", service_name, port_name);
    if (error == MPI_SUCCESS && process_unpublish(service_name) != 0)
        error = api_error(NULL, MPI_ERR_SERVICE, "MPI_Unpublish_name: %s is not published", service_name);
    return error;
}
API_WEAK(Unpublish_name)

int PMPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)
{
    (void)info;
    int error = publish_check("MPI_Lookup_name", service_name, port_name);
    if (error == MPI_SUCCESS && process_lookup(service_name, port_name, MPI_MAX_PORT_NAME) != 0)
        error = api_error(NULL, MPI_ERR_NAME, "MPI_Lookup_name: %s is not published", service_name);
    return error;
}
API_WEAK(Lookup_name)
