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
struct call_request {
    struct call call;
    struct composite *request;
    const struct p2p_comm *comm;           // the original of call.comm
    struct p2p_comm numbered[2], used[2];  // copies of call.comm and call.local: as numbered, and as used now
    MPI_Datatype *types;                   // all datatypes of the call, which are retained
    int type_count;
};

static void call_run(void *argument)
{
    struct call_request *data = argument;
    call_perform(&data->call);
    data->request->p2p.done = true;
}

static void call_request_start(struct composite *request)
{
    struct call_request *data = request->data;
    request->active = true;
    request->p2p.done = false;
    memcpy(data->used, data->numbered, sizeof data->used);
    p2p_fiber_start(call_run, data);
}

static int call_request_finish(struct composite *request, const char *function, MPI_Status *status)
{
    const struct p2p_comm *used = ((struct call_request *)request->data)->used;
    status_set_empty(status);
    if (used->failure.arrived == 0)
        return MPI_SUCCESS;
    return function != NULL ? call_explain_failure(function, used, &used->failure) : MPI_ERR_TRUNCATE;
}

// Retains the datatypes of `side` and adds them to data->types.
static void call_retain_types(struct call_request *data, struct call_side *side)
{
    if (side->blocks == 0)
        return;
    MPI_Datatype *types = data->types + data->type_count;
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
    data->type_count += count;
}

static void call_request_free(struct composite *request)
{
    struct call_request *data = request->data;
    for (int i = 0; i < data->type_count; i++)
        type_release(data->types[i]);
    p2p_free(data->types);
    if (op_of(data->call.op) != NULL)
        op_release(op_of(data->call.op));
    comm_release(data->comm);
}

// Takes the call's number. All ranks make their calls in the same order, so it is the same everywhere.
static void call_take_number(struct call_request *data)
{
    const struct p2p_comm **used[] = {&data->call.comm, &data->call.local};
    for (int i = 0; i < 2; i++) {
        const struct p2p_comm *original = *used[i];
        if (original == NULL)
            continue;
        data->numbered[i] = *original;
        data->numbered[i].failure.arrived = 0;
        coll_begin(original);
        *used[i] = &data->used[i];
    }
}

static struct composite *call_request_new(const struct call *call)
{
    static const struct composite_kind kind = {
        .finish = call_request_finish, .start = call_request_start, .free = call_request_free};
    struct composite *request = composite_new(&kind, sizeof(struct call_request));
    struct call_request *data = request->data;
    data->call = *call;
    data->request = request;
    data->comm = request->p2p.comm = call->comm;
    comm_retain(data->comm);
    data->types = p2p_allocate((call->send.blocks + call->receive.blocks + 2) * sizeof *data->types,
                               "MPI: no memory for another request");
    call_retain_types(data, &data->call.send);
    call_retain_types(data, &data->call.receive);
    if (op_of(call->op) != NULL)
        p2p_object_retain(op_of(call->op));
    call_take_number(data);
    return request;
}

int call_begin(struct call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL)
        return api_explain_pointer(call->function, call->comm, "request");
    struct composite *request = call_request_new(call);
    *handle = request_handle(&request->p2p);
    call_request_start(request);
    return MPI_SUCCESS;
}

int call_prepare(struct call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return error;
    if (handle == NULL)
        return api_explain_pointer(call->function, call->comm, "request");
    struct composite *request = call_request_new(call);
    request->persistent = true;
    request->active = false;
    request->p2p.done = true;
    *handle = request_handle(&request->p2p);
    return MPI_SUCCESS;
}
