// MPI_Abort.
#include "api/api.h"

// Ends the run with the code as its exit status. Works before MPI_Init and after MPI_Finalize, and with an invalid communicator.
int PMPI_Abort(MPI_Comm comm, int errorcode)
{
    const struct p2p_comm *known = comm_of(comm);
    api_end(errorcode & INT32_MAX, "MPI_Abort(%s, %d)",
            known == NULL ? "invalid communicator" : known->name[0] != '\0' ? known->name : "communicator",
            errorcode);
}
API_WEAK(Abort)
