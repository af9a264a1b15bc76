// Error handlers of communicators (MPI 5.0 §9.3.1), and the functions' names in MPI-1.
#include "api/communicator.h"
#include "api/errhandler.h"

static int errhandler_comm_holder(const char *function, MPI_Comm comm, struct errhandler_holder *object)
{
    api_enter(function);
    struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    *object = (struct errhandler_holder){ERRHANDLER_OF_COMM, &known->errhandler, comm};
    return MPI_SUCCESS;
}

static int errhandler_comm_set(const char *function, MPI_Comm comm, MPI_Errhandler errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_comm_holder(function, comm, &object);
    return error != MPI_SUCCESS ? error : errhandler_set(function, &object, errhandler);
}

static int errhandler_comm_get(const char *function, MPI_Comm comm, MPI_Errhandler *errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_comm_holder(function, comm, &object);
    return error != MPI_SUCCESS ? error : errhandler_get(function, &object, errhandler);
}

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
    return errhandler_create("MPI_Comm_create_errhandler", ERRHANDLER_OF_COMM, (errhandler_function *)comm_errhandler_fn,
                             errhandler);
}
API_WEAK(Comm_create_errhandler)

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return errhandler_comm_set("MPI_Comm_set_errhandler", comm, errhandler);
}
API_WEAK(Comm_set_errhandler)

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return errhandler_comm_get("MPI_Comm_get_errhandler", comm, errhandler);
}
API_WEAK(Comm_get_errhandler)

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    struct errhandler_holder object;
    int error = errhandler_comm_holder("MPI_Comm_call_errhandler", comm, &object);
    return error != MPI_SUCCESS ? error : errhandler_raise("MPI_Comm_call_errhandler", &object, errorcode);
}
API_WEAK(Comm_call_errhandler)

int PMPI_Errhandler_create(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
    return errhandler_create("MPI_Errhandler_create", ERRHANDLER_OF_COMM, (errhandler_function *)comm_errhandler_fn, errhandler);
}
API_WEAK(Errhandler_create)

int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return errhandler_comm_set("MPI_Errhandler_set", comm, errhandler);
}
API_WEAK(Errhandler_set)

int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return errhandler_comm_get("MPI_Errhandler_get", comm, errhandler);
}
API_WEAK(Errhandler_get)
