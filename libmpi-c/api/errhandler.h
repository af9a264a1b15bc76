// Error handlers: the predefined ones, and functions of the program as objects (MPI 5.0 §9.3).
#ifndef API_ERRHANDLER_H
#define API_ERRHANDLER_H

#include "api/api.h"

// The kind of object that has the handler.
enum errhandler_owner { ERRHANDLER_OF_COMM, ERRHANDLER_OF_WIN, ERRHANDLER_OF_FILE, ERRHANDLER_OF_SESSION };

// Add and drop a reference. Each object has one to its handler. Predefined handlers are not counted.
void errhandler_retain(MPI_Errhandler errhandler);
void errhandler_release(MPI_Errhandler errhandler);

// May an object of this kind have the handler? False for a handler made for another kind, and for an invalid handle.
bool errhandler_is_for(enum errhandler_owner what, MPI_Errhandler errhandler);

// Calls the function of a handler that is not predefined, with the object's `handle` and the error code.
void errhandler_call(MPI_Errhandler errhandler, void *handle, int code) __attribute__((cold));

// Reports an error of an object, as api_error does for communicators: to `errhandler`, the handler of the object `handle`, which
// is a window, a session, a file or a communicator. Returns `class` if the handler returns.
int api_error_of(MPI_Errhandler errhandler, void *handle, int class, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));

// An object whose error handler a function reads or sets. `errhandler` points to where the object keeps it.
struct errhandler_holder {
    enum errhandler_owner what;
    MPI_Errhandler *errhandler;
    void *handle;
};

// A function of the program, whatever the kind of object.
typedef void errhandler_function(void *handle, int *code, ...);

// MPI_X_create_errhandler, MPI_X_set_errhandler, MPI_X_get_errhandler and MPI_X_call_errhandler, once for all kinds of objects.
// They check their arguments, report errors in the name of `function`, and return MPI_SUCCESS or the error class.

int errhandler_create(const char *function, enum errhandler_owner what, errhandler_function *call, MPI_Errhandler *errhandler);
int errhandler_set(const char *function, const struct errhandler_holder *object, MPI_Errhandler errhandler);
int errhandler_get(const char *function, const struct errhandler_holder *object, MPI_Errhandler *errhandler);
int errhandler_raise(const char *function, const struct errhandler_holder *object, int code);

// Returns where a window keeps its handler, or NULL if the handle is no window. Defined with the windows (win_inquiry.c).
MPI_Errhandler *win_errhandler(MPI_Win win);

#endif
