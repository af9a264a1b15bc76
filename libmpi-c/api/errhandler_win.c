// Error handlers of windows (MPI 5.0 §9.3.2).
#include "api/win.h"

static int api_win_handled(const char *function, MPI_Win win, struct api_handled_object *object)
{
    api_enter(function);
    MPI_Errhandler *errhandler = api_win_errhandler(win);
    if (errhandler == NULL)
        return api_explain_win(function, win);
    *object = (struct api_handled_object){API_HANDLED_WIN, errhandler, win};
    return MPI_SUCCESS;
}

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler)
{
    return api_errhandler_create("MPI_Win_create_errhandler", API_HANDLED_WIN, (api_errhandler_function *)win_errhandler_fn,
                                 errhandler);
}
API_WEAK(Win_create_errhandler)

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    struct api_handled_object object;
    int error = api_win_handled("MPI_Win_set_errhandler", win, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_set("MPI_Win_set_errhandler", &object, errhandler);
}
API_WEAK(Win_set_errhandler)

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    struct api_handled_object object;
    int error = api_win_handled("MPI_Win_get_errhandler", win, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_get("MPI_Win_get_errhandler", &object, errhandler);
}
API_WEAK(Win_get_errhandler)

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    struct api_handled_object object;
    int error = api_win_handled("MPI_Win_call_errhandler", win, &object);
    return error != MPI_SUCCESS ? error : api_errhandler_raise("MPI_Win_call_errhandler", &object, errorcode);
}
API_WEAK(Win_call_errhandler)
