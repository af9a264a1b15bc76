// Connections between processes that were not in one MPI_COMM_WORLD, and their end in MPI_Finalize (MPI 5.0 §11.10.4).
#include "api/collective.h"
#include "dynamic/dynamic.h"

struct dynamic_link {
    struct dynamic_link *next;
    MPI_Comm intercomm;
};

static struct dynamic_link *dynamic_links;
static int dynamic_key_of_link = MPI_KEYVAL_INVALID, dynamic_key_of_end = MPI_KEYVAL_INVALID;

// Deletes the attribute of an inter-communicator that is freed.
static int dynamic_unlink(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    struct dynamic_link **place = &dynamic_links;
    while (*place != value)
        place = &(*place)->next;
    *place = (*place)->next;
    p2p_free(value);
    return MPI_SUCCESS;
}

// Deletes the attribute of MPI_COMM_SELF, in MPI_Finalize: waits until all connected processes are there, too. All barriers begin before
// any is waited for, so no circle of processes waits for each other.
static int dynamic_end(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    int count = 0;
    for (const struct dynamic_link *link = dynamic_links; link != NULL; link = link->next)
        count++;
    MPI_Request *requests = p2p_allocate((count + 1) * sizeof *requests, "MPI_Finalize: no memory for the list of connections");
    count = 0;
    for (const struct dynamic_link *link = dynamic_links; link != NULL; link = link->next)
        PMPI_Ibarrier(link->intercomm, &requests[count++]);
    PMPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    p2p_free(requests);
    return MPI_SUCCESS;
}

static void dynamic_link(MPI_Comm intercomm)
{
    if (dynamic_key_of_link == MPI_KEYVAL_INVALID) {
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, dynamic_unlink, &dynamic_key_of_link, NULL);
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, dynamic_end, &dynamic_key_of_end, NULL);
        PMPI_Comm_set_attr(MPI_COMM_SELF, dynamic_key_of_end, NULL);
    }
    struct dynamic_link *link = p2p_allocate(sizeof *link, "MPI: no memory for another connection");
    *link = (struct dynamic_link){.next = dynamic_links, .intercomm = intercomm};
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
