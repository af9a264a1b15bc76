// Sends together with receives that return at once (MPI 5.0 §3.10).
#include "api/communicator.h"
#include "api/message.h"
#include "p2p/agent.h"

// Both parts, and who sees when they are done.
struct api_pair {
    struct p2p_agent agent;  // first
    struct api_composite *request;
    struct api_message out, in;
    struct p2p_request sent, received;
    void *copy;  // of what is sent, when the receive replaces it
};

static bool api_pair_ready(const struct p2p_agent *agent)
{
    const struct api_pair *pair = (const struct api_pair *)agent;
    return pair->sent.done && pair->received.done;
}

static void api_pair_advance(struct p2p_agent *agent)
{
    p2p_agent_remove(agent);
    ((struct api_pair *)agent)->request->p2p.done = true;
}

static int api_pair_finish(struct api_composite *request, const char *function, MPI_Status *status)
{
    struct api_pair *pair = request->data;
    return api_message_finish(&pair->in, &pair->received, function, status);
}

static void api_pair_free(struct api_composite *request)
{
    struct api_pair *pair = request->data;
    api_message_settle(&pair->out, &pair->sent);
    api_message_settle(&pair->in, &pair->received);
    p2p_free(pair->copy);
    type_release(pair->out.datatype);
    type_release(pair->in.datatype);
    api_comm_release(pair->in.comm);
}

static const struct api_composite_kind api_pair_kind = {.finish = api_pair_finish, .free = api_pair_free};

static void api_pair_begin(const struct api_message *out, const struct api_message *in, bool replaces, MPI_Request *handle)
{
    struct api_composite *request = api_composite_new(&api_pair_kind, sizeof(struct api_pair));
    struct api_pair *pair = request->data;
    pair->agent = (struct p2p_agent){.ready = api_pair_ready, .advance = api_pair_advance};
    pair->request = request;
    pair->out = *out;
    pair->in = *in;
    type_retain(out->datatype);
    type_retain(in->datatype);
    api_comm_retain(in->comm);
    if (replaces)
        pair->copy = api_message_detach(&pair->out);
    p2p_agent_add(&pair->agent);
    api_message_start(&pair->in, "MPI_Isendrecv", &pair->received);
    api_message_start(&pair->out, "MPI_Isendrecv", &pair->sent);
    *handle = api_request_handle(&request->p2p);
}

static int api_isendrecv(const char *function, const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                         void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                         MPI_Request *request)
{
    struct api_message out, in;
    api_enter(function);
    if (request == NULL)
        return api_explain_pointer(function, api_comm(comm), "request");
    int error = api_message_to(&out, function, API_STANDARD, sendbuf, sendcount, sendtype, dest, sendtag, comm);
    if (error == MPI_SUCCESS)
        error = api_message_from(&in, function, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (error == MPI_SUCCESS)
        // In one buffer, what is sent has to leave it before anything may arrive there.
        api_pair_begin(&out, &in, sendbuf == recvbuf, request);
    return error;
}

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    return api_isendrecv("MPI_Isendrecv", sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                         recvtag, comm, request);
}
API_WEAK(Isendrecv)

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Request *request)
{
    return api_isendrecv("MPI_Isendrecv_replace", buf, count, datatype, dest, sendtag, buf, count, datatype, source, recvtag,
                         comm, request);
}
API_WEAK(Isendrecv_replace)
