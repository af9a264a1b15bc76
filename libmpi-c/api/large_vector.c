// Collective functions whose blocks vary, with counts of MPI_Count. Ranks that do not use an array may give NULL.
#include "api/communicator.h"
#include "api/large_forms.h"

// Returns the number of blocks on this communicator: the ranks of the other side. 0 if invalid; the called function reports it.
static size_t large_ranks(MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    return known != NULL ? (size_t)known->size : 0;
}

// The same for arrays that only the root uses.
static size_t large_root_ranks(int root, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    bool is_root = known != NULL && (root == MPI_ROOT || (!comm_is_inter(known) && root == known->rank));
    return is_root ? (size_t)known->size : 0;
}

// The same for arrays with the ranks of the own group, also on an inter-communicator.
static size_t large_own_ranks(MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    return known != NULL && comm_is_inter(known) ? (size_t)known->details->local->size : large_ranks(comm);
}

LARGE_ALL_FORMS(Gatherv, gatherv,
                (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                 const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
                (sendbuf, (int)sendcount, sendtype, recvbuf, large.receive.counts, large.receive.places, recvtype, root, comm),
                .count = sendcount, .receive = large_side(recvcounts, displs, large_root_ranks(root, comm)))

LARGE_ALL_FORMS(Scatterv, scatterv,
                (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
                 MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
                (sendbuf, large.send.counts, large.send.places, sendtype, recvbuf, (int)recvcount, recvtype, root, comm),
                .count = recvcount, .send = large_side(sendcounts, displs, large_root_ranks(root, comm)))

LARGE_ALL_FORMS(Allgatherv, allgatherv,
                (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                 const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, (int)sendcount, sendtype, recvbuf, large.receive.counts, large.receive.places, recvtype, comm),
                .count = sendcount, .receive = large_side(recvcounts, displs, large_ranks(comm)))

LARGE_ALL_FORMS(Alltoallv, alltoallv,
                (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                 const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, large.send.counts, large.send.places, sendtype, recvbuf, large.receive.counts, large.receive.places, recvtype,
                 comm),
                .send = large_send_side(sendbuf, sendcounts, sdispls, large_ranks(comm)),
                .receive = large_side(recvcounts, rdispls, large_ranks(comm)))

LARGE_ALL_FORMS(Alltoallw, alltoallw,
                (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                 void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
                (sendbuf, large.send.counts, large.send.places, sendtypes, recvbuf, large.receive.counts, large.receive.places,
                 recvtypes, comm),
                .send = large_send_side(sendbuf, sendcounts, sdispls, large_ranks(comm)),
                .receive = large_side(recvcounts, rdispls, large_ranks(comm)))

LARGE_ALL_FORMS(Reduce_scatter, reduce_scatter,
                (const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
                (sendbuf, recvbuf, large.receive.counts, datatype, op, comm),
                .receive = large_side(recvcounts, NULL, large_own_ranks(comm)))
