// Partitioned requests. When the requests are made, the sender sends the receiver an offer, in contexts that nothing else uses,
// with the tags of its partitions. Each partition is then a message of its own.
#include "api/partition.h"

#include <string.h>

#include "api/communicator.h"
#include "api/context.h"

static const char partition_no_room[] = "MPI: no memory for a partitioned request";

static unsigned char *partition_place(const struct partition_request *all, size_t at)
{
    return (all->copy != NULL ? all->copy : all->buffer) + at;
}

static size_t partition_total(const struct partition_request *all)
{
    return all->partitions * all->bytes;
}

static void partition_post_all(struct partition_request *all)
{
    size_t total = partition_total(all);
    if (all->parts == NULL && all->offer.partitions != 0)
        all->parts = p2p_allocate(all->offer.partitions * sizeof *all->parts, partition_no_room);
    for (uint32_t i = 0; i < all->offer.partitions; i++) {
        size_t at = i * (size_t)all->offer.bytes, left = at < total ? total - at : 0;
        p2p_receive_start(&all->parts[i], &all->private_comm, P2P_COLLECTIVE, partition_place(all, left == 0 ? 0 : at),
                          left < all->offer.bytes ? left : all->offer.bytes, all->peer, (int)(all->offer.first + i));
    }
    all->posted = true;
}

static bool partition_all_done(const struct partition_request *all)
{
    for (uint32_t i = 0; i < all->offer.partitions; i++) {
        if (!all->parts[i].done)
            return false;
    }
    return true;
}

static bool partition_request_ready(const struct p2p_agent *agent)
{
    const struct partition_request *all = (const struct partition_request *)agent;
    return all->posted ? partition_all_done(all) : all->offered.done;
}

static void partition_request_advance(struct p2p_agent *agent)
{
    struct partition_request *all = (struct partition_request *)agent;
    if (!all->posted) {
        partition_post_all(all);
        return;
    }
    p2p_agent_remove(agent);
    all->request->p2p.done = true;
}

static void partition_request_start(struct composite *request)
{
    struct partition_request *all = request->data;
    if (all->peer == MPI_PROC_NULL) {
        request->p2p.done = true;
        return;
    }
    memset(all->finished, 0, all->partitions);
    for (int i = 0; all->is_send && i < all->partitions; i++)
        all->parts[i].done = false;
    all->posted = all->is_send;
    p2p_agent_add(&all->agent);
    if (!all->posted && all->offered.done)
        partition_post_all(all);
}

void partition_send(struct partition_request *all, int partition)
{
    all->finished[partition] = true;
    if (all->peer == MPI_PROC_NULL)
        return;
    unsigned char *place = partition_place(all, partition * all->bytes);
    if (all->copy != NULL)
        type_pack(place, all->buffer + partition * (MPI_Aint)all->count * all->extent, all->count, all->datatype);
    p2p_send_start(&all->parts[partition], P2P_SEND, &all->private_comm, P2P_COLLECTIVE, place, all->bytes, all->peer,
                   (int)(all->offer.first + partition));
}

static void partition_unpack(struct partition_request *all, int partition)
{
    if (all->copy != NULL && !all->finished[partition])
        type_unpack(all->buffer + partition * (MPI_Aint)all->count * all->extent, all->count, all->datatype,
                    all->copy + partition * all->bytes, all->bytes);
    all->finished[partition] = true;
}

// A receiver's partition may overlap several partitions of the sender.
bool partition_arrived(struct partition_request *all, int partition)
{
    if (all->peer == MPI_PROC_NULL || !all->request->active)
        return true;
    if (!all->posted)
        return false;
    size_t each = all->offer.bytes, first = partition * all->bytes, end = first + all->bytes;
    for (uint32_t i = each == 0 ? 0 : first / each; i < all->offer.partitions && (i * each < end || each == 0); i++) {
        if (!all->parts[i].done)
            return false;
    }
    partition_unpack(all, partition);
    return true;
}

static int partition_request_finish(struct composite *request, const char *function, MPI_Status *status)
{
    struct partition_request *all = request->data;
    if (all->is_send || all->peer == MPI_PROC_NULL) {
        if (all->is_send)
            status_set_empty(status);
        else
            status_set_proc_null(status);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < all->partitions; i++)
        partition_unpack(all, i);
    size_t total = partition_total(all), sent = all->offer.partitions * (size_t)all->offer.bytes;
    status_set(status, all->peer, all->tag, sent < total ? sent : total);
    if (sent <= total || function == NULL)
        return sent <= total ? MPI_SUCCESS : MPI_ERR_TRUNCATE;
    return api_truncated(function, all->comm, all->peer, all->tag, sent, total);
}

// A sender first waits until the offer is sent. A receiver cancels the receive of an offer that has not come.
static void partition_request_free(struct composite *request)
{
    struct partition_request *all = request->data;
    if (!all->offered.done && !p2p_cancel_receive(&all->offered))
        p2p_wait(&all->offered);
    p2p_free(all->copy);
    p2p_free(all->parts);
    p2p_free(all->finished);
    type_release(all->datatype);
    comm_release(all->comm);
}

static const struct composite_kind partition_request_kind = {
    .finish = partition_request_finish, .start = partition_request_start, .free = partition_request_free};

struct partition_request *partition_request_of(MPI_Request handle)
{
    struct composite *request = (struct composite *)handle;
    bool is_one = handle != MPI_REQUEST_NULL && !request_is_bad(handle) && request->p2p.composite &&
                  request->kind == &partition_request_kind;
    return is_one ? request->data : NULL;
}

static void partition_offer_make(struct partition_request *all)
{
    static uint32_t tags;
    all->offer = (struct partition_offer){tags, all->partitions, all->bytes};
    tags = (tags + all->partitions) & (INT_MAX >> 1);
    all->parts = p2p_allocate((all->partitions + 1) * sizeof *all->parts, partition_no_room);
    if (all->peer != MPI_PROC_NULL)
        p2p_send_start(&all->offered, P2P_SEND, &all->private_comm, P2P_USER, &all->offer, sizeof all->offer, all->peer, all->tag);
}

static int partition_request_init(const char *function, bool is_send, const void *buffer, int partitions, MPI_Count count,
                                  MPI_Datatype datatype, int peer, int tag, MPI_Comm comm, MPI_Request *handle)
{
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    int few = count < 0 ? -1 : count > INT_MAX ? INT_MAX : (int)count;
    int error = api_explain_send(function, buffer, partitions == 0 ? 0 : few, datatype, peer, tag, comm);
    if (error != MPI_SUCCESS)
        return error;
    if (partitions < 0)
        return api_error(known, MPI_ERR_ARG, "%s: negative number of partitions %d", function, partitions);
    if (handle == NULL)
        return api_explain_pointer(function, known, "request");
    struct composite *request = composite_new(&partition_request_kind, sizeof(struct partition_request));
    struct partition_request *all = request->data;
    *all = (struct partition_request){
        .agent = {.ready = partition_request_ready, .advance = partition_request_advance}, .request = request, .comm = known,
        .private_comm = context_comm_in(known, CONTEXT_PARTITIONS), .is_send = is_send,
        .buffer = (unsigned char *)buffer, .partitions = partitions, .peer = peer, .tag = tag, .count = count,
        .datatype = datatype, .extent = type_shape(datatype).extent,
        .bytes = count * type_size(datatype), .offered.done = peer == MPI_PROC_NULL};
    if (partition_total(all) != 0 && !type_is_dense(datatype))
        all->copy = p2p_allocate(partition_total(all), partition_no_room);
    all->finished = p2p_allocate(partitions + 1, partition_no_room);
    type_retain(datatype);
    comm_retain(known);
    request->persistent = true;
    request->active = false;
    request->p2p.done = true;
    if (is_send)
        partition_offer_make(all);
    else if (peer != MPI_PROC_NULL)
        p2p_receive_start(&all->offered, &all->private_comm, P2P_USER, &all->offer, sizeof all->offer, peer, tag);
    *handle = request_handle(&request->p2p);
    return MPI_SUCCESS;
}

int PMPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    return partition_request_init("MPI_Psend_init", true, buf, partitions, count, datatype, dest, tag, comm, request);
}
API_WEAK(Psend_init)

int PMPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    return partition_request_init("MPI_Precv_init", false, buf, partitions, count, datatype, source, tag, comm, request);
}
API_WEAK(Precv_init)
