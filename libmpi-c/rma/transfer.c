// MPI_Put and MPI_Get by request: if no hardware transfers between the two ranks' memories, or for many short pieces.
#include "rma/rma.h"

// Puts and gets that went by request although transfers reach the memory.
uint32_t rma_no_transfer;

void rma_put_by_request(struct rma_operation *operation)
{
    operation->kind = RMA_UPDATE;
    operation->op = (uintptr_t)MPI_REPLACE;
    rma_operate(operation);
}

void rma_get_by_request(struct rma_operation *operation)
{
    operation->kind = RMA_READ;
    rma_cursor_copy(&operation->result, &operation->origin);
    rma_operate(operation);
}
