// MPI_Put, MPI_Get, MPI_Rput, MPI_Rget (MPI 5.0 §12.3.1, §12.3.2, §12.3.5).
#include "rma/rma.h"

typedef void rma_mover(struct rma_operation *operation);

// `request` is NULL for operations without a request.
static int rma_move(const struct rma_arguments *arguments, rma_mover *move, MPI_Request *request)
{
    struct rma_operation operation;
    int error = rma_check(arguments, &operation);
    if (error != MPI_SUCCESS)
        return error;
    if (request != NULL)
        operation.request = rma_request_new(operation.win, request);
    if (operation.left != 0)
        move(&operation);
    if (request != NULL)
        rma_request_begun(operation.request);
    rma_operation_end(&operation);
    return MPI_SUCCESS;
}

int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    api_enter("MPI_Put");
    struct rma_arguments arguments = {"MPI_Put",   win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank, target_disp, target_count, target_datatype, MPI_OP_NULL, false};
    return rma_move(&arguments, rma_put, NULL);
}
API_WEAK(Put)

int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    api_enter("MPI_Get");
    struct rma_arguments arguments = {"MPI_Get",   win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank, target_disp, target_count, target_datatype, MPI_OP_NULL, true};
    return rma_move(&arguments, rma_get, NULL);
}
API_WEAK(Get)

int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    api_enter("MPI_Rput");
    struct rma_arguments arguments = {"MPI_Rput",  win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank, target_disp, target_count, target_datatype, MPI_OP_NULL, false};
    int error = rma_check_request(&arguments, request);
    return error == MPI_SUCCESS ? rma_move(&arguments, rma_put, request) : error;
}
API_WEAK(Rput)

int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    api_enter("MPI_Rget");
    struct rma_arguments arguments = {"MPI_Rget",  win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank, target_disp, target_count, target_datatype, MPI_OP_NULL, true};
    int error = rma_check_request(&arguments, request);
    return error == MPI_SUCCESS ? rma_move(&arguments, rma_get, request) : error;
}
API_WEAK(Rget)
