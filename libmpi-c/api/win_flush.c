// MPI_Win_flush and its variants (MPI 5.0 §12.5.4).
#include "rma/rma.h"

// Checks the arguments. For MPI_PROC_NULL there is nothing to wait for.
static int rma_check_flush(const char *function, const struct win *win, int rank)
{
    int error = rma_check_rank(function, win, rank);
    if (error != MPI_SUCCESS)
        return error;
    if (win->epoch == RMA_LOCKED_ALL ||
        (win->epoch == RMA_LOCKED && (rank == MPI_PROC_NULL || win->peers[rank].held != 0)))
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RMA_SYNC, "%s: only between MPI_Win_lock or MPI_Win_lock_all and its end", function);
}

static int rma_flush(const char *function, int rank, MPI_Win win, void (*complete)(struct win *win, int target))
{
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain(function, win);
    int error = rma_check_flush(function, known, rank);
    if (error != MPI_SUCCESS)
        return error;
    if (rank != MPI_PROC_NULL)
        complete(known, rank);
    return rma_outcome(function, known);
}

static int rma_flush_all(const char *function, MPI_Win win, void (*complete)(struct win *win))
{
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain(function, win);
    int error = rma_check_flush(function, known, MPI_PROC_NULL);
    if (error != MPI_SUCCESS)
        return error;
    complete(known);
    return rma_outcome(function, known);
}

int PMPI_Win_flush(int rank, MPI_Win win)
{
    api_enter("MPI_Win_flush");
    return rma_flush("MPI_Win_flush", rank, win, rma_complete);
}
API_WEAK(Win_flush)

int PMPI_Win_flush_local(int rank, MPI_Win win)
{
    api_enter("MPI_Win_flush_local");
    return rma_flush("MPI_Win_flush_local", rank, win, rma_complete_here);
}
API_WEAK(Win_flush_local)

int PMPI_Win_flush_all(MPI_Win win)
{
    api_enter("MPI_Win_flush_all");
    return rma_flush_all("MPI_Win_flush_all", win, rma_complete_all);
}
API_WEAK(Win_flush_all)

int PMPI_Win_flush_local_all(MPI_Win win)
{
    api_enter("MPI_Win_flush_local_all");
    return rma_flush_all("MPI_Win_flush_local_all", win, rma_complete_all_here);
}
API_WEAK(Win_flush_local_all)
