// Neighbourhood collectives whose blocks vary, with counts of MPI_Count.
#include "api/large_forms.h"
#include "api/topology.h"

// The number of neighbours from which, or to which, this rank has edges. 0 if the communicator is invalid or has no topology; the
// called function reports it.
static size_t large_neighbors(MPI_Comm comm, bool are_sources)
{
    const struct p2p_comm *known = comm_of(comm);
    const int *lists[2];
    int sources, destinations;
    if (known == NULL || topology_neighbors(known, &sources, &lists[0], &destinations, &lists[1]) != MPI_SUCCESS)
        return 0;
    return (size_t)(are_sources ? sources : destinations);
}

LARGE_ALL_FORMS(Neighbor_allgatherv, neighbor_allgatherv,
                (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                 const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, (int)sendcount, sendtype, recvbuf, large.receive.counts, large.receive.places, recvtype, comm),
                .count = sendcount, .receive = large_side(recvcounts, displs, large_neighbors(comm, true)))

LARGE_ALL_FORMS(Neighbor_alltoallv, neighbor_alltoallv,
                (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                 const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, large.send.counts, large.send.places, sendtype, recvbuf, large.receive.counts, large.receive.places, recvtype,
                 comm),
                .send = large_side(sendcounts, sdispls, large_neighbors(comm, false)),
                .receive = large_side(recvcounts, rdispls, large_neighbors(comm, true)))

// Its displacements are of type MPI_Aint in both forms, so they need no copy.
LARGE_ALL_FORMS(Neighbor_alltoallw, neighbor_alltoallw,
                (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                 void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
                (sendbuf, large.send.counts, sdispls, sendtypes, recvbuf, large.receive.counts, rdispls, recvtypes, comm),
                .send = large_side(sendcounts, NULL, large_neighbors(comm, false)),
                .receive = large_side(recvcounts, NULL, large_neighbors(comm, true)))
