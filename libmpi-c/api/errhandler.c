// The error handler of a communicator: one of the predefined ones (MPI 5.0 §9.3).
#include "api/api.h"

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    api_enter("MPI_Comm_set_errhandler");
    struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_set_errhandler", comm);
    if (errhandler != MPI_ERRORS_ARE_FATAL && errhandler != MPI_ERRORS_ABORT && errhandler != MPI_ERRORS_RETURN)
        return api_error(known, MPI_ERR_ERRHANDLER, "MPI_Comm_set_errhandler: invalid error handler %p",
                         (void *)errhandler);
    known->errhandler = errhandler;
    return MPI_SUCCESS;
}
API_WEAK(Comm_set_errhandler)

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    api_enter("MPI_Comm_get_errhandler");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Comm_get_errhandler", comm);
    if (errhandler == NULL)
        return api_explain_pointer("MPI_Comm_get_errhandler", known, "errhandler");
    *errhandler = known->errhandler;
    return MPI_SUCCESS;
}
API_WEAK(Comm_get_errhandler)
