// Error handlers as objects (MPI 5.0 §9.3).
#include "api/errhandler.h"

struct errhandler {
    struct p2p_object object;
    enum errhandler_owner what;
    errhandler_function *call;
};

static struct p2p_object_pool errhandler_pool = {P2P_OBJECT_ERRHANDLER, sizeof(struct errhandler), NULL};

static bool errhandler_is_predefined(MPI_Errhandler errhandler)
{
    return errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_ABORT || errhandler == MPI_ERRORS_RETURN;
}

// Returns the handler behind a handle, or NULL if it is predefined or no error handler.
static struct errhandler *errhandler_of(MPI_Errhandler errhandler)
{
    return p2p_object_of(errhandler, P2P_OBJECT_ERRHANDLER);
}

bool errhandler_is_for(enum errhandler_owner what, MPI_Errhandler errhandler)
{
    const struct errhandler *own = errhandler_of(errhandler);
    return own == NULL ? errhandler_is_predefined(errhandler) : own->what == what;
}

void errhandler_retain(MPI_Errhandler errhandler)
{
    if (errhandler_of(errhandler) != NULL)
        p2p_object_retain(errhandler);
}

void errhandler_release(MPI_Errhandler errhandler)
{
    if (errhandler_of(errhandler) != NULL && p2p_object_release(errhandler))
        p2p_object_free(&errhandler_pool, errhandler);
}

void errhandler_call(MPI_Errhandler errhandler, void *handle, int code)
{
    errhandler_of(errhandler)->call(&handle, &code);
}

int errhandler_create(const char *function, enum errhandler_owner what, errhandler_function *call, MPI_Errhandler *errhandler)
{
    if (call == NULL || errhandler == NULL)
        return api_explain_pointer(function, NULL, call == NULL ? "errhandler_fn" : "errhandler");
    struct errhandler *new = p2p_object_new(&errhandler_pool);
    new->what = what;
    new->call = call;
    *errhandler = (MPI_Errhandler)new;
    return MPI_SUCCESS;
}

int errhandler_set(const char *function, const struct errhandler_holder *object, MPI_Errhandler errhandler)
{
    if (!errhandler_is_for(object->what, errhandler))
        return api_error_of(*object->errhandler, object->handle, MPI_ERR_ERRHANDLER,
                            "%s: invalid error handler %p%s", function, (void *)errhandler,
                            errhandler == MPI_ERRHANDLER_NULL ? ", MPI_ERRHANDLER_NULL" : ", or one for other objects");
    errhandler_retain(errhandler);
    errhandler_release(*object->errhandler);
    *object->errhandler = errhandler;
    return MPI_SUCCESS;
}

int errhandler_get(const char *function, const struct errhandler_holder *object, MPI_Errhandler *errhandler)
{
    if (errhandler == NULL)
        return api_error_of(*object->errhandler, object->handle, MPI_ERR_ARG, "%s: the argument `errhandler` is a null pointer",
                            function);
    errhandler_retain(*object->errhandler);
    *errhandler = *object->errhandler;
    return MPI_SUCCESS;
}

int errhandler_raise(const char *function, const struct errhandler_holder *object, int code)
{
    api_error_of(*object->errhandler, object->handle, code, "%s: called with error code %d", function, code);
    return MPI_SUCCESS;
}

// A program may free a predefined handler, too: MPI_Comm_get_errhandler may have returned it (MPI 5.0 §9.3.4).
int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    if (errhandler == NULL)
        return api_explain_pointer("MPI_Errhandler_free", NULL, "errhandler");
    if (errhandler_of(*errhandler) == NULL && !errhandler_is_predefined(*errhandler))
        return api_error(NULL, MPI_ERR_ERRHANDLER, "MPI_Errhandler_free: invalid error handler %p", (void *)*errhandler);
    errhandler_release(*errhandler);
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Errhandler_free)
