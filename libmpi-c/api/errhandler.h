// Error handlers: the predefined ones, and functions of the program as objects (MPI 5.0 §9.3).
#ifndef API_ERRHANDLER_H
#define API_ERRHANDLER_H

#include "api/api.h"

// What the handler of an object is for.
enum errhandler_owner { ERRHANDLER_OF_COMM, ERRHANDLER_OF_WIN, ERRHANDLER_OF_FILE, ERRHANDLER_OF_SESSION };

// An object has a reference to its handler, also one that it takes over from another object.
void errhandler_retain(MPI_Errhandler errhandler);
void errhandler_release(MPI_Errhandler errhandler);

// May an object of this kind have it?
bool errhandler_is_for(enum errhandler_owner what, MPI_Errhandler errhandler);

// Calls the function of one that is not predefined with the object's `handle` and the code.
void errhandler_call(MPI_Errhandler errhandler, void *handle, int code) __attribute__((cold));

// Like api_error, of an object with such a handler: a window, a session, a file.
int api_error_of(MPI_Errhandler errhandler, void *handle, int class, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));

// An object whose handler a function is about. `errhandler` is where the object keeps it.
struct errhandler_holder {
    enum errhandler_owner what;
    MPI_Errhandler *errhandler;
    void *handle;
};

// MPI_X_create_errhandler, MPI_X_set_errhandler, MPI_X_get_errhandler and MPI_X_call_errhandler for each kind of object.
typedef void errhandler_function(void *handle, int *code, ...);

int errhandler_create(const char *function, enum errhandler_owner what, errhandler_function *call, MPI_Errhandler *errhandler);
int errhandler_set(const char *function, const struct errhandler_holder *object, MPI_Errhandler errhandler);
int errhandler_get(const char *function, const struct errhandler_holder *object, MPI_Errhandler *errhandler);
int errhandler_raise(const char *function, const struct errhandler_holder *object, int code);

// Where a window keeps its handler; NULL when it is none. The owner of windows has it.
MPI_Errhandler *win_errhandler(MPI_Win win);

#endif
