// Checks of a collective's arguments (MPI 5.0 chapters 6 and 8).
#include "api/call.h"
#include "api/collective.h"
#include "api/communicator.h"
#include "api/names.h"

enum api_extent { API_NONE, API_ONE, API_EACH };  // blocks of a side: one, or one for each rank

static const struct api_rule {
    uint8_t send, receive;  // enum api_extent
    bool rooted, reduces;
    bool send_in_place, receive_in_place;
    bool intra_only;
} api_rules[] = {
    [API_BARRIER] = {0},
    [API_BCAST] = {.receive = API_ONE, .rooted = true},
    [API_GATHER] = {.send = API_ONE, .receive = API_EACH, .rooted = true, .send_in_place = true},
    [API_SCATTER] = {.send = API_EACH, .receive = API_ONE, .rooted = true, .receive_in_place = true},
    [API_ALLGATHER] = {.send = API_ONE, .receive = API_EACH, .send_in_place = true},
    [API_ALLTOALL] = {.send = API_EACH, .receive = API_EACH, .send_in_place = true},
    [API_REDUCE] = {.send = API_ONE, .receive = API_ONE, .rooted = true, .reduces = true, .send_in_place = true},
    [API_ALLREDUCE] = {.send = API_ONE, .receive = API_ONE, .reduces = true, .send_in_place = true},
    [API_SCAN] = {.send = API_ONE, .receive = API_ONE, .reduces = true, .send_in_place = true, .intra_only = true},
    [API_EXSCAN] = {.send = API_ONE, .receive = API_ONE, .reduces = true, .send_in_place = true, .intra_only = true},
    [API_REDUCE_SCATTER] = {.send = API_ONE, .receive = API_ONE, .reduces = true, .send_in_place = true},
    [API_NEIGHBOR_ALLGATHER] = {.send = API_ONE, .receive = API_EACH, .intra_only = true},
    [API_NEIGHBOR_ALLTOALL] = {.send = API_EACH, .receive = API_EACH, .intra_only = true},
};

// Who gives and who gets, with a root: of a scatter and a broadcast the root gives, of a gather and a reduction it gets.
static int api_check_root(struct api_call *call, const struct api_rule *rule)
{
    const struct p2p_comm *comm = call->comm;
    bool spreads = call->operation == API_BCAST || call->operation == API_SCATTER;
    bool is_root = call->root == (call->local != NULL ? MPI_ROOT : comm->rank), is_leaf = call->local == NULL || call->root >= 0;
    if (!rule->rooted) {
        call->gives = call->gets = true;
        return MPI_SUCCESS;
    }
    if (api_bad_root(comm, call->root) &&
        (call->local == NULL || (call->root != MPI_ROOT && call->root != MPI_PROC_NULL)))
        return api_explain_root(call->function, comm, call->root);
    call->gives = spreads ? is_root : is_leaf;
    call->gets = spreads ? is_leaf : is_root;
    return MPI_SUCCESS;
}

static int api_blocks_of(const struct api_call *call, enum api_extent extent, bool is_send)
{
    if (extent != API_EACH)
        return extent == API_ONE;
    if (call->operation >= API_NEIGHBOR_ALLGATHER)
        return is_send ? call->neighbors.out_count : call->neighbors.in_count;
    return call->comm->size;
}

static int api_check_elements(const struct api_call *call, const void *buffer, int count, MPI_Datatype type)
{
    if (buffer == MPI_IN_PLACE || api_bad_elements(buffer, count, type))
        return api_explain_buffer(call->function, call->comm, buffer, count, type);
    return MPI_SUCCESS;
}

static int api_check_side(const struct api_call *call, const struct api_side *side)
{
    if (side->varies && side->blocks > 0) {
        if (side->counts == NULL || (side->displacements == NULL && side->distances == NULL))
            return api_explain_pointer(call->function, call->comm, side->counts == NULL ? "counts" : "displs");
        if (side->types == NULL && side->type == NULL)
            return api_explain_pointer(call->function, call->comm, "types");
    }
    int error = MPI_SUCCESS;
    for (int i = 0; i < side->blocks && error == MPI_SUCCESS && (i == 0 || side->varies); i++) {
        // Programs leave the types of empty blocks open.
        if (side->types == NULL || side->counts[i] != 0)
            error = api_check_elements(call, side->buffer, api_side_count(side, i), api_side_type(side, i));
    }
    return error;
}

// Where the lowest byte of a block's first element lies.
static uintptr_t api_side_first(const struct api_side *side, int block)
{
    return (uintptr_t)side->buffer + api_side_at(side, block) + type_shape(api_side_type(side, block)).true_lb;
}

// What the rank sends to itself fits, and is not there already.
static int api_check_own(const struct api_call *call)
{
    if (call->send.blocks == 0 || call->receive.blocks == 0 || call->local != NULL || call->in_place ||
        call->operation >= API_NEIGHBOR_ALLGATHER)
        return MPI_SUCCESS;
    int rank = call->comm->rank;
    const struct api_rule *rule = &api_rules[call->operation];
    const struct api_side *send = &call->send, *receive = &call->receive;
    int from = rule->send == API_EACH ? rank : 0, to = rule->receive == API_EACH ? rank : 0;
    size_t out = api_side_bytes(send, from), in = api_side_bytes(receive, to);
    if (!rule->reduces && out > in)
        return api_error(call->comm, MPI_ERR_TRUNCATE, "%s: rank %d sends blocks of %zu bytes but receives blocks of %zu",
                         call->function, rank, out, in);
    if (out == 0 || in == 0)
        return MPI_SUCCESS;
    bool is_same = !send->varies && !receive->varies && api_side_first(send, 0) == api_side_first(receive, 0);
    if (is_same || api_side_first(send, from) == api_side_first(receive, to))
        return api_error(call->comm, MPI_ERR_BUFFER, "%s: send and receive buffer are the same, %p; use MPI_IN_PLACE",
                         call->function, call->send.buffer);
    return MPI_SUCCESS;
}

static int api_check_op(const struct api_call *call)
{
    MPI_Datatype type = call->receive.type;
    if (api_op(call->op) != NULL || coll_find_kernel(call->op, type_class(type)) != NULL)
        return MPI_SUCCESS;
    const char *name = api_op_name(call->op);
    if (name == NULL)
        return api_error(call->comm, MPI_ERR_OP, "%s: invalid operation %p", call->function, (void *)call->op);
    const char *type_name = api_datatype_name(type);
    return api_error(call->comm, MPI_ERR_OP, "%s: the operation %s is not defined for %s", call->function, name,
                     type_name != NULL ? type_name : "derived datatypes");
}

// The parts of a reduce-scatter: the own one is what the rank gets, all together what it gives.
static int api_check_parts(struct api_call *call)
{
    if (!call->varies)
        return MPI_SUCCESS;
    if (call->counts == NULL)
        return api_explain_pointer(call->function, call->comm, "recvcounts");
    const struct p2p_comm *group = call->local != NULL ? call->local : call->comm;
    for (int rank = 0; rank < group->size; rank++) {
        if (call->counts[rank] < 0)
            return api_error(call->comm, MPI_ERR_COUNT, "%s: negative count %d", call->function, call->counts[rank]);
        call->send.count += call->counts[rank];
    }
    call->receive.count = call->counts[group->rank];
    return MPI_SUCCESS;
}

static int api_check_sides(struct api_call *call, const struct api_rule *rule)
{
    bool both = call->operation == API_BCAST;  // the one buffer is the root's, too
    call->send.blocks = call->gives ? api_blocks_of(call, rule->send, true) : 0;
    call->receive.blocks = call->gets || (both && call->gives) ? api_blocks_of(call, rule->receive, false) : 0;
    if (call->local == NULL && rule->send_in_place && call->gets && call->send.buffer == MPI_IN_PLACE)
        call->send.blocks = 0, call->in_place = true;
    if (call->local == NULL && rule->receive_in_place && call->gives && call->receive.buffer == MPI_IN_PLACE)
        call->receive.blocks = 0, call->in_place = true;
    int error = api_check_parts(call);
    if (error == MPI_SUCCESS)
        error = api_check_side(call, &call->send);
    if (error == MPI_SUCCESS)
        error = api_check_side(call, &call->receive);
    if (error == MPI_SUCCESS && rule->reduces && (call->gives || call->gets))
        error = api_check_op(call);
    return error == MPI_SUCCESS ? api_check_own(call) : error;
}

int api_call_check(struct api_call *call, MPI_Comm handle)
{
    api_enter(call->function);
    const struct api_rule *rule = &api_rules[call->operation];
    const struct p2p_comm *comm = call->comm = api_comm(handle);
    if (comm == NULL)
        return api_explain_comm(call->function, handle);
    call->local = api_is_inter(comm) ? comm->details->local : NULL;
    if (call->local != NULL && rule->intra_only)
        return api_error(comm, MPI_ERR_COMM, "%s: %s is an inter-communicator", call->function, comm->name);
    int error = api_check_root(call, rule);
    if (error == MPI_SUCCESS && call->operation >= API_NEIGHBOR_ALLGATHER)
        error = api_call_find_neighbors(call);
    return error == MPI_SUCCESS ? api_check_sides(call, rule) : error;
}
