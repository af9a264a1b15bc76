// Non-blocking duplication of communicators (MPI 5.0 §7.4.2).
#include "api/agreement.h"
#include "api/context.h"
#include "api/dup.h"
#include "api/info.h"
#include "api/request.h"
#include "p2p/fiber.h"

// A duplication under way. A fiber takes the contexts of the new communicator, which has none before.
struct comm_idup {
    struct composite *request;
    struct agreement agreement;
    const struct p2p_comm *parent;
    struct p2p_comm *comm;
    MPI_Comm *handle;
    bool made;
};

static void comm_idup_body(void *argument)
{
    struct comm_idup *idup = argument;
    struct p2p_comm *local = idup->comm->details->local;
    int contexts[2];
    idup->made = context_take(&idup->agreement, contexts, local != NULL ? 2 : 1);
    if (idup->made) {
        p2p_set_context(idup->comm, contexts[0]);
        if (local != NULL)
            p2p_set_context(local, contexts[1]);
    }
    if (!idup->made)
        *idup->handle = MPI_COMM_NULL;
    idup->request->p2p.done = true;
}

static int comm_idup_finish(struct composite *request, const char *function, MPI_Status *status)
{
    const struct comm_idup *idup = request->data;
    status_set_empty(status);
    if (idup->made)
        return MPI_SUCCESS;
    return function != NULL ? comm_explain_contexts(function, idup->parent) : MPI_ERR_OTHER;
}

static void comm_idup_free(struct composite *request)
{
    const struct comm_idup *idup = request->data;
    if (!idup->made)
        comm_release(idup->comm);
    comm_release(idup->parent);
}

static const struct composite_kind comm_idup_kind = {.finish = comm_idup_finish, .free = comm_idup_free};

static int comm_idup(const char *function, const struct p2p_comm *parent, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    static const int none[] = {CONTEXT_NONE, CONTEXT_NONE};
    const struct comm_details *details = comm_details(parent);
    p2p_object_retain(details->group);
    if (details->remote != NULL)
        p2p_object_retain(details->remote);
    struct p2p_comm *comm = comm_new(details->group, details->remote, none, parent);
    int error = comm_dup_details(function, parent, info, comm);
    if (error != MPI_SUCCESS) {
        comm_release(comm);
        *newcomm = MPI_COMM_NULL;
        return error;
    }
    struct composite *composite = composite_new(&comm_idup_kind, sizeof(struct comm_idup));
    struct comm_idup *idup = composite->data;
    *idup = (struct comm_idup){.request = composite, .parent = parent, .comm = comm, .handle = newcomm};
    agreement_of_comm(&idup->agreement, parent);
    comm_retain(parent);
    *newcomm = comm_handle(comm);
    *request = request_handle(&composite->p2p);
    p2p_fiber_start(comm_idup_body, idup);
    return MPI_SUCCESS;
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    api_enter("MPI_Comm_idup");
    int error = comm_check_dup("MPI_Comm_idup", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if (request == NULL)
        return api_explain_pointer("MPI_Comm_idup", known, "request");
    return comm_idup("MPI_Comm_idup", known, MPI_INFO_NULL, newcomm, request);
}
API_WEAK(Comm_idup)

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    api_enter("MPI_Comm_idup_with_info");
    int error = comm_check_dup("MPI_Comm_idup_with_info", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if (request == NULL)
        return api_explain_pointer("MPI_Comm_idup_with_info", known, "request");
    if (!info_is_hints(info))
        return info_explain("MPI_Comm_idup_with_info", known, info);
    return comm_idup("MPI_Comm_idup_with_info", known, info, newcomm, request);
}
API_WEAK(Comm_idup_with_info)
