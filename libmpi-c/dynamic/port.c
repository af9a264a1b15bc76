// Ports, and the connections that processes accept and make there (MPI 5.0 §11.9.2 and §11.9.3). A port is a number at the node that has
// opened it; its name is published, so that connecting to a closed port is an error. Info objects are ignored.
#include <stdio.h>
#include <string.h>

#include "coll/coll.h"
#include "dynamic/dynamic.h"
#include "hal/process.h"

// The name of a port begins like this, so that it is no name that a program publishes by accident.
#define PORT_FORMAT "rankine-port:%d:%d"

struct port {
    int node, number;
};

// Reads the name of an open port. Returns MPI_SUCCESS, or reports that it is none and returns MPI_ERR_PORT.
static int port_find(const char *function, const struct p2p_comm *comm, const char *name, struct port *port)
{
    char value[2];
    if (name == NULL)
        return api_explain_pointer(function, comm, "port_name");
    if (sscanf(name, PORT_FORMAT, &port->node, &port->number) != 2 || process_lookup(name, value, sizeof value) != 0)
        return api_error(comm, MPI_ERR_PORT, "%s: %s is no open port", function, name);
    return MPI_SUCCESS;
}

// The same for a port that this process must have opened itself.
static int port_find_own(const char *function, const struct p2p_comm *comm, const char *name, struct port *port)
{
    int error = port_find(function, comm, name, port);
    if (error == MPI_SUCCESS && port->node != p2p_nodes.rank)
        error = api_error(comm, MPI_ERR_PORT, "%s: another process has opened the port %s", function, name);
    return error;
}

int PMPI_Open_port(MPI_Info info, char *port_name)
{
    static int number;
    (void)info;
    api_enter("MPI_Open_port");
    if (port_name == NULL)
        return api_explain_pointer("MPI_Open_port", NULL, "port_name");
    if (number == CHAN_TAG_MAX)
        return api_error(NULL, MPI_ERR_PORT, "MPI_Open_port: too many ports");
    snprintf(port_name, MPI_MAX_PORT_NAME, PORT_FORMAT, p2p_nodes.rank, ++number);
    process_publish(port_name, "");
    return MPI_SUCCESS;
}
API_WEAK(Open_port)

int PMPI_Close_port(const char *port_name)
{
    struct port port;
    api_enter("MPI_Close_port");
    int error = port_find_own("MPI_Close_port", NULL, port_name, &port);
    if (error == MPI_SUCCESS)
        process_unpublish(port_name);
    return error;
}
API_WEAK(Close_port)

// What the root tells the other ranks of its side.
struct port_result {
    int error, number;
};

// The root of a side meets the other root. Returns MPI_SUCCESS and sets `*other` to its node, or reports an error and returns its class.
typedef int port_meet(const char *function, const struct p2p_comm *comm, const char *name, struct port *port, int *other);

static int port_accept(const char *function, const struct p2p_comm *comm, const char *name, struct port *port, int *other)
{
    struct p2p_request request;
    int error = port_find_own(function, comm, name, port);
    if (error == MPI_SUCCESS) {
        p2p_receive(&request, &dynamic_wire, P2P_USER, NULL, 0, MPI_ANY_SOURCE, port->number);
        *other = request.source;
    }
    return error;
}

static int port_connect(const char *function, const struct p2p_comm *comm, const char *name, struct port *port, int *other)
{
    int error = port_find(function, comm, name, port);
    if (error == MPI_SUCCESS && port->node == p2p_nodes.rank)
        error = api_error(comm, MPI_ERR_PORT, "%s: this process has opened the port %s itself", function, name);
    if (error == MPI_SUCCESS) {
        *other = port->node;
        p2p_send(&dynamic_wire, P2P_USER, NULL, 0, port->node, port->number);
    }
    return error;
}

static int port_join(const char *function, port_meet *meet, const char *name, int root, MPI_Comm handle, MPI_Comm *newcomm)
{
    int error, other = 0;
    const struct p2p_comm *comm = dynamic_enter(function, handle, root, newcomm, &error);
    if (comm == NULL)
        return error;
    struct port_result result = {0, 0};
    if (comm->rank == root) {
        struct port port = {0, 0};
        result.error = meet(function, comm, name, &port, &other);
        result.number = port.number;
    }
    coll_bcast(comm, &result, sizeof result, root);
    if (result.error == MPI_SUCCESS)
        return dynamic_connect(comm, root, other, result.number, newcomm);
    *newcomm = MPI_COMM_NULL;
    if (comm->rank != root)
        api_error(comm, result.error, "%s: the root, rank %d, has made no connection", function, root);
    return result.error;
}

int PMPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    (void)info;
    return port_join("MPI_Comm_accept", port_accept, port_name, root, comm, newcomm);
}
API_WEAK(Comm_accept)

int PMPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    (void)info;
    return port_join("MPI_Comm_connect", port_connect, port_name, root, comm, newcomm);
}
API_WEAK(Comm_connect)
