// Windows as objects: how they are made and freed (MPI 5.0 §12.2).
#include "api/win.h"

#include <string.h>

#include "api/info.h"
#include "rma/rma.h"
#include "coll/coll.h"

static struct p2p_object_pool win_pool = {P2P_OBJECT_WIN, sizeof(struct win), NULL};
static unsigned win_count;

int win_explain(const char *function, MPI_Win win)
{
    if (win == MPI_WIN_NULL)
        return api_error(NULL, MPI_ERR_WIN, "%s: the window is MPI_WIN_NULL", function);
    return api_error(NULL, MPI_ERR_WIN, "%s: invalid window %p", function, (void *)win);
}

int win_explain_pointer(const char *function, const struct win *win, const char *argument)
{
    return win_error(win, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function, argument);
}

static int win_check(const struct win_description *d, const struct p2p_comm *comm, const MPI_Win *handle)
{
    if (comm == NULL)
        return api_explain_comm(d->function, d->comm);
    if (comm_is_inter(comm))
        return api_error(comm, MPI_ERR_COMM, "%s: communicator %s is an inter-communicator", d->function, comm->name);
    if (handle == NULL)
        return api_explain_pointer(d->function, comm, "win");
    if (d->size < 0)
        return api_error(comm, MPI_ERR_SIZE, "%s: size is %d, but cannot be negative", d->function, (int)d->size);
    if (d->disp_unit <= 0)
        return api_error(comm, MPI_ERR_DISP, "%s: disp_unit is %d, but must be positive", d->function, d->disp_unit);
    if (!info_is_hints(d->info))
        return info_explain(d->function, comm, d->info);
    return MPI_SUCCESS;
}

// A rank's description of its memory, which it sends to all others.
struct win_part {
    uint64_t base, size;
    int32_t disp_unit, none;
};

static void win_exchange(struct win *win)
{
    int ranks = win->comm->size;
    struct win_part own = {(uintptr_t)win->base, win->size, win->disp_unit, 0};
    if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        own.base = (uintptr_t)&win->regions;
    struct win_part *parts = p2p_allocate(ranks * sizeof *parts, "MPI: no memory for a window of this many ranks");
    coll_allgather(win->comm, &own, sizeof own, parts, sizeof own);
    for (int rank = 0; rank < ranks; rank++) {
        win->peers[rank].base = parts[rank].base;
        win->peers[rank].size = parts[rank].size;
        win->peers[rank].disp_unit = parts[rank].disp_unit;
    }
    p2p_free(parts);
}

int win_make(const struct win_description *d, MPI_Win *handle)
{
    const struct p2p_comm *comm = comm_of(d->comm);
    int error = win_check(d, comm, handle);
    void *base = d->base;
    if (error == MPI_SUCCESS && d->allocate)
        error = PMPI_Alloc_mem(d->size, MPI_INFO_NULL, &base);
    if (error != MPI_SUCCESS)
        return error;
    struct p2p_comm *own = comm_duplicate(comm);
    if (own == NULL) {
        if (d->allocate)
            PMPI_Free_mem(base);
        return comm_explain_contexts(d->function, comm);
    }
    struct win *win = p2p_object_new(&win_pool);
    win->comm = own;
    win->errhandler = MPI_ERRORS_ARE_FATAL;  // whatever that of `comm` is (MPI 5.0 §12.6)
    win->info = d->info == MPI_INFO_NULL ? MPI_INFO_NULL : info_copy(d->info);
    win->base = base;
    win->size = d->size;
    win->disp_unit = d->disp_unit;
    win->flavor = d->flavor;
    win->model = MPI_WIN_UNIFIED;
    win->allocated = d->allocate;
    size_t bytes = comm->size * sizeof *win->peers;
    win->peers = memset(p2p_allocate(bytes, "MPI: no memory for a window of this many ranks"), 0, bytes);
    if (win_count++ == 0)
        rma_open();
    rma_agent_start(win);
    win_exchange(win);
    *handle = (MPI_Win)win;
    return MPI_SUCCESS;
}

// Ends a window. After the barrier all answers have arrived and no rank sends further requests.
static void win_end(struct win *win)
{
    rma_complete_all(win);
    coll_barrier(win->comm);
    rma_agent_stop(win);
    if (--win_count == 0)
        rma_close();
    rma_regions_free(win);
    if (win->allocated)
        PMPI_Free_mem(win->base);
    p2p_free(win->peers);
    info_release(win->info);
    errhandler_release(win->errhandler);
    comm_release(win->comm);
    p2p_object_free(&win_pool, win);
}

int PMPI_Win_free(MPI_Win *win)
{
    api_enter("MPI_Win_free");
    if (win == NULL)
        return api_explain_pointer("MPI_Win_free", NULL, "win");
    struct win *known = win_of(*win);
    if (known == NULL)
        return win_explain("MPI_Win_free", *win);
    if (known->epoch > RMA_FENCED || known->exposed)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_free: an epoch has not been ended (%s)",
                         known->exposed                  ? "MPI_Win_wait"
                         : known->epoch == RMA_STARTED   ? "MPI_Win_complete"
                         : known->epoch == RMA_LOCKED    ? "MPI_Win_unlock"
                                                             : "MPI_Win_unlock_all");
    int error = attribute_delete_all(ATTRIBUTE_OF_WIN, *win, &known->attributes);
    if (error != MPI_SUCCESS)
        return win_error(known, error, "MPI_Win_free: the delete function of an attribute returned %d", error);
    win_end(known);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Win_free)
