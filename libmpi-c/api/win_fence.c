// MPI_Win_fence and MPI_Win_sync (MPI 5.0 §12.5.1, §12.5.4).
#include "rma/rma.h"
#include "coll/coll.h"

enum { RMA_FENCE_ASSERTIONS = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED };

int PMPI_Win_fence(int assert, MPI_Win win)
{
    api_enter("MPI_Win_fence");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_fence", win);
    if ((assert & ~RMA_FENCE_ASSERTIONS) != 0)
        return win_error(known, MPI_ERR_ASSERT, "MPI_Win_fence: invalid assertion %d", assert);
    if (known->epoch > RMA_FENCED || known->exposed)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_fence: an epoch of another kind has not been ended");
    rma_complete_all(known);
    coll_barrier(known->comm);
    known->epoch = (assert & MPI_MODE_NOSUCCEED) != 0 ? RMA_NONE : RMA_FENCED;
    known->accessed = false;
    return rma_outcome("MPI_Win_fence", known);
}
API_WEAK(Win_fence)

// A window has one copy of its memory, so there is nothing to synchronize; the call only makes progress.
int PMPI_Win_sync(MPI_Win win)
{
    api_enter("MPI_Win_sync");
    if (win_of(win) == NULL)
        return win_explain("MPI_Win_sync", win);
    p2p_progress();
    return MPI_SUCCESS;
}
API_WEAK(Win_sync)
