// The arrays of a collective call with counts of MPI_Count: checks, copies as int, and how long the copies live.
#include "api/large_forms.h"
#include "api/request.h"

static int large_narrow_side(const struct large_call *call, struct large_side *side)
{
    int error = large_check_for(call->comm, call->function, side->given_counts, side->blocks);
    if (error == MPI_SUCCESS) {
        side->counts = large_narrow(side->given_counts, side->blocks);
        side->places = large_narrow_places(call->comm, call->function, side->given_places, side->blocks, &error);
    }
    return error;
}

int large_narrow_call(struct large_call *call)
{
    int error = large_check_for(call->comm, call->function, &call->count, 1);
    if (error == MPI_SUCCESS)
        error = large_narrow_side(call, &call->send);
    return error == MPI_SUCCESS ? large_narrow_side(call, &call->receive) : error;
}

int large_end(struct large_call *call, int error)
{
    p2p_free(call->send.counts);
    p2p_free(call->send.places);
    p2p_free(call->receive.counts);
    p2p_free(call->receive.places);
    return error;
}

// The kind of one request that has arrays of int, in place of the kind that it was made with.
struct large_kind {
    struct composite_kind kind;  // must be first
    const struct composite_kind *original;
    struct large_call call;
};

static void large_request_free(struct composite *request)
{
    struct large_kind *own = (struct large_kind *)request->kind;
    if (own->original->free != NULL)
        own->original->free(request);
    large_end(&own->call, MPI_SUCCESS);
    request->kind = own->original;
    p2p_free(own);
}

int large_keep(struct large_call *call, int error, MPI_Request *handle)
{
    if (error != MPI_SUCCESS)
        return large_end(call, error);
    struct composite *request = (struct composite *)*handle;
    struct large_kind *own = p2p_allocate(sizeof *own, "MPI: no memory for another request");
    *own = (struct large_kind){.kind = *request->kind, .original = request->kind, .call = *call};
    own->kind.free = large_request_free;
    request->kind = &own->kind;
    return MPI_SUCCESS;
}
