// Functions with counts of MPI_Count (MPI 5.0 §2.5.8). Each checks that its counts fit into an int, and
// calls the function with counts of int.
#ifndef API_LARGE_H
#define API_LARGE_H

#include "api/api.h"

// Checks that `number` counts or displacements fit into an int. Returns MPI_SUCCESS, or reports the first one that does not
// fit to `comm` and returns MPI_ERR_COUNT. `comm` is MPI_COMM_NULL if the error belongs to no communicator.
int large_check_for(MPI_Comm comm, const char *function, const MPI_Count counts[], size_t number);

static inline int large_check(const char *function, const MPI_Count counts[], size_t number)
{
    return large_check_for(MPI_COMM_NULL, function, counts, number);
}

// Returns the counts as an array of int, or NULL for NULL. The caller frees it with p2p_free. All counts must fit: see large_check.
int *large_narrow(const MPI_Count counts[], size_t number);

// The same for displacements. If one does not fit, that is reported and `*error` is set, as large_check_for returns it.
int *large_narrow_places(MPI_Comm comm, const char *function, const MPI_Aint places[], size_t number, int *error);

// Defines MPI_X_c from: the communicator for errors, the parameters, the arguments of MPI_X, and the counts.
#define LARGE(name, comm_, parameters, arguments, ...)                                                          \
    int PMPI_##name##_c parameters                                                                          \
    {                                                                                                       \
        const MPI_Count counts_[] = {__VA_ARGS__};                                                          \
        int error_ = large_check_for(comm_, "MPI_" #name "_c", counts_, sizeof counts_ / sizeof *counts_);  \
        return error_ != MPI_SUCCESS ? error_ : PMPI_##name arguments;                                      \
    }                                                                                                       \
    API_WEAK(name##_c)

#endif
