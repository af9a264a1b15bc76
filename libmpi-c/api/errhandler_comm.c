// Error handlers of communicators (MPI 5.0 §9.3.1), also by their names of MPI-1.
#include "api/communicator.h"
#include "api/errhandler.h"

static int api_comm_handled(const char *function, MPI_Comm comm, struct api_handled_object *object)
{
    api_enter(function);
    struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    *object = (struct api_handled_object){API_HANDLED_COMM, &known->errhandler, comm};
    return MPI_SUCCESS;
}

static int api_comm_set_errhandler(const char *function, MPI_Comm comm, MPI_Errhandler errhandler)
{
    struct api_handled_object object;
    int error = api_comm_handled(function, comm, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_set(function, &object, errhandler);
}

static int api_comm_get_errhandler(const char *function, MPI_Comm comm, MPI_Errhandler *errhandler)
{
    struct api_handled_object object;
    int error = api_comm_handled(function, comm, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_get(function, &object, errhandler);
}

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
    return api_errhandler_create("MPI_Comm_create_errhandler", API_HANDLED_COMM, (api_errhandler_function *)comm_errhandler_fn,
                                 errhandler);
}
API_WEAK(Comm_create_errhandler)

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return api_comm_set_errhandler("MPI_Comm_set_errhandler", comm, errhandler);
}
API_WEAK(Comm_set_errhandler)

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return api_comm_get_errhandler("MPI_Comm_get_errhandler", comm, errhandler);
}
API_WEAK(Comm_get_errhandler)

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    struct api_handled_object object;
    int error = api_comm_handled("MPI_Comm_call_errhandler", comm, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_raise("MPI_Comm_call_errhandler", &object, errorcode);
}
API_WEAK(Comm_call_errhandler)

int PMPI_Errhandler_create(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
    return api_errhandler_create("MPI_Errhandler_create", API_HANDLED_COMM, (api_errhandler_function *)comm_errhandler_fn,
                                 errhandler);
}
API_WEAK(Errhandler_create)

int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return api_comm_set_errhandler("MPI_Errhandler_set", comm, errhandler);
}
API_WEAK(Errhandler_set)

int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return api_comm_get_errhandler("MPI_Errhandler_get", comm, errhandler);
}
API_WEAK(Errhandler_get)
