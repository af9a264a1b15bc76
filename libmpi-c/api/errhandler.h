// Error handlers: the predefined ones, and functions of the program as objects (MPI 5.0 §9.3).
#ifndef API_ERRHANDLER_H
#define API_ERRHANDLER_H

#include "api/api.h"

// What the handler of an object is for.
enum api_handled { API_HANDLED_COMM, API_HANDLED_WIN, API_HANDLED_FILE, API_HANDLED_SESSION };

// An object has a reference to its handler, also one that it takes over from another object.
void api_errhandler_retain(MPI_Errhandler errhandler);
void api_errhandler_release(MPI_Errhandler errhandler);

// May an object of this kind have it?
bool api_errhandler_is_for(enum api_handled what, MPI_Errhandler errhandler);

// Calls the function of one that is not predefined with the object's `handle` and the code.
void api_errhandler_call(MPI_Errhandler errhandler, void *handle, int code) __attribute__((cold));

// Like api_error, of an object with such a handler: a window, a session, a file.
int api_error_of(MPI_Errhandler errhandler, void *handle, int class, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));

// An object whose handler a function is about. `errhandler` is where the object keeps it.
struct api_handled_object {
    enum api_handled what;
    MPI_Errhandler *errhandler;
    void *handle;
};

// MPI_X_create_errhandler, MPI_X_set_errhandler, MPI_X_get_errhandler and MPI_X_call_errhandler for each kind of object.
typedef void api_errhandler_function(void *handle, int *code, ...);

int api_errhandler_create(const char *function, enum api_handled what, api_errhandler_function *call, MPI_Errhandler *errhandler);
int api_errhandler_set(const char *function, const struct api_handled_object *object, MPI_Errhandler errhandler);
int api_errhandler_get(const char *function, const struct api_handled_object *object, MPI_Errhandler *errhandler);
int api_errhandler_raise(const char *function, const struct api_handled_object *object, int code);

// Where a window keeps its handler; NULL when it is none. The owner of windows has it.
MPI_Errhandler *api_win_errhandler(MPI_Win win);

#endif
