// The forms of collective calls: blocking, non-blocking (on a fiber) and persistent.
#include <string.h>

#include "api/collective.h"
#include "api/request.h"
#include "p2p/fiber.h"

int call_now(struct call *call, int error)
{
    if (error != MPI_SUCCESS)
        return error;
    call_perform(call);
    return call_result(call->function, call->comm);
}

// A non-blocking or persistent call, which outlives the MPI function that makes it. It runs on copies of its communicators, which
// keep the number of the call (coll_begin). The copies are made again at each start.
struct call_kept {
    struct call call;
    struct composite *request;
    const struct p2p_comm *comm;           // the original of call.comm
    struct p2p_comm numbered[2], used[2];  // copies of call.comm and call.local: as numbered, and as used now
    MPI_Datatype *types;                   // all datatypes of the call, which are retained
    int type_count;
};

static void call_run(void *argument)
{
    struct call_kept *kept = argument;
    call_perform(&kept->call);
    kept->request->p2p.done = true;
}

static void call_start_kept(struct composite *request)
{
    struct call_kept *kept = request->data;
    request->active = true;
    request->p2p.done = false;
    memcpy(kept->used, kept->numbered, sizeof kept->used);
    p2p_fiber_start(call_run, kept);
}

static int call_finish_kept(struct composite *request, const char *function, MPI_Status *status)
{
    const struct p2p_comm *used = ((struct call_kept *)request->data)->used;
    status_set_empty(status);
    if (used->failure.arrived == 0)
        return MPI_SUCCESS;
    return function != NULL ? call_explain_failure(function, used, &used->failure) : MPI_ERR_TRUNCATE;
}

// Retains the datatypes of `side` and adds them to kept->types.
static void call_keep_types(struct call_kept *kept, struct call_side *side)
{
    if (side->blocks == 0)
        return;
    MPI_Datatype *types = kept->types + kept->type_count;
    int count = side->types != NULL ? side->blocks : 1;
    for (int i = 0; i < count; i++) {
        types[i] = call_side_type(side, i);
        if (side->types == NULL || side->counts[i] != 0)
            type_retain(types[i]);
        else
            types[i] = MPI_BYTE;
    }
    // MPI_Type_free may change the user's array.
    if (side->types != NULL)
        side->types = types;
    kept->type_count += count;
}

static void call_free_kept(struct composite *request)
{
    struct call_kept *kept = request->data;
    for (int i = 0; i < kept->type_count; i++)
        type_release(kept->types[i]);
    p2p_free(kept->types);
    if (op_of(kept->call.op) != NULL)
        op_release(op_of(kept->call.op));
    comm_release(kept->comm);
}

// Takes the call's number. All ranks make their calls in the same order, so it is the same everywhere.
static void call_number(struct call_kept *kept)
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

static struct composite *call_keep(const struct call *call)
{
    static const struct composite_kind kind = {.finish = call_finish_kept, .start = call_start_kept, .free = call_free_kept};
    struct composite *request = composite_new(&kind, sizeof(struct call_kept));
    struct call_kept *kept = request->data;
    kept->call = *call;
    kept->request = request;
    kept->comm = request->p2p.comm = call->comm;
    comm_retain(kept->comm);
    kept->types = p2p_allocate((call->send.blocks + call->receive.blocks + 2) * sizeof *kept->types,
                               "MPI: no memory for another request");
    call_keep_types(kept, &kept->call.send);
    call_keep_types(kept, &kept->call.receive);
    if (op_of(call->op) != NULL)
        p2p_object_retain(op_of(call->op));
    call_number(kept);
    return request;
}

int call_begin(struct call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL)
        return api_explain_pointer(call->function, call->comm, "request");
    struct composite *request = call_keep(call);
    *handle = request_handle(&request->p2p);
    call_start_kept(request);
    return MPI_SUCCESS;
}

int call_prepare(struct call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL)
        return api_explain_pointer(call->function, call->comm, "request");
    struct composite *request = call_keep(call);
    request->persistent = true;
    request->active = false;
    request->p2p.done = true;
    *handle = request_handle(&request->p2p);
    return MPI_SUCCESS;
}
