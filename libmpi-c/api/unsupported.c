// Functions that programs may link but that this library does not support: a call reports its name to the error handler and
// fails. When a function is implemented, it is removed here. docs/mpi-support.md is generated from this list.

// mpi.h is not included, because the functions here have no parameters.
int api_unsupported(const char *function);

#define PRAGMA(text) _Pragma(#text)
#define UNSUPPORTED(function)               \
    int PMPI_##function(void);              \
    int PMPI_##function(void)               \
    {                                       \
        return api_unsupported("MPI_" #function); \
    }                                       \
    PRAGMA(weak MPI_##function = PMPI_##function)

// Processes (MPI 5.0, chapter 11). Programs here have no sockets.
UNSUPPORTED(Comm_join)
