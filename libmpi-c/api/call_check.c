// Checks the arguments of collective calls (MPI 5.0 chapters 6 and 8).
#include "api/call.h"
#include "api/collective.h"
#include "api/communicator.h"
#include "api/names.h"

enum call_extent { CALL_NONE, CALL_ONE, CALL_EACH };  // blocks of a side: none, one, or one for each rank

static const struct call_rule {
    uint8_t send, receive;  // enum call_extent
    bool rooted, reduces;
    bool send_in_place, receive_in_place;
    bool intra_only;
} call_rules[] = {
    [CALL_BARRIER] = {0},
    [CALL_BCAST] = {.receive = CALL_ONE, .rooted = true},
    [CALL_GATHER] = {.send = CALL_ONE, .receive = CALL_EACH, .rooted = true, .send_in_place = true},
    [CALL_SCATTER] = {.send = CALL_EACH, .receive = CALL_ONE, .rooted = true, .receive_in_place = true},
    [CALL_ALLGATHER] = {.send = CALL_ONE, .receive = CALL_EACH, .send_in_place = true},
    [CALL_ALLTOALL] = {.send = CALL_EACH, .receive = CALL_EACH, .send_in_place = true},
    [CALL_REDUCE] = {.send = CALL_ONE, .receive = CALL_ONE, .rooted = true, .reduces = true, .send_in_place = true},
    [CALL_ALLREDUCE] = {.send = CALL_ONE, .receive = CALL_ONE, .reduces = true, .send_in_place = true},
    [CALL_SCAN] = {.send = CALL_ONE, .receive = CALL_ONE, .reduces = true, .send_in_place = true, .intra_only = true},
    [CALL_EXSCAN] = {.send = CALL_ONE, .receive = CALL_ONE, .reduces = true, .send_in_place = true, .intra_only = true},
    [CALL_REDUCE_SCATTER] = {.send = CALL_ONE, .receive = CALL_ONE, .reduces = true, .send_in_place = true},
    [CALL_NEIGHBOR_ALLGATHER] = {.send = CALL_ONE, .receive = CALL_EACH, .intra_only = true},
    [CALL_NEIGHBOR_ALLTOALL] = {.send = CALL_EACH, .receive = CALL_EACH, .intra_only = true},
};

// Checks the root and sets call->gives and call->gets. In a broadcast and a scatter the root gives; in a gather and a reduction
// it gets.
static int call_check_root(struct call *call, const struct call_rule *rule)
{
    const struct p2p_comm *comm = call->comm;
    bool spreads = call->operation == CALL_BCAST || call->operation == CALL_SCATTER;
    bool is_root = call->root == (call->local != NULL ? MPI_ROOT : comm->rank), is_leaf = call->local == NULL || call->root >= 0;
    if (!rule->rooted) {
        call->gives = call->gets = true;
        return MPI_SUCCESS;
    }
    if (call_bad_root(comm, call->root) &&
        (call->local == NULL || (call->root != MPI_ROOT && call->root != MPI_PROC_NULL)))
        return call_explain_root(call->function, comm, call->root);
    call->gives = spreads ? is_root : is_leaf;
    call->gets = spreads ? is_leaf : is_root;
    return MPI_SUCCESS;
}

static int call_blocks_of(const struct call *call, enum call_extent extent, bool is_send)
{
    if (extent != CALL_EACH)
        return extent == CALL_ONE;
    if (call->operation >= CALL_NEIGHBOR_ALLGATHER)
        return is_send ? call->neighbors.out_count : call->neighbors.in_count;
    return call->comm->size;
}

static int call_check_elements(const struct call *call, const void *buffer, int count, MPI_Datatype type)
{
    if (buffer == MPI_IN_PLACE || api_bad_elements(buffer, count, type))
        return api_explain_buffer(call->function, call->comm, buffer, count, type);
    return MPI_SUCCESS;
}

static int call_check_side(const struct call *call, const struct call_side *side)
{
    if (side->varies && side->blocks > 0) {
        if (side->counts == NULL || (side->displacements == NULL && side->distances == NULL))
            return api_explain_pointer(call->function, call->comm, side->counts == NULL ? "counts" : "displs");
        if (side->types == NULL && side->type == NULL)
            return api_explain_pointer(call->function, call->comm, "types");
    }
    int error = MPI_SUCCESS;
    for (int i = 0; i < side->blocks && error == MPI_SUCCESS && (i == 0 || side->varies); i++) {
        // Programs do not always set the datatypes of empty blocks.
        if (side->types == NULL || side->counts[i] != 0)
            error = call_check_elements(call, side->buffer, call_side_count(side, i), call_side_type(side, i));
    }
    return error;
}

// The address of the lowest byte of a block's first element.
static uintptr_t call_side_first(const struct call_side *side, int block)
{
    return (uintptr_t)side->buffer + call_side_at(side, block) + type_shape(call_side_type(side, block)).true_lb;
}

// Checks the rank's message to itself: it must fit, and must not lie where it is to be received.
static int call_check_own(const struct call *call)
{
    if (call->send.blocks == 0 || call->receive.blocks == 0 || call->local != NULL || call->in_place ||
        call->operation >= CALL_NEIGHBOR_ALLGATHER)
        return MPI_SUCCESS;
    int rank = call->comm->rank;
    const struct call_rule *rule = &call_rules[call->operation];
    const struct call_side *send = &call->send, *receive = &call->receive;
    int from = rule->send == CALL_EACH ? rank : 0, to = rule->receive == CALL_EACH ? rank : 0;
    size_t out = call_side_bytes(send, from), in = call_side_bytes(receive, to);
    if (!rule->reduces && out > in)
        return api_error(call->comm, MPI_ERR_TRUNCATE, "%s: rank %d sends blocks of %zu bytes but receives blocks of %zu",
                         call->function, rank, out, in);
    if (out == 0 || in == 0)
        return MPI_SUCCESS;
    bool is_same = !send->varies && !receive->varies && call_side_first(send, 0) == call_side_first(receive, 0);
    if (is_same || call_side_first(send, from) == call_side_first(receive, to))
        return api_error(call->comm, MPI_ERR_BUFFER, "%s: send and receive buffer are the same, %p; use MPI_IN_PLACE",
                         call->function, call->send.buffer);
    return MPI_SUCCESS;
}

static int call_check_op(const struct call *call)
{
    MPI_Datatype type = call->receive.type;
    if (op_of(call->op) != NULL || coll_find_kernel(call->op, type_class(type)) != NULL)
        return MPI_SUCCESS;
    const char *name = op_name(call->op);
    if (name == NULL)
        return api_error(call->comm, MPI_ERR_OP, "%s: invalid operation %p", call->function, (void *)call->op);
    const char *type_name = datatype_name(type);
    return api_error(call->comm, MPI_ERR_OP, "%s: the operation %s is not defined for %s", call->function, name,
                     type_name != NULL ? type_name : "derived datatypes");
}

// Checks the parts of a reduce-scatter. The rank gets its own part and contributes all parts.
static int call_check_parts(struct call *call)
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

static int call_check_sides(struct call *call, const struct call_rule *rule)
{
    bool both = call->operation == CALL_BCAST;  // the root uses the receive side, too
    call->send.blocks = call->gives ? call_blocks_of(call, rule->send, true) : 0;
    call->receive.blocks = call->gets || (both && call->gives) ? call_blocks_of(call, rule->receive, false) : 0;
    if (call->local == NULL && rule->send_in_place && call->gets && call->send.buffer == MPI_IN_PLACE)
        call->send.blocks = 0, call->in_place = true;
    if (call->local == NULL && rule->receive_in_place && call->gives && call->receive.buffer == MPI_IN_PLACE)
        call->receive.blocks = 0, call->in_place = true;
    int error = call_check_parts(call);
    if (error == MPI_SUCCESS)
        error = call_check_side(call, &call->send);
    if (error == MPI_SUCCESS)
        error = call_check_side(call, &call->receive);
    if (error == MPI_SUCCESS && rule->reduces && (call->gives || call->gets))
        error = call_check_op(call);
    return error == MPI_SUCCESS ? call_check_own(call) : error;
}

int call_check(struct call *call, MPI_Comm handle)
{
    api_enter(call->function);
    const struct call_rule *rule = &call_rules[call->operation];
    const struct p2p_comm *comm = call->comm = comm_of(handle);
    if (comm == NULL)
        return api_explain_comm(call->function, handle);
    call->local = comm_is_inter(comm) ? comm->details->local : NULL;
    if (call->local != NULL && rule->intra_only)
        return api_error(comm, MPI_ERR_COMM, "%s: %s is an inter-communicator", call->function, comm->name);
    int error = call_check_root(call, rule);
    if (error == MPI_SUCCESS && call->operation >= CALL_NEIGHBOR_ALLGATHER)
        error = call_find_neighbors(call);
    return error == MPI_SUCCESS ? call_check_sides(call, rule) : error;
}
