// Operations of reductions that programs define (MPI 5.0 §6.9.5).
#ifndef API_OP_H
#define API_OP_H

#include "api/api.h"

struct op {
    struct p2p_object object;
    MPI_User_function *function;
    MPI_User_function_c *function_c;  // instead, if it counts in MPI_Count
    bool commutes;
};

// NULL for predefined operations and for what is none.
struct op *op_of(MPI_Op handle);
bool op_is_predefined(MPI_Op handle);

// Reductions under way keep it.
void op_release(struct op *op);

#endif
