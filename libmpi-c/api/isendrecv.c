// Non-blocking send-receive operations (MPI 5.0 §3.10).
#include "api/communicator.h"
#include "api/message.h"
#include "p2p/agent.h"

// Both messages, and the agent that sees when both are done.
struct message_pair {
    struct p2p_agent agent;  // must be first
    struct composite *request;
    struct message out, in;
    struct p2p_request sent, received;
    void *copy;  // packed data to be sent if both messages use one buffer; else NULL
};

static bool message_pair_ready(const struct p2p_agent *agent)
{
    const struct message_pair *pair = (const struct message_pair *)agent;
    return pair->sent.done && pair->received.done;
}

static void message_pair_advance(struct p2p_agent *agent)
{
    p2p_agent_remove(agent);
    ((struct message_pair *)agent)->request->p2p.done = true;
}

static int message_pair_finish(struct composite *request, const char *function, MPI_Status *status)
{
    struct message_pair *pair = request->data;
    return message_finish(&pair->in, &pair->received, function, status);
}

static void message_pair_free(struct composite *request)
{
    struct message_pair *pair = request->data;
    message_settle(&pair->out, &pair->sent);
    message_settle(&pair->in, &pair->received);
    p2p_free(pair->copy);
    type_release(pair->out.datatype);
    type_release(pair->in.datatype);
    comm_release(pair->in.comm);
}

static const struct composite_kind message_pair_kind = {.finish = message_pair_finish, .free = message_pair_free};

static void message_pair_begin(const struct message *out, const struct message *in, bool replaces, MPI_Request *handle)
{
    struct composite *request = composite_new(&message_pair_kind, sizeof(struct message_pair));
    struct message_pair *pair = request->data;
    pair->agent = (struct p2p_agent){.ready = message_pair_ready, .advance = message_pair_advance};
    pair->request = request;
    pair->out = *out;
    pair->in = *in;
    type_retain(out->datatype);
    type_retain(in->datatype);
    comm_retain(in->comm);
    if (replaces)
        pair->copy = message_detach(&pair->out);
    p2p_agent_add(&pair->agent);
    message_start(&pair->in, "MPI_Isendrecv", &pair->received);
    message_start(&pair->out, "MPI_Isendrecv", &pair->sent);
    *handle = request_handle(&request->p2p);
}

static int message_isendrecv(const char *function, const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                             int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                             MPI_Comm comm, MPI_Request *request)
{
    struct message out, in;
    api_enter(function);
    if (request == NULL)
        return api_explain_pointer(function, comm_of(comm), "request");
    int error = message_to(&out, function, MESSAGE_STANDARD, sendbuf, sendcount, sendtype, dest, sendtag, comm);
    if (error == MPI_SUCCESS)
        error = message_from(&in, function, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (error == MPI_SUCCESS)
        // If both messages use one buffer, the data to be sent must be copied before anything may arrive there.
        message_pair_begin(&out, &in, sendbuf == recvbuf, request);
    return error;
}

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    return message_isendrecv("MPI_Isendrecv", sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                             recvtag, comm, request);
}
API_WEAK(Isendrecv)

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Request *request)
{
    return message_isendrecv("MPI_Isendrecv_replace", buf, count, datatype, dest, sendtag, buf, count, datatype, source, recvtag,
                             comm, request);
}
API_WEAK(Isendrecv_replace)
