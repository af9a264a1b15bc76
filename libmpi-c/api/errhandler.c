// Error handlers as objects (MPI 5.0 §9.3).
#include "api/errhandler.h"

struct api_errhandler {
    struct p2p_object object;
    enum api_handled what;
    api_errhandler_function *call;
};

static struct p2p_object_pool api_errhandlers = {P2P_OBJECT_ERRHANDLER, sizeof(struct api_errhandler), NULL};

static bool api_is_predefined(MPI_Errhandler errhandler)
{
    return errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_ABORT || errhandler == MPI_ERRORS_RETURN;
}

// NULL for the predefined ones and for what is no error handler.
static struct api_errhandler *api_errhandler(MPI_Errhandler errhandler)
{
    return p2p_object_of(errhandler, P2P_OBJECT_ERRHANDLER);
}

bool api_errhandler_is_for(enum api_handled what, MPI_Errhandler errhandler)
{
    const struct api_errhandler *own = api_errhandler(errhandler);
    return own == NULL ? api_is_predefined(errhandler) : own->what == what;
}

void api_errhandler_retain(MPI_Errhandler errhandler)
{
    if (api_errhandler(errhandler) != NULL)
        p2p_object_retain(errhandler);
}

void api_errhandler_release(MPI_Errhandler errhandler)
{
    if (api_errhandler(errhandler) != NULL && p2p_object_release(errhandler))
        p2p_object_free(&api_errhandlers, errhandler);
}

void api_errhandler_call(MPI_Errhandler errhandler, void *handle, int code)
{
    api_errhandler(errhandler)->call(&handle, &code);
}

int api_errhandler_create(const char *function, enum api_handled what, api_errhandler_function *call, MPI_Errhandler *errhandler)
{
    if (call == NULL || errhandler == NULL)
        return api_explain_pointer(function, NULL, call == NULL ? "errhandler_fn" : "errhandler");
    struct api_errhandler *new = p2p_object_new(&api_errhandlers);
    new->what = what;
    new->call = call;
    *errhandler = (MPI_Errhandler)new;
    return MPI_SUCCESS;
}

int api_errhandler_set(const char *function, const struct api_handled_object *object, MPI_Errhandler errhandler)
{
    if (!api_errhandler_is_for(object->what, errhandler))
        return api_error_of(*object->errhandler, object->handle, MPI_ERR_ERRHANDLER,
                            "%s: invalid error handler %p%s", function, (void *)errhandler,
                            errhandler == MPI_ERRHANDLER_NULL ? ", MPI_ERRHANDLER_NULL" : ", or one for other objects");
    api_errhandler_retain(errhandler);
    api_errhandler_release(*object->errhandler);
    *object->errhandler = errhandler;
    return MPI_SUCCESS;
}

int api_errhandler_get(const char *function, const struct api_handled_object *object, MPI_Errhandler *errhandler)
{
    if (errhandler == NULL)
        return api_error_of(*object->errhandler, object->handle, MPI_ERR_ARG, "%s: the argument `errhandler` is a null pointer",
                            function);
    api_errhandler_retain(*object->errhandler);
    *errhandler = *object->errhandler;
    return MPI_SUCCESS;
}

int api_errhandler_raise(const char *function, const struct api_handled_object *object, int code)
{
    api_error_of(*object->errhandler, object->handle, code, "%s: called with error code %d", function, code);
    return MPI_SUCCESS;
}

// Also predefined handlers are freed, for a program may have them from MPI_Comm_get_errhandler (MPI 5.0 §9.3.4).
int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    if (errhandler == NULL)
        return api_explain_pointer("MPI_Errhandler_free", NULL, "errhandler");
    if (api_errhandler(*errhandler) == NULL && !api_is_predefined(*errhandler))
        return api_error(NULL, MPI_ERR_ERRHANDLER, "MPI_Errhandler_free: invalid error handler %p", (void *)*errhandler);
    api_errhandler_release(*errhandler);
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Errhandler_free)
