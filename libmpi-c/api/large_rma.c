// One-sided functions with counts of MPI_Count.
#include "api/large.h"

LARGE(Accumulate, MPI_COMM_NULL,
      (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
      (origin_addr, (int)origin_count, origin_datatype, target_rank, target_disp, (int)target_count, target_datatype, op, win),
      origin_count, target_count)
LARGE(Get_accumulate, MPI_COMM_NULL,
      (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
      MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
      MPI_Op op, MPI_Win win),
      (origin_addr, (int)origin_count, origin_datatype, result_addr, (int)result_count, result_datatype, target_rank, target_disp,
      (int)target_count, target_datatype, op, win), origin_count, result_count, target_count)
LARGE(Get, MPI_COMM_NULL,
      (void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count
      target_count, MPI_Datatype target_datatype, MPI_Win win),
      (origin_addr, (int)origin_count, origin_datatype, target_rank, target_disp, (int)target_count, target_datatype, win),
      origin_count, target_count)
LARGE(Put, MPI_COMM_NULL,
      (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win),
      (origin_addr, (int)origin_count, origin_datatype, target_rank, target_disp, (int)target_count, target_datatype, win),
      origin_count, target_count)
LARGE(Raccumulate, MPI_COMM_NULL,
      (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
      (origin_addr, (int)origin_count, origin_datatype, target_rank, target_disp, (int)target_count, target_datatype, op, win,
      request), origin_count, target_count)
LARGE(Rget_accumulate, MPI_COMM_NULL,
      (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
      MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
      MPI_Op op, MPI_Win win, MPI_Request *request),
      (origin_addr, (int)origin_count, origin_datatype, result_addr, (int)result_count, result_datatype, target_rank, target_disp,
      (int)target_count, target_datatype, op, win, request), origin_count, result_count, target_count)
LARGE(Rget, MPI_COMM_NULL,
      (void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count
      target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
      (origin_addr, (int)origin_count, origin_datatype, target_rank, target_disp, (int)target_count, target_datatype, win, request),
      origin_count, target_count)
LARGE(Rput, MPI_COMM_NULL,
      (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
      (origin_addr, (int)origin_count, origin_datatype, target_rank, target_disp, (int)target_count, target_datatype, win, request),
      origin_count, target_count)
LARGE(Win_allocate, comm,
      (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
      (size, (int)disp_unit, info, comm, baseptr, win), disp_unit)
LARGE(Win_allocate_shared, comm,
      (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
      (size, (int)disp_unit, info, comm, baseptr, win), disp_unit)
LARGE(Win_create, comm,
      (void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
      (base, size, (int)disp_unit, info, comm, win), disp_unit)

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr)
{
    int narrow;
    int error = PMPI_Win_shared_query(win, rank, size, disp_unit == NULL ? NULL : &narrow, baseptr);
    if (error == MPI_SUCCESS)
        *disp_unit = narrow;
    return error;
}
API_WEAK(Win_shared_query_c)
