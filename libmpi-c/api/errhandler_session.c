// Error handlers of sessions (MPI 5.0 §9.3.4).
#include "api/errhandler.h"
#include "api/session.h"

static int errhandler_session_holder(const char *function, MPI_Session session, struct errhandler_holder *object)
{
    struct session *known = session_of(session);
    if (known == NULL)
        return session_explain(function, session);
    *object = (struct errhandler_holder){ERRHANDLER_OF_SESSION, &known->errhandler, session};
    return MPI_SUCCESS;
}

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler)
{
    return errhandler_create("MPI_Session_create_errhandler", ERRHANDLER_OF_SESSION,
                             (errhandler_function *)session_errhandler_fn, errhandler);
}
API_WEAK(Session_create_errhandler)

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_session_holder("MPI_Session_set_errhandler", session, &object);
    return error != MPI_SUCCESS ? error : errhandler_set("MPI_Session_set_errhandler", &object, errhandler);
}
API_WEAK(Session_set_errhandler)

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_session_holder("MPI_Session_get_errhandler", session, &object);
    return error != MPI_SUCCESS ? error : errhandler_get("MPI_Session_get_errhandler", &object, errhandler);
}
API_WEAK(Session_get_errhandler)

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    struct errhandler_holder object;
    int error = errhandler_session_holder("MPI_Session_call_errhandler", session, &object);
    return error != MPI_SUCCESS ? error : errhandler_raise("MPI_Session_call_errhandler", &object, errorcode);
}
API_WEAK(Session_call_errhandler)
