// MPI_Win_create and the other functions that make windows (MPI 5.0 §12.2.1 to §12.2.4).
#include "rma/rma.h"

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    api_enter("MPI_Win_create");
    const struct win_description description = {"MPI_Win_create", base, size, disp_unit, MPI_WIN_FLAVOR_CREATE,
                                                info,             comm, false};
    return win_make(&description, win);
}
API_WEAK(Win_create)

static int win_allocate(struct win_description *description, void *baseptr, MPI_Win *win)
{
    if (baseptr == NULL)
        return api_explain_pointer(description->function, comm_of(description->comm), "baseptr");
    description->allocate = true;
    int error = win_make(description, win);
    if (error == MPI_SUCCESS)
        *(void **)baseptr = win_of(*win)->base;
    return error;
}

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    api_enter("MPI_Win_allocate");
    struct win_description description = {"MPI_Win_allocate", NULL, size, disp_unit, MPI_WIN_FLAVOR_ALLOCATE,
                                          info,               comm, true};
    return win_allocate(&description, baseptr, win);
}
API_WEAK(Win_allocate)

// Nodes share no memory, so a shared window must have one rank.
int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    api_enter("MPI_Win_allocate_shared");
    struct win_description description = {"MPI_Win_allocate_shared", NULL, size, disp_unit, MPI_WIN_FLAVOR_SHARED,
                                          info,                      comm, true};
    const struct p2p_comm *known = comm_of(comm);
    if (known != NULL && known->size > 1)
        return api_error(known, MPI_ERR_RMA_SHARED,
                         "MPI_Win_allocate_shared: the %d ranks of communicator %s are on nodes that share no memory "
                         "(MPI_Comm_split_type with MPI_COMM_TYPE_SHARED makes one for each)",
                         known->size, known->name);
    return win_allocate(&description, baseptr, win);
}
API_WEAK(Win_allocate_shared)

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    api_enter("MPI_Win_create_dynamic");
    const struct win_description description = {"MPI_Win_create_dynamic", MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC,
                                                info,                     comm,       false};
    return win_make(&description, win);
}
API_WEAK(Win_create_dynamic)

static int win_explain_flavor(const char *function, const struct win *win)
{
    return win_error(win, MPI_ERR_RMA_FLAVOR, "%s: not for a window of flavor %d", function, win->flavor);
}

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    api_enter("MPI_Win_attach");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_attach", win);
    if (known->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        return win_explain_flavor("MPI_Win_attach", known);
    if (size < 0)
        return win_error(known, MPI_ERR_SIZE, "MPI_Win_attach: size is %d, but cannot be negative", (int)size);
    if (!rma_attach(known, (uintptr_t)base, size))
        return win_error(known, MPI_ERR_RMA_ATTACH, "MPI_Win_attach: some of the %zu bytes at %p are attached already",
                         (size_t)size, base);
    return MPI_SUCCESS;
}
API_WEAK(Win_attach)

int PMPI_Win_detach(MPI_Win win, const void *base)
{
    api_enter("MPI_Win_detach");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_detach", win);
    if (known->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        return win_explain_flavor("MPI_Win_detach", known);
    if (!rma_detach(known, (uintptr_t)base))
        return win_error(known, MPI_ERR_RMA_ATTACH, "MPI_Win_detach: nothing is attached at %p", (void *)base);
    return MPI_SUCCESS;
}
API_WEAK(Win_detach)

// If the window is not shared, loads and stores reach a rank's own memory only (MPI 5.0 §12.2.3).
int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)
{
    api_enter("MPI_Win_shared_query");
    struct win *known = win_of(win);
    if (known == NULL)
        return win_explain("MPI_Win_shared_query", win);
    if (known->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return win_explain_flavor("MPI_Win_shared_query", known);
    int error = rma_check_rank("MPI_Win_shared_query", known, rank);
    if (error != MPI_SUCCESS)
        return error;
    if (size == NULL || disp_unit == NULL || baseptr == NULL)
        return win_explain_pointer("MPI_Win_shared_query", known,
                                   size == NULL ? "size" : disp_unit == NULL ? "disp_unit" : "baseptr");
    bool shared = rank == known->comm->rank || known->comm->size == 1;
    *size = shared ? known->size : 0;
    *disp_unit = shared ? known->disp_unit : 0;
    *(void **)baseptr = shared ? known->base : NULL;
    return MPI_SUCCESS;
}
API_WEAK(Win_shared_query)
