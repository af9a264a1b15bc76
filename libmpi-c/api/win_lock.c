// MPI_Win_lock, MPI_Win_unlock, MPI_Win_lock_all, MPI_Win_unlock_all (MPI 5.0 §12.5.3).
#include "rma/rma.h"

int rma_check_begin(const char *function, const struct win *win)
{
    if (win->epoch == RMA_NONE || (win->epoch == RMA_FENCED && !win->accessed))
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RMA_SYNC, "%s: the epoch before has not been ended", function);
}

static int rma_check_lock(const struct win *win, int lock_type, int rank, int assert)
{
    if (lock_type != MPI_LOCK_SHARED && lock_type != MPI_LOCK_EXCLUSIVE)
        return win_error(win, MPI_ERR_LOCKTYPE, "MPI_Win_lock: invalid lock_type %d", lock_type);
    if ((assert & ~MPI_MODE_NOCHECK) != 0)
        return win_error(win, MPI_ERR_ASSERT, "MPI_Win_lock: invalid assertion %d", assert);
    int error = rma_check_rank("MPI_Win_lock", win, rank);
    if (error != MPI_SUCCESS || win->epoch != RMA_LOCKED)
        return error != MPI_SUCCESS ? error : rma_check_begin("MPI_Win_lock", win);
    if (rank == MPI_PROC_NULL || win->peers[rank].held == 0)
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RMA_SYNC, "MPI_Win_lock: rank %d is locked already", rank);
}

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    api_enter("MPI_Win_lock");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_lock", win);
    int error = rma_check_lock(known, lock_type, rank, assert);
    if (error != MPI_SUCCESS)
        return error;
    known->epoch = RMA_LOCKED;
    known->locks++;
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if ((assert & MPI_MODE_NOCHECK) != 0)
        known->peers[rank].held = RMA_NO_CHECK;
    else
        rma_acquire(known, rank, lock_type);
    return MPI_SUCCESS;
}
API_WEAK(Win_lock)

int PMPI_Win_unlock(int rank, MPI_Win win)
{
    api_enter("MPI_Win_unlock");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_unlock", win);
    int error = rma_check_rank("MPI_Win_unlock", known, rank);
    if (error != MPI_SUCCESS)
        return error;
    if (known->epoch != RMA_LOCKED || (rank != MPI_PROC_NULL && known->peers[rank].held == 0))
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_unlock: rank %d has not been locked (MPI_Win_lock)", rank);
    if (rank != MPI_PROC_NULL) {
        rma_complete(known, rank);
        rma_release(known, rank);
    }
    if (--known->locks == 0)
        known->epoch = RMA_NONE;
    return rma_outcome("MPI_Win_unlock", known);
}
API_WEAK(Win_unlock)

// The rank's own lock is taken at once, because the program's loads and stores need it. The lock of another rank is taken when
// that is accessed for the first time.
int PMPI_Win_lock_all(int assert, MPI_Win win)
{
    api_enter("MPI_Win_lock_all");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_lock_all", win);
    if ((assert & ~MPI_MODE_NOCHECK) != 0)
        return win_error(known, MPI_ERR_ASSERT, "MPI_Win_lock_all: invalid assertion %d", assert);
    int error = rma_check_begin("MPI_Win_lock_all", known);
    if (error != MPI_SUCCESS)
        return error;
    known->epoch = RMA_LOCKED_ALL;
    for (int rank = 0; rank < known->comm->size && (assert & MPI_MODE_NOCHECK) != 0; rank++)
        known->peers[rank].held = RMA_NO_CHECK;
    if ((assert & MPI_MODE_NOCHECK) == 0)
        rma_acquire(known, known->comm->rank, MPI_LOCK_SHARED);
    return MPI_SUCCESS;
}
API_WEAK(Win_lock_all)

int PMPI_Win_unlock_all(MPI_Win win)
{
    api_enter("MPI_Win_unlock_all");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_unlock_all", win);
    if (known->epoch != RMA_LOCKED_ALL)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_unlock_all: without MPI_Win_lock_all");
    rma_complete_all(known);
    for (int rank = 0; rank < known->comm->size; rank++) {
        if (known->peers[rank].held != 0)
            rma_release(known, rank);
    }
    known->epoch = RMA_NONE;
    return rma_outcome("MPI_Win_unlock_all", known);
}
API_WEAK(Win_unlock_all)
