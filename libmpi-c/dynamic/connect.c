// Connections between processes that were not in one MPI_COMM_WORLD, and their end (MPI 5.0 §11.10.4).
//
// When a process frees the inter-communicator of a connection, or calls MPI_Finalize, it says goodbye to all processes of the other side.
// In MPI_Finalize it waits for their goodbyes. So neither MPI_Comm_free nor MPI_Comm_disconnect waits for the other side.
#include "api/collective.h"
#include "dynamic/dynamic.h"

struct dynamic_link {
    struct dynamic_link *next;
    const struct p2p_comm *comm;  // has a reference of the link
    struct p2p_comm goodbyes;     // carries them
    bool has_said;                // this process has said goodbye; the requests are valid
    struct p2p_request *requests[];  // for the goodbyes of the other side
};

static struct dynamic_link *dynamic_links;
static int dynamic_key_of_link = MPI_KEYVAL_INVALID, dynamic_key_of_end = MPI_KEYVAL_INVALID;

static void dynamic_say_goodbye(struct dynamic_link *link)
{
    if (link->has_said)
        return;
    link->has_said = true;
    for (int r = 0; r < link->comm->size; r++)
        link->requests[r] = p2p_ireceive(&link->goodbyes, P2P_USER, NULL, 0, r, CHAN_TAG_MAX);
    for (int r = 0; r < link->comm->size; r++)
        p2p_send(&link->goodbyes, P2P_USER, NULL, 0, r, CHAN_TAG_MAX);
}

// Have both sides said goodbye?
static bool dynamic_is_over(const struct dynamic_link *link)
{
    bool is_over = link->has_said;
    for (int r = 0; is_over && r < link->comm->size; r++)
        is_over = link->requests[r]->done;
    return is_over;
}

// Forgets the connections that are over, so that their contexts can be taken again.
static void dynamic_forget(void)
{
    for (struct dynamic_link **place = &dynamic_links; *place != NULL;) {
        struct dynamic_link *link = *place;
        if (!dynamic_is_over(link)) {
            place = &link->next;
            continue;
        }
        *place = link->next;
        for (int r = 0; r < link->comm->size; r++)
            p2p_request_free(link->requests[r]);
        comm_release(link->comm);
        p2p_free(link);
    }
}

// Deletes the attribute of an inter-communicator that is freed.
static int dynamic_unlink(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    dynamic_say_goodbye(value);
    return MPI_SUCCESS;
}

// Deletes the attribute of MPI_COMM_SELF, in MPI_Finalize. All goodbyes are said before any is waited for, so no circle of processes
// waits for each other.
static int dynamic_end(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    for (struct dynamic_link *link = dynamic_links; link != NULL; link = link->next)
        dynamic_say_goodbye(link);
    for (struct dynamic_link *link = dynamic_links; link != NULL; link = link->next) {
        for (int r = 0; r < link->comm->size; r++)
            p2p_wait(link->requests[r]);
    }
    dynamic_forget();
    return MPI_SUCCESS;
}

static void dynamic_link(MPI_Comm intercomm)
{
    const struct p2p_comm *comm = comm_of(intercomm);
    if (dynamic_key_of_link == MPI_KEYVAL_INVALID) {
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, dynamic_unlink, &dynamic_key_of_link, NULL);
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, dynamic_end, &dynamic_key_of_end, NULL);
        PMPI_Comm_set_attr(MPI_COMM_SELF, dynamic_key_of_end, NULL);
    }
    dynamic_forget();
    struct dynamic_link *link =
        p2p_allocate(sizeof *link + comm->size * sizeof *link->requests, "MPI: no memory for another connection");
    *link = (struct dynamic_link){.next = dynamic_links, .comm = comm, .goodbyes = dynamic_numbered(comm)};
    comm_retain(comm);
    dynamic_links = link;
    PMPI_Comm_set_attr(intercomm, dynamic_key_of_link, link);
}

int dynamic_connect(const struct p2p_comm *comm, int root, int node, int tag, MPI_Comm *intercomm)
{
    int error = PMPI_Intercomm_create(comm_handle(comm), root, (MPI_Comm)&p2p_nodes, node, tag, intercomm);
    if (error == MPI_SUCCESS)
        dynamic_link(*intercomm);
    return error;
}

const struct p2p_comm *dynamic_enter(const char *function, MPI_Comm handle, int root, const MPI_Comm *intercomm, int *error)
{
    api_enter(function);
    const struct p2p_comm *comm = comm_of(handle);
    if (comm == NULL)
        *error = api_explain_comm(function, handle);
    else if (comm_is_inter(comm))
        *error = comm_explain_inter(function, comm);
    else if (call_bad_root(comm, root))
        *error = call_explain_root(function, comm, root);
    else if (intercomm == NULL)
        *error = api_explain_pointer(function, comm, "intercomm");
    else
        return comm;
    return NULL;
}
