// MPI_Win_post, MPI_Win_start, MPI_Win_complete, MPI_Win_wait, MPI_Win_test (MPI 5.0 §12.5.2).
#include "rma/rma.h"

// The rank in the window of a member of a group, or MPI_UNDEFINED.
static int rma_rank_of(const struct win *win, const struct group *group, int member)
{
    for (int rank = 0; rank < win->comm->size; rank++) {
        if (p2p_node(win->comm, rank) == group->nodes[member])
            return rank;
    }
    return MPI_UNDEFINED;
}

static int rma_check_group(const char *function, const struct win *win, MPI_Group handle)
{
    const struct group *group = group_of(handle);
    if (group == NULL)
        return win_error(win, MPI_ERR_GROUP, "%s: invalid group %p", function, (void *)handle);
    for (int member = 0; member < group->size; member++) {
        if (rma_rank_of(win, group, member) == MPI_UNDEFINED)
            return win_error(win, MPI_ERR_GROUP, "%s: rank %d of the group is not in the window", function, member);
    }
    return MPI_SUCCESS;
}

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
    enum { ASSERTIONS = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT };
    api_enter("MPI_Win_post");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_post", win);
    int error = rma_check_group("MPI_Win_post", known, group);
    if (error != MPI_SUCCESS)
        return error;
    if ((assert & ~ASSERTIONS) != 0)
        return win_error(known, MPI_ERR_ASSERT, "MPI_Win_post: invalid assertion %d", assert);
    if (known->exposed)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_post: the exposure before has not been ended (MPI_Win_wait)");
    const struct group *origins = group_of(group);
    known->exposed = true;
    known->expected = origins->size;
    for (int member = 0; member < origins->size; member++)
        rma_notice(known, rma_rank_of(known, origins, member), RMA_POST);
    return MPI_SUCCESS;
}
API_WEAK(Win_post)

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
    api_enter("MPI_Win_start");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_start", win);
    int error = rma_check_group("MPI_Win_start", known, group);
    if (error != MPI_SUCCESS)
        return error;
    if ((assert & ~MPI_MODE_NOCHECK) != 0)
        return win_error(known, MPI_ERR_ASSERT, "MPI_Win_start: invalid assertion %d", assert);
    error = rma_check_begin("MPI_Win_start", known);
    if (error != MPI_SUCCESS)
        return error;
    const struct group *targets = group_of(group);
    known->epoch = RMA_STARTED;
    for (int member = 0; member < targets->size; member++) {
        struct rma_peer *peer = &known->peers[rma_rank_of(known, targets, member)];
        peer->member = true;
        while ((assert & MPI_MODE_NOCHECK) == 0 && peer->posted <= 0)
            p2p_progress();
        peer->posted--;
    }
    return MPI_SUCCESS;
}
API_WEAK(Win_start)

int PMPI_Win_complete(MPI_Win win)
{
    api_enter("MPI_Win_complete");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_complete", win);
    if (known->epoch != RMA_STARTED)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_complete: without MPI_Win_start");
    rma_complete_all(known);
    for (int rank = 0; rank < known->comm->size; rank++) {
        if (known->peers[rank].member)
            rma_notice(known, rank, RMA_COMPLETE);
        known->peers[rank].member = false;
    }
    known->epoch = RMA_NONE;
    return rma_outcome("MPI_Win_complete", known);
}
API_WEAK(Win_complete)

static void rma_end_exposure(struct win *win)
{
    win->completed -= win->expected;
    win->exposed = false;
}

int PMPI_Win_wait(MPI_Win win)
{
    api_enter("MPI_Win_wait");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_wait", win);
    if (!known->exposed)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_wait: without MPI_Win_post");
    while (known->completed < known->expected)
        p2p_progress();
    rma_end_exposure(known);
    return MPI_SUCCESS;
}
API_WEAK(Win_wait)

int PMPI_Win_test(MPI_Win win, int *flag)
{
    api_enter("MPI_Win_test");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_test", win);
    if (flag == NULL)
        return win_explain_pointer("MPI_Win_test", known, "flag");
    if (!known->exposed)
        return win_error(known, MPI_ERR_RMA_SYNC, "MPI_Win_test: without MPI_Win_post");
    p2p_progress();
    *flag = known->completed >= known->expected;
    if (*flag)
        rma_end_exposure(known);
    return MPI_SUCCESS;
}
API_WEAK(Win_test)
