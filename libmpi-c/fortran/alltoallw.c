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

INTERFACE(alltoallw, BUF, INTS, INTS, INTS, BUF, INTS, INTS, INTS, COMM)
FUNCTION(void, alltoallw, ARGUMENTS(MPI_Fint), MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct call call = CONVERT(peers);
    *ierror = MPI_Alltoallw(PASS);
    release(&call);
}

INTERFACE(ialltoallw, BUF, INTS, INTS, INTS, BUF, INTS, INTS, INTS, COMM, REQUEST_OUT)
FUNCTION(void, ialltoallw, ARGUMENTS(MPI_Fint), MPI_Fint *request, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct call call = CONVERT(peers);
    MPI_Request made = HANDLE(MPI_Request, *request);
    *ierror = MPI_Ialltoallw(PASS, &made);
    *request = INTEGER(made);
}

INTERFACE(alltoallw_init, BUF, INTS, INTS, INTS, BUF, INTS, INTS, INTS, COMM, INFO, REQUEST_OUT)
FUNCTION(void, alltoallw_init, ARGUMENTS(MPI_Fint), const MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct call call = CONVERT(peers);
    MPI_Request made = HANDLE(MPI_Request, *request);
    *ierror = MPI_Alltoallw_init(PASS, HANDLE(MPI_Info, *info), &made);
    *request = INTEGER(made);
}

INTERFACE(neighbor_alltoallw, BUF, INTS, AINTS, INTS, BUF, INTS, AINTS, INTS, COMM)
FUNCTION(void, neighbor_alltoallw, ARGUMENTS(MPI_Aint), MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct call call = CONVERT(neighbors);
    *ierror = MPI_Neighbor_alltoallw(PASS);
    release(&call);
}

INTERFACE(ineighbor_alltoallw, BUF, INTS, AINTS, INTS, BUF, INTS, AINTS, INTS, COMM, REQUEST_OUT)
FUNCTION(void, ineighbor_alltoallw, ARGUMENTS(MPI_Aint), MPI_Fint *request, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct call call = CONVERT(neighbors);
    MPI_Request made = HANDLE(MPI_Request, *request);
    *ierror = MPI_Ineighbor_alltoallw(PASS, &made);
    *request = INTEGER(made);
}

INTERFACE(neighbor_alltoallw_init, BUF, INTS, AINTS, INTS, BUF, INTS, AINTS, INTS, COMM, INFO, REQUEST_OUT)
FUNCTION(void, neighbor_alltoallw_init, ARGUMENTS(MPI_Aint), const MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct call call = CONVERT(neighbors);
    MPI_Request made = HANDLE(MPI_Request, *request);
    *ierror = MPI_Neighbor_alltoallw_init(PASS, HANDLE(MPI_Info, *info), &made);
    *request = INTEGER(made);
}
