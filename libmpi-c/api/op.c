// MPI_Op_create, MPI_Op_free, MPI_Op_commutative.
#include "api/op.h"

#include "api/names.h"

static struct p2p_object_pool op_pool = {P2P_OBJECT_OP, sizeof(struct op), NULL};

struct op *op_of(MPI_Op handle)
{
    return p2p_object_of(handle, P2P_OBJECT_OP);
}

bool op_is_predefined(MPI_Op handle)
{
    return op_name(handle) != NULL;
}

void op_release(struct op *op)
{
    if (p2p_object_release(op))
        p2p_object_free(&op_pool, op);
}

static int op_new(const char *function, bool has_function, const struct op *what, MPI_Op *handle)
{
    api_enter(function);
    if (!has_function || handle == NULL)
        return api_explain_pointer(function, NULL, has_function ? "op" : "user_fn");
    struct op *op = p2p_object_new(&op_pool);
    op->function = what->function;
    op->function_c = what->function_c;
    op->commutes = what->commutes;
    *handle = (MPI_Op)op;
    return MPI_SUCCESS;
}

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    struct op what = {.function = user_fn, .commutes = commute};
    return op_new("MPI_Op_create", user_fn != NULL, &what, op);
}
API_WEAK(Op_create)

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    struct op what = {.function_c = user_fn, .commutes = commute};
    return op_new("MPI_Op_create_c", user_fn != NULL, &what, op);
}
API_WEAK(Op_create_c)

static int op_explain(const char *function, MPI_Op op)
{
    if (op == MPI_OP_NULL)
        return api_error(NULL, MPI_ERR_OP, "%s: the operation is MPI_OP_NULL", function);
    return api_error(NULL, MPI_ERR_OP, "%s: invalid operation %p", function, (void *)op);
}

int PMPI_Op_free(MPI_Op *op)
{
    api_enter("MPI_Op_free");
    if (op == NULL)
        return api_explain_pointer("MPI_Op_free", NULL, "op");
    if (op_is_predefined(*op))
        return api_error(NULL, MPI_ERR_OP, "MPI_Op_free: %s is predefined", op_name(*op));
    struct op *own = op_of(*op);
    if (own == NULL)
        return op_explain("MPI_Op_free", *op);
    op_release(own);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Op_free)

int PMPI_Op_commutative(MPI_Op op, int *commute)
{
    api_enter("MPI_Op_commutative");
    if (commute == NULL)
        return api_explain_pointer("MPI_Op_commutative", NULL, "commute");
    const struct op *own = op_of(op);
    if (own == NULL && !op_is_predefined(op))
        return op_explain("MPI_Op_commutative", op);
    *commute = own != NULL ? own->commutes : op != MPI_REPLACE && op != MPI_NO_OP;
    return MPI_SUCCESS;
}
API_WEAK(Op_commutative)
