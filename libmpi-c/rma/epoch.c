// Checks which ranks may be accessed now (MPI 5.0 §12.5).
#include "rma/rma.h"

int rma_check_rank(const char *function, const struct win *win, int rank)
{
    if (rank == MPI_PROC_NULL || (unsigned)rank < (unsigned)win->comm->size)
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RANK, "%s: invalid rank %d (the window has %d rank%s)", function, rank, win->comm->size,
                     win->comm->size == 1 ? "" : "s");
}

int rma_check_epoch(const char *function, struct win *win, int target)
{
    win->accessed = true;
    if (win->epoch == RMA_FENCED || target == MPI_PROC_NULL)
        return MPI_SUCCESS;
    struct rma_peer *peer = &win->peers[target];
    if (win->epoch == RMA_LOCKED_ALL && peer->held == 0)
        rma_acquire(win, target, MPI_LOCK_SHARED);
    if (peer->held != 0 || (win->epoch == RMA_STARTED && peer->member))
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RMA_SYNC,
                     "%s: no epoch in which rank %d may be accessed (MPI_Win_fence, MPI_Win_start, MPI_Win_lock)", function,
                     target);
}

int rma_check_request(const struct rma_arguments *a, MPI_Request *request)
{
    const struct win *win = win_of(a->win);
    if (win == NULL)
        return win_explain(a->function, a->win);
    if (request == NULL)
        return win_explain_pointer(a->function, win, "request");
    // Requests are allowed in passive target epochs only (MPI 5.0 §12.3.5).
    if (win->epoch == RMA_LOCKED || win->epoch == RMA_LOCKED_ALL)
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RMA_SYNC, "%s: only between MPI_Win_lock or MPI_Win_lock_all and its end", a->function);
}
