// MPI_Fetch_and_op and MPI_Compare_and_swap (MPI 5.0 §12.3.4): one element of a predefined type.
#include <string.h>

#include "rma/rma.h"

static int rma_check_predefined(const struct rma_arguments *a)
{
    const struct win *win = win_of(a->win);
    if (win == NULL || a->target_type == MPI_DATATYPE_NULL || !type_is_valid(a->target_type) || p2p_is_within(a->target_type))
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_TYPE, "%s: datatype %p is not predefined", a->function, (void *)a->target_type);
}

int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    api_enter("MPI_Fetch_and_op");
    struct rma_arguments arguments = {"MPI_Fetch_and_op", win, origin_addr, 1, datatype, target_rank, target_disp, 1, datatype, op,
                                      false};
    struct rma_result result = {result_addr, 1, datatype};
    struct rma_operation operation;
    int error = rma_check_predefined(&arguments);
    if (error == MPI_SUCCESS)
        error = rma_check_fetch(&arguments, &result, &operation);
    if (error != MPI_SUCCESS)
        return error;
    rma_operate(&operation);
    rma_operation_end(&operation);
    return MPI_SUCCESS;
}
API_WEAK(Fetch_and_op)

// Integers, logicals and bytes (MPI 5.0 §12.3.4).
static bool rma_may_compare(MPI_Datatype type)
{
    enum p2p_class class = p2p_datatype(type)->class;
    return class == P2P_BYTE || (class >= P2P_I8 && class <= P2P_LOGICAL64);
}

static void rma_compare(struct rma_operation *operation, const void *compare)
{
    struct rma_message *message = rma_message_new(operation->win, operation->target, RMA_COMPARE);
    struct rma_record *record = (struct rma_record *)message->wire.body;
    unsigned char *data = (unsigned char *)(record + 1);
    size_t bytes = operation->left, room = rma_aligned(bytes);
    *record = (struct rma_record){rma_cursor_at(&operation->remote), bytes, 1};
    rma_cursor_read(&operation->origin, data, bytes);
    memcpy(data + room, compare, bytes);
    message->wire.head.bytes = sizeof *record + 2 * room;
    message->result_bytes = bytes;
    rma_cursor_copy(&message->result, &operation->result);
    rma_message_deliver(message);
}

int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                          int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    api_enter("MPI_Compare_and_swap");
    struct rma_arguments arguments = {"MPI_Compare_and_swap", win, origin_addr, 1,        datatype,
                                      target_rank,            target_disp, 1,   datatype, MPI_REPLACE, false};
    struct rma_result result = {result_addr, 1, datatype};
    struct rma_operation operation;
    const struct win *known = win_of(win);
    if (known != NULL && type_is_valid(datatype) && !rma_may_compare(datatype))
        return win_error(known, MPI_ERR_TYPE, "MPI_Compare_and_swap: datatype %p is no integer, logical or byte",
                         (void *)datatype);
    if (known != NULL && compare_addr == NULL)
        return win_explain_pointer("MPI_Compare_and_swap", known, "compare_addr");
    int error = rma_check_fetch(&arguments, &result, &operation);
    if (error != MPI_SUCCESS)
        return error;
    if (operation.left != 0)
        rma_compare(&operation, compare_addr);
    rma_operation_end(&operation);
    return MPI_SUCCESS;
}
API_WEAK(Compare_and_swap)
