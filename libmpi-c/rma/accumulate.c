// MPI_Accumulate, MPI_Get_accumulate and their forms with requests (MPI 5.0 §12.3.4, §12.3.5).
#include "rma/rma.h"

static int rma_accumulate(const struct rma_arguments *arguments, MPI_Request *request)
{
    struct rma_operation operation;
    if (arguments->op == MPI_NO_OP || arguments->op == MPI_OP_NULL)
        return rma_refuse_op(arguments);
    int error = rma_check(arguments, &operation);
    if (error != MPI_SUCCESS)
        return error;
    operation.kind = RMA_UPDATE;
    if (request != NULL)
        operation.request = rma_request_new(operation.win, request);
    rma_operate(&operation);
    if (request != NULL)
        rma_request_begun(operation.request);
    rma_operation_end(&operation);
    return MPI_SUCCESS;
}

static int rma_get_accumulate(const struct rma_arguments *arguments, const struct rma_result *result, MPI_Request *request)
{
    struct rma_operation operation;
    int error = rma_check_fetch(arguments, result, &operation);
    if (error != MPI_SUCCESS)
        return error;
    if (request != NULL)
        operation.request = rma_request_new(operation.win, request);
    rma_operate(&operation);
    if (request != NULL)
        rma_request_begun(operation.request);
    rma_operation_end(&operation);
    return MPI_SUCCESS;
}

int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    api_enter("MPI_Accumulate");
    struct rma_arguments arguments = {"MPI_Accumulate", win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank,      target_disp, target_count, target_datatype, op, false};
    return rma_accumulate(&arguments, NULL);
}
API_WEAK(Accumulate)

int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                     MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                     MPI_Request *request)
{
    api_enter("MPI_Raccumulate");
    struct rma_arguments arguments = {"MPI_Raccumulate", win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank,       target_disp, target_count, target_datatype, op, false};
    int error = rma_check_request(&arguments, request);
    return error == MPI_SUCCESS ? rma_accumulate(&arguments, request) : error;
}
API_WEAK(Raccumulate)

int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                        int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    api_enter("MPI_Get_accumulate");
    struct rma_arguments arguments = {"MPI_Get_accumulate", win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank,          target_disp, target_count, target_datatype, op, false};
    struct rma_result result = {result_addr, result_count, result_datatype};
    return rma_get_accumulate(&arguments, &result, NULL);
}
API_WEAK(Get_accumulate)

int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                         int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                         int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    api_enter("MPI_Rget_accumulate");
    struct rma_arguments arguments = {"MPI_Rget_accumulate", win,         origin_addr,  origin_count,    origin_datatype,
                                      target_rank,           target_disp, target_count, target_datatype, op, false};
    struct rma_result result = {result_addr, result_count, result_datatype};
    int error = rma_check_request(&arguments, request);
    return error == MPI_SUCCESS ? rma_get_accumulate(&arguments, &result, request) : error;
}
API_WEAK(Rget_accumulate)
