// Checks of the arguments of one-sided operations.
#include "api/names.h"
#include "rma/rma.h"
#include "coll/coll.h"

static int rma_check_buffer(const struct rma_arguments *a, const struct win *win, int count, MPI_Datatype type, const char *side)
{
    if (count < 0)
        return win_error(win, MPI_ERR_COUNT, "%s: negative %s_count %d", a->function, side, count);
    if (type == MPI_DATATYPE_NULL)
        return win_error(win, MPI_ERR_TYPE, "%s: %s_datatype is MPI_DATATYPE_NULL", a->function, side);
    if (!type_is_valid(type))
        return win_error(win, MPI_ERR_TYPE, "%s: invalid %s_datatype %p", a->function, side, (void *)type);
    if (!type_is_committed(type))
        return win_error(win, MPI_ERR_TYPE, "%s: %s_datatype %p has not been committed", a->function, side, (void *)type);
    return MPI_SUCCESS;
}

// Checks memory of this rank. A derived type may contain absolute addresses (MPI_BOTTOM).
static int rma_check_origin(const struct rma_arguments *a, const struct win *win, const char *side)
{
    int error = rma_check_buffer(a, win, a->origin_count, a->origin_type, side);
    if (error == MPI_SUCCESS && a->origin == NULL && a->origin_count != 0 && p2p_is_within(a->origin_type))
        error = win_error(win, MPI_ERR_BUFFER, "%s: %s_addr is NULL for %d elements", a->function, side, a->origin_count);
    return error;
}

// Checks both sides of an operation. With MPI_NO_OP, nothing is read here.
static int rma_check_buffers(const struct rma_arguments *a, const struct win *win)
{
    int error = a->op == MPI_NO_OP ? MPI_SUCCESS : rma_check_origin(a, win, "origin");
    return error == MPI_SUCCESS ? rma_check_buffer(a, win, a->target_count, a->target_type, "target") : error;
}

// Checks operation and type of an accumulation, which must have elements of one predefined type. Sets both in `operation`.
static int rma_check_op(const struct rma_arguments *a, struct rma_operation *operation)
{
    const struct win *win = operation->win;
    MPI_Datatype element = type_element(a->target_type);
    const struct p2p_datatype *known = p2p_datatype(element);
    operation->op = (uint8_t)(uintptr_t)a->op;
    operation->class = known->class;
    operation->unit = element == MPI_DATATYPE_NULL ? 1 : known->extent;
    if (a->op == MPI_REPLACE || a->op == MPI_NO_OP)
        return MPI_SUCCESS;
    const char *name = op_name(a->op);
    if (name == NULL)
        return win_error(win, MPI_ERR_OP, "%s: %p is no predefined operation", a->function, (void *)a->op);
    if (element == MPI_DATATYPE_NULL)
        return win_error(win, MPI_ERR_TYPE, "%s: the elements of target_datatype %p are not all of one predefined type",
                         a->function, (void *)a->target_type);
    if (type_element(a->origin_type) == MPI_DATATYPE_NULL)
        return win_error(win, MPI_ERR_TYPE, "%s: the elements of origin_datatype %p are not all of one predefined type",
                         a->function, (void *)a->origin_type);
    if (coll_find_kernel(a->op, known->class) != NULL)
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_OP, "%s: operation %s is not defined for datatype %s", a->function, name,
                     datatype_name(element));
}

static int rma_check_place(const struct rma_arguments *a, const struct win *win)
{
    if (a->disp >= 0 || win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_DISP, "%s: negative target_disp %d", a->function, (int)a->disp);
}

// Determines the target's memory, at this rank or another, and the bytes that are moved. Fewer bytes may be sent than there is room
// for (MPI 5.0 §12.3.1).
static int rma_check_sizes(const struct rma_arguments *a, struct rma_operation *operation)
{
    const struct rma_peer *peer = &operation->win->peers[a->target];
    bool padded = a->op != MPI_OP_NULL;
    // Displacements of dynamic windows are addresses, which may be negative numbers in 32 bits.
    uint64_t address = operation->win->flavor == MPI_WIN_FLAVOR_DYNAMIC
                           ? (uintptr_t)a->disp
                           : peer->base + (int64_t)a->disp * peer->disp_unit;
    operation->left = a->target_count * rma_cursor_open(&operation->remote, address, a->target_type, padded);
    if (a->op == MPI_NO_OP)
        return MPI_SUCCESS;
    size_t bytes = rma_cursor_open(&operation->origin, (uintptr_t)a->origin, a->origin_type, padded);
    bytes *= a->origin_count;
    if (a->gets ? operation->left <= bytes : bytes <= operation->left) {
        operation->left = a->gets ? operation->left : bytes;
        return MPI_SUCCESS;
    }
    return win_error(operation->win, MPI_ERR_TYPE,
                     "%s: the origin's datatype and count are %zu bytes, the target's %zu; what is sent does not fit",
                     a->function, bytes, operation->left);
}

int rma_check(const struct rma_arguments *a, struct rma_operation *operation)
{
    struct win *win = win_of(a->win);
    *operation = (struct rma_operation){.win = win, .target = a->target, .unit = 1};
    if (win == NULL)
        return win_explain(a->function, a->win);
    int error = rma_check_rank(a->function, win, a->target);
    if (error == MPI_SUCCESS)
        error = rma_check_buffers(a, win);
    if (error == MPI_SUCCESS && a->op != MPI_OP_NULL)
        error = rma_check_op(a, operation);
    if (error == MPI_SUCCESS)
        error = rma_check_place(a, win);
    if (error == MPI_SUCCESS)
        error = rma_check_epoch(a->function, win, a->target);
    if (error != MPI_SUCCESS || a->target == MPI_PROC_NULL)
        return error;
    error = rma_check_sizes(a, operation);
    if (error == MPI_SUCCESS && operation->left != 0)
        error = rma_check_memory(a, operation);
    if (error != MPI_SUCCESS)
        rma_operation_end(operation);
    return error;
}

int rma_check_fetch(const struct rma_arguments *a, const struct rma_result *result, struct rma_operation *operation)
{
    const struct rma_arguments back = {.function = a->function, .origin = result->address, .origin_count = result->count,
                                       .origin_type = result->type};
    const struct win *win = win_of(a->win);
    if (a->op == MPI_OP_NULL)
        return rma_refuse_op(a);
    int error = win == NULL ? MPI_SUCCESS : rma_check_origin(&back, win, "result");
    if (error == MPI_SUCCESS)
        error = rma_check(a, operation);
    if (error != MPI_SUCCESS || a->target == MPI_PROC_NULL)
        return error;
    operation->kind = a->op == MPI_NO_OP ? RMA_READ : RMA_FETCH;
    size_t bytes = result->count * rma_cursor_open(&operation->result, (uintptr_t)result->address, result->type, true);
    if (bytes == operation->left)
        return MPI_SUCCESS;
    rma_operation_end(operation);
    return win_error(win, MPI_ERR_TYPE, "%s: the result's datatype and count are %zu bytes, the target's %zu", a->function,
                     bytes, operation->left);
}

int rma_refuse_op(const struct rma_arguments *a)
{
    const struct win *win = win_of(a->win);
    if (win == NULL)
        return win_explain(a->function, a->win);
    if (a->op == MPI_OP_NULL)
        return win_error(win, MPI_ERR_OP, "%s: the operation is MPI_OP_NULL", a->function);
    return win_error(win, MPI_ERR_OP, "%s: MPI_NO_OP is for operations that bring something back", a->function);
}

void rma_operation_end(struct rma_operation *operation)
{
    rma_cursor_close(&operation->origin);
    rma_cursor_close(&operation->remote);
    rma_cursor_close(&operation->result);
}
