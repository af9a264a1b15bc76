// Error handlers of sessions (MPI 5.0 §9.3.4).
#include "api/errhandler.h"
#include "api/session.h"

static int api_session_handled(const char *function, MPI_Session session, struct api_handled_object *object)
{
    struct api_session *known = api_session(session);
    if (known == NULL)
        return api_explain_session(function, session);
    *object = (struct api_handled_object){API_HANDLED_SESSION, &known->errhandler, session};
    return MPI_SUCCESS;
}

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler)
{
    return api_errhandler_create("MPI_Session_create_errhandler", API_HANDLED_SESSION,
                                 (api_errhandler_function *)session_errhandler_fn, errhandler);
}
API_WEAK(Session_create_errhandler)

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    struct api_handled_object object;
    int error = api_session_handled("MPI_Session_set_errhandler", session, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_set("MPI_Session_set_errhandler", &object, errhandler);
}
API_WEAK(Session_set_errhandler)

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    struct api_handled_object object;
    int error = api_session_handled("MPI_Session_get_errhandler", session, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_get("MPI_Session_get_errhandler", &object, errhandler);
}
API_WEAK(Session_get_errhandler)

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    struct api_handled_object object;
    int error = api_session_handled("MPI_Session_call_errhandler", session, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_raise("MPI_Session_call_errhandler", &object, errorcode);
}
API_WEAK(Session_call_errhandler)
