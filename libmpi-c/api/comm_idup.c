// Duplicates of communicators that are made while the program goes on (MPI 5.0 §7.4.2).
#include "api/agreement.h"
#include "api/context.h"
#include "api/dup.h"
#include "api/info.h"
#include "api/request.h"
#include "p2p/fiber.h"

// A duplicate that has no contexts yet.
struct api_idup {
    struct api_composite *request;
    struct api_agreement agreement;
    const struct p2p_comm *parent;
    struct p2p_comm *comm;
    MPI_Comm *handle;
    bool made;
};

static void api_idup_body(void *argument)
{
    struct api_idup *idup = argument;
    struct p2p_comm *local = idup->comm->details->local;
    int contexts[2];
    idup->made = api_contexts_take(&idup->agreement, contexts, local != NULL ? 2 : 1);
    if (idup->made) {
        p2p_set_context(idup->comm, contexts[0]);
        if (local != NULL)
            p2p_set_context(local, contexts[1]);
    }
    if (!idup->made)
        *idup->handle = MPI_COMM_NULL;
    idup->request->p2p.done = true;
}

static int api_idup_finish(struct api_composite *request, const char *function, MPI_Status *status)
{
    const struct api_idup *idup = request->data;
    api_set_empty_status(status);
    if (idup->made)
        return MPI_SUCCESS;
    return function != NULL ? api_explain_contexts(function, idup->parent) : MPI_ERR_OTHER;
}

static void api_idup_free(struct api_composite *request)
{
    const struct api_idup *idup = request->data;
    if (!idup->made)
        api_comm_release(idup->comm);
    api_comm_release(idup->parent);
}

static const struct api_composite_kind api_idup_kind = {.finish = api_idup_finish, .free = api_idup_free};

static int api_idup(const char *function, const struct p2p_comm *parent, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    static const int none[] = {API_NO_CONTEXT, API_NO_CONTEXT};
    const struct api_comm *details = api_comm_details(parent);
    p2p_object_retain(details->group);
    if (details->remote != NULL)
        p2p_object_retain(details->remote);
    struct p2p_comm *comm = api_comm_new(details->group, details->remote, none, parent);
    int error = api_dup_details(function, parent, info, comm);
    if (error != MPI_SUCCESS) {
        api_comm_release(comm);
        *newcomm = MPI_COMM_NULL;
        return error;
    }
    struct api_composite *composite = api_composite_new(&api_idup_kind, sizeof(struct api_idup));
    struct api_idup *idup = composite->data;
    *idup = (struct api_idup){.request = composite, .parent = parent, .comm = comm, .handle = newcomm};
    api_agreement_of_comm(&idup->agreement, parent);
    api_comm_retain(parent);
    *newcomm = api_comm_handle(comm);
    *request = api_request_handle(&composite->p2p);
    p2p_fiber_start(api_idup_body, idup);
    return MPI_SUCCESS;
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    api_enter("MPI_Comm_idup");
    int error = api_check_dup("MPI_Comm_idup", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = api_comm(comm);
    if (request == NULL)
        return api_explain_pointer("MPI_Comm_idup", known, "request");
    return api_idup("MPI_Comm_idup", known, MPI_INFO_NULL, newcomm, request);
}
API_WEAK(Comm_idup)

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    api_enter("MPI_Comm_idup_with_info");
    int error = api_check_dup("MPI_Comm_idup_with_info", comm, newcomm);
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *known = api_comm(comm);
    if (request == NULL)
        return api_explain_pointer("MPI_Comm_idup_with_info", known, "request");
    if (!api_is_hints(info))
        return api_explain_info("MPI_Comm_idup_with_info", known, info);
    return api_idup("MPI_Comm_idup_with_info", known, info, newcomm, request);
}
API_WEAK(Comm_idup_with_info)
