// The forms of collective calls: blocking; at once, on a fiber; and again and again.
#include <string.h>

#include "api/collective.h"
#include "api/request.h"
#include "p2p/fiber.h"

int api_call_now(struct api_call *call, int error)
{
    if (error != MPI_SUCCESS)
        return error;
    api_call_perform(call);
    return api_collective_result(call->function, call->comm);
}

// A call that outlives its function. It runs on copies of its communicators, whose messages have a number of their own; the
// copies are made anew each time that it starts.
struct api_kept_call {
    struct api_call call;
    struct api_composite *request;
    const struct p2p_comm *comm;           // the user's
    struct p2p_comm numbered[2], used[2];  // of comm and local
    MPI_Datatype *types;                   // of both sides, where each block has its own
    int type_count;
};

static void api_run(void *argument)
{
    struct api_kept_call *kept = argument;
    api_call_perform(&kept->call);
    kept->request->p2p.done = true;
}

static void api_start_kept(struct api_composite *request)
{
    struct api_kept_call *kept = request->data;
    request->active = true;
    request->p2p.done = false;
    memcpy(kept->used, kept->numbered, sizeof kept->used);
    p2p_fiber_start(api_run, kept);
}

static int api_finish_kept(struct api_composite *request, const char *function, MPI_Status *status)
{
    const struct p2p_comm *used = ((struct api_kept_call *)request->data)->used;
    api_set_empty_status(status);
    if (used->failure.arrived == 0)
        return MPI_SUCCESS;
    return function != NULL ? api_explain_failure(function, used, &used->failure) : MPI_ERR_TRUNCATE;
}

// The types that the call uses, those of `side` behind the others.
static void api_keep_types(struct api_kept_call *kept, struct api_side *side)
{
    if (side->blocks == 0)
        return;
    MPI_Datatype *types = kept->types + kept->type_count;
    int count = side->types != NULL ? side->blocks : 1;
    for (int i = 0; i < count; i++) {
        types[i] = api_side_type(side, i);
        if (side->types == NULL || side->counts[i] != 0)
            type_retain(types[i]);
        else
            types[i] = MPI_BYTE;
    }
    // The user's table may be changed by MPI_Type_free.
    if (side->types != NULL)
        side->types = types;
    kept->type_count += count;
}

static void api_free_kept(struct api_composite *request)
{
    struct api_kept_call *kept = request->data;
    for (int i = 0; i < kept->type_count; i++)
        type_release(kept->types[i]);
    p2p_free(kept->types);
    if (api_op(kept->call.op) != NULL)
        api_op_release(api_op(kept->call.op));
    api_comm_release(kept->comm);
}

// Takes a number for the call, on all ranks in the same order.
static void api_number(struct api_kept_call *kept)
{
    const struct p2p_comm **used[] = {&kept->call.comm, &kept->call.local};
    for (int i = 0; i < 2; i++) {
        const struct p2p_comm *original = *used[i];
        if (original == NULL)
            continue;
        kept->numbered[i] = *original;
        kept->numbered[i].failure.arrived = 0;
        coll_begin(original);
        *used[i] = &kept->used[i];
    }
}

static struct api_composite *api_keep(const struct api_call *call)
{
    static const struct api_composite_kind kind = {.finish = api_finish_kept, .start = api_start_kept, .free = api_free_kept};
    struct api_composite *request = api_composite_new(&kind, sizeof(struct api_kept_call));
    struct api_kept_call *kept = request->data;
    kept->call = *call;
    kept->request = request;
    kept->comm = request->p2p.comm = call->comm;
    api_comm_retain(kept->comm);
    kept->types = p2p_allocate((call->send.blocks + call->receive.blocks + 2) * sizeof *kept->types,
                               "MPI: no memory for another request");
    api_keep_types(kept, &kept->call.send);
    api_keep_types(kept, &kept->call.receive);
    if (api_op(call->op) != NULL)
        p2p_object_retain(api_op(call->op));
    api_number(kept);
    return request;
}

int api_call_begin(struct api_call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL)
        return api_explain_pointer(call->function, call->comm, "request");
    struct api_composite *request = api_keep(call);
    *handle = api_request_handle(&request->p2p);
    api_start_kept(request);
    return MPI_SUCCESS;
}

int api_call_prepare(struct api_call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL)
        return api_explain_pointer(call->function, call->comm, "request");
    struct api_composite *request = api_keep(call);
    request->persistent = true;
    request->active = false;
    request->p2p.done = true;
    *handle = api_request_handle(&request->p2p);
    return MPI_SUCCESS;
}
