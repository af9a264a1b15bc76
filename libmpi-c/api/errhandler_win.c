// Error handlers of windows (MPI 5.0 §9.3.2).
#include "api/win.h"

static int errhandler_win_holder(const char *function, MPI_Win win, struct errhandler_holder *object)
{
    api_enter(function);
    MPI_Errhandler *errhandler = win_errhandler(win);
    if (errhandler == NULL)
        return win_explain(function, win);
    *object = (struct errhandler_holder){ERRHANDLER_OF_WIN, errhandler, win};
    return MPI_SUCCESS;
}

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler)
{
    return errhandler_create("MPI_Win_create_errhandler", ERRHANDLER_OF_WIN, (errhandler_function *)win_errhandler_fn,
                             errhandler);
}
API_WEAK(Win_create_errhandler)

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_win_holder("MPI_Win_set_errhandler", win, &object);
    return error != MPI_SUCCESS ? error : errhandler_set("MPI_Win_set_errhandler", &object, errhandler);
}
API_WEAK(Win_set_errhandler)

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_win_holder("MPI_Win_get_errhandler", win, &object);
    return error != MPI_SUCCESS ? error : errhandler_get("MPI_Win_get_errhandler", &object, errhandler);
}
API_WEAK(Win_get_errhandler)

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    struct errhandler_holder object;
    int error = errhandler_win_holder("MPI_Win_call_errhandler", win, &object);
    return error != MPI_SUCCESS ? error : errhandler_raise("MPI_Win_call_errhandler", &object, errorcode);
}
API_WEAK(Win_call_errhandler)
