// The memory that an operation may access: within its window, or attached to a dynamic window.
#include "rma/rma.h"

// Checks piece by piece, because a datatype may use memory of several regions.
static bool rma_all_attached(const struct rma_operation *operation)
{
    struct rma_cursor at;
    bool attached = true;
    rma_cursor_copy(&at, &operation->remote);
    for (size_t left = operation->left, bytes; attached && left > 0; left -= bytes) {
        bytes = rma_cursor_room(&at) < left ? rma_cursor_room(&at) : left;
        attached = rma_is_attached_there(operation->win, operation->target, rma_cursor_at(&at), bytes);
        rma_cursor_advance(&at, bytes);
    }
    rma_cursor_close(&at);
    return attached;
}

static bool rma_is_within(const struct rma_arguments *a, const struct rma_peer *peer)
{
    MPI_Aint first, end;
    rma_span(a->target_type, a->target_count, &first, &end);
    int64_t offset = (int64_t)a->disp * peer->disp_unit;
    return offset + first >= 0 && offset + end <= (int64_t)peer->size;
}

int rma_check_memory(const struct rma_arguments *a, const struct rma_operation *operation)
{
    struct win *win = operation->win;
    const struct rma_peer *peer = &win->peers[a->target];
    if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC) {
        if (rma_all_attached(operation))
            return MPI_SUCCESS;
        return win_error(win, MPI_ERR_RMA_RANGE, "%s: rank %d has not attached all of %zu bytes at %p to this window",
                         a->function, a->target, operation->left, (void *)a->disp);
    }
    if (rma_is_within(a, peer))
        return MPI_SUCCESS;
    return win_error(win, MPI_ERR_RMA_RANGE, "%s: %d elements at target_disp %d (%d bytes each) leave the %zu bytes of rank %d",
                     a->function, a->target_count, (int)a->disp, (int)peer->disp_unit, (size_t)peer->size, a->target);
}
