// Names of communicators (MPI 5.0 §7.8).
#include <string.h>

#include "api/communicator.h"

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    api_enter("MPI_Comm_set_name");
    struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_set_name", comm);
    if (comm_name == NULL)
        return api_explain_pointer("MPI_Comm_set_name", known, "comm_name");
    struct comm_details *details = comm_details(known);
    size_t length = 0;
    for (; length < sizeof details->name - 1 && comm_name[length] != '\0'; length++)
        details->name[length] = comm_name[length];
    details->name[length] = '\0';
    known->name = details->name;
    return MPI_SUCCESS;
}
API_WEAK(Comm_set_name)

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    api_enter("MPI_Comm_get_name");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL && comm != MPI_COMM_NULL)
        return api_explain_comm("MPI_Comm_get_name", comm);
    if (comm_name == NULL || resultlen == NULL)
        return api_explain_pointer("MPI_Comm_get_name", known, comm_name == NULL ? "comm_name" : "resultlen");
    strcpy(comm_name, known != NULL ? known->name : "MPI_COMM_NULL");
    *resultlen = strlen(comm_name);
    return MPI_SUCCESS;
}
API_WEAK(Comm_get_name)
