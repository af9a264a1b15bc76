// The functions with a datatype for each rank, in Fortran: MPI_Alltoallw and its like.
#include <stdlib.h>

#include "api/api.h"
#include "api/topology.h"
#include "fortran/binding.h"

// The datatypes that the call gets. For a call that returns before the operation ends, they stay for ever.
static MPI_Datatype *datatypes(int count, const MPI_Fint *integers)
{
    MPI_Datatype *all = handles_memory((count > 0 ? count : 1) * sizeof *all);
    for (int i = 0; i < count; i++)
        all[i] = HANDLE(MPI_Datatype, integers[i]);
    return all;
}

// How many datatypes a call on this communicator reads. None if the handle is wrong: then the call reports it.
static void peers(MPI_Comm handle, int *receive, int *send)
{
    const struct p2p_comm *comm = comm_of(handle);
    *receive = *send = comm != NULL ? comm->size : 0;
}

static void neighbors(MPI_Comm handle, int *receive, int *send)
{
    const struct p2p_comm *comm = comm_of(handle);
    const int *in, *out;
    if (comm == NULL || topology_neighbors(comm, receive, &in, send, &out) != MPI_SUCCESS)
        *receive = *send = 0;
}

// The arguments of a call whose form differs from that in Fortran.
struct call {
    MPI_Comm comm;
    const void *sendbuf;
    void *recvbuf;
    MPI_Datatype *sendtypes, *recvtypes;
};

#define ARGUMENTS(address)                                                                                                    \
    void *sendbuf, const MPI_Fint *sendcounts, const address *sdispls, const MPI_Fint *sendtypes, void *recvbuf,              \
        const MPI_Fint *recvcounts, const address *rdispls, const MPI_Fint *recvtypes, const MPI_Fint *comm
#define PASS call.sendbuf, sendcounts, sdispls, call.sendtypes, call.recvbuf, recvcounts, rdispls, call.recvtypes, call.comm

// `count` is one of the two functions above. In place, nothing is read about sending.
#define CONVERT(count) convert(count, sendbuf, sendtypes, recvbuf, recvtypes, *comm)

static struct call convert(void count(MPI_Comm, int *, int *), void *sendbuf, const MPI_Fint *sendtypes, void *recvbuf,
                           const MPI_Fint *recvtypes, MPI_Fint comm)
{
    struct call call = {HANDLE(MPI_Comm, comm), special_buffer(sendbuf), special_buffer(recvbuf), NULL, NULL};
    int receive, send;
    count(call.comm, &receive, &send);
    call.sendtypes = datatypes(call.sendbuf == MPI_IN_PLACE ? 0 : send, sendtypes);
    call.recvtypes = datatypes(receive, recvtypes);
    return call;
}

static void release(struct call *call)
{
    free(call->sendtypes);
    free(call->recvtypes);
}

// The three forms of a function. `address` is the type of displacements, `count` one of the two functions above.
#define BLOCKING(lower, name, address, count)                                               \
    FUNCTION(void, lower, ARGUMENTS(address), MPI_Fint *ierror)                             \
    {                                                                                       \
        struct call call = CONVERT(count);                                                  \
        *code_place(ierror) = MPI_##name(PASS);                                             \
        release(&call);                                                                     \
    }

#define NONBLOCKING(lower, name, address, count)                                            \
    FUNCTION(void, lower, ARGUMENTS(address), MPI_Fint *request, MPI_Fint *ierror)          \
    {                                                                                       \
        struct call call = CONVERT(count);                                                  \
        MPI_Request made = HANDLE(MPI_Request, *request);                                   \
        *code_place(ierror) = MPI_##name(PASS, &made);                                      \
        *request = INTEGER(made);                                                           \
    }

#define PERSISTENT(lower, name, address, count)                                                                 \
    FUNCTION(void, lower, ARGUMENTS(address), const MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror)        \
    {                                                                                                           \
        struct call call = CONVERT(count);                                                                      \
        MPI_Request made = HANDLE(MPI_Request, *request);                                                       \
        *code_place(ierror) = MPI_##name(PASS, HANDLE(MPI_Info, *info), &made);                                 \
        *request = INTEGER(made);                                                                               \
    }

INTERFACE(alltoallw, BUF, INTS, INTS, INTS, BUF, INTS, INTS, INTS, COMM)
BLOCKING(alltoallw, Alltoallw, MPI_Fint, peers)
INTERFACE(neighbor_alltoallw, BUF, INTS, AINTS, INTS, BUF, INTS, AINTS, INTS, COMM)
BLOCKING(neighbor_alltoallw, Neighbor_alltoallw, MPI_Aint, neighbors)
INTERFACE(ialltoallw, BUF, INTS, INTS, INTS, BUF, INTS, INTS, INTS, COMM, REQUEST_OUT)
NONBLOCKING(ialltoallw, Ialltoallw, MPI_Fint, peers)
INTERFACE(ineighbor_alltoallw, BUF, INTS, AINTS, INTS, BUF, INTS, AINTS, INTS, COMM, REQUEST_OUT)
NONBLOCKING(ineighbor_alltoallw, Ineighbor_alltoallw, MPI_Aint, neighbors)
INTERFACE(alltoallw_init, BUF, INTS, INTS, INTS, BUF, INTS, INTS, INTS, COMM, INFO, REQUEST_OUT)
PERSISTENT(alltoallw_init, Alltoallw_init, MPI_Fint, peers)
INTERFACE(neighbor_alltoallw_init, BUF, INTS, AINTS, INTS, BUF, INTS, AINTS, INTS, COMM, INFO, REQUEST_OUT)
PERSISTENT(neighbor_alltoallw_init, Neighbor_alltoallw_init, MPI_Aint, neighbors)
