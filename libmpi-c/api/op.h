// Reduction operations that the program defines (MPI 5.0 §6.9.5).
#ifndef API_OP_H
#define API_OP_H

#include "api/api.h"

struct op {
    struct p2p_object object;
    MPI_User_function *function;
    MPI_User_function_c *function_c;  // set in place of `function` if the operation counts in MPI_Count
    bool commutes;
};

// Returns the operation behind a handle, or NULL if it is predefined or no operation.
struct op *op_of(MPI_Op handle);
bool op_is_predefined(MPI_Op handle);

// Drops a reference; the last one frees the operation. Reductions under way have one.
void op_release(struct op *op);

#endif
