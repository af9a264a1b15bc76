// Blocking collective functions whose blocks vary, with counts of MPI_Count. Ranks that do not use an array may give NULL.
#include "api/communicator.h"
#include "api/large.h"

// Returns the number of blocks on this communicator: the ranks of the other side. 0 if invalid; the called function reports it.
static size_t large_ranks(MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    return known != NULL ? (size_t)known->size : 0;
}

// Counts and displacements of one side of a call, as int.
struct large_side {
    int *counts, *places;
};

// Makes a side, unless `*error` is set already or is set now.
static struct large_side large_side(const char *function, const MPI_Count counts[], const MPI_Aint places[], size_t blocks, int *error)
{
    struct large_side side = {NULL, NULL};
    if (*error == MPI_SUCCESS)
        *error = large_check(function, counts, blocks);
    if (*error != MPI_SUCCESS)
        return side;
    side.counts = large_narrow(counts, blocks);
    side.places = large_narrow_places(function, places, blocks, error);
    return side;
}

static void large_side_free(struct large_side *side)
{
    p2p_free(side->counts);
    p2p_free(side->places);
}

// Does this rank use the arrays of a call with this root?
static bool large_is_root(int root, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    return known != NULL && (root == MPI_ROOT || (!comm_is_inter(known) && root == known->rank));
}

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                   const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    int error = large_check_for(comm, "MPI_Gatherv_c", &sendcount, 1);
    struct large_side side = {NULL, NULL};
    if (large_is_root(root, comm))
        side = large_side("MPI_Gatherv_c", recvcounts, displs, large_ranks(comm), &error);
    if (error == MPI_SUCCESS)
        error = PMPI_Gatherv(sendbuf, (int)sendcount, sendtype, recvbuf, side.counts, side.places, recvtype, root, comm);
    large_side_free(&side);
    return error;
}
API_WEAK(Gatherv_c)

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    int error = large_check_for(comm, "MPI_Scatterv_c", &recvcount, 1);
    struct large_side side = {NULL, NULL};
    if (large_is_root(root, comm))
        side = large_side("MPI_Scatterv_c", sendcounts, displs, large_ranks(comm), &error);
    if (error == MPI_SUCCESS)
        error = PMPI_Scatterv(sendbuf, side.counts, side.places, sendtype, recvbuf, (int)recvcount, recvtype, root, comm);
    large_side_free(&side);
    return error;
}
API_WEAK(Scatterv_c)

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    int error = large_check_for(comm, "MPI_Allgatherv_c", &sendcount, 1);
    struct large_side side = large_side("MPI_Allgatherv_c", recvcounts, displs, large_ranks(comm), &error);
    if (error == MPI_SUCCESS)
        error = PMPI_Allgatherv(sendbuf, (int)sendcount, sendtype, recvbuf, side.counts, side.places, recvtype, comm);
    large_side_free(&side);
    return error;
}
API_WEAK(Allgatherv_c)

// With MPI_IN_PLACE, the arrays of the send side have no meaning.
static struct large_side large_send_side(const char *function, const void *sendbuf, const MPI_Count counts[], const MPI_Aint places[],
                                         size_t blocks, int *error)
{
    bool is_used = sendbuf != MPI_IN_PLACE;
    return large_side(function, is_used ? counts : NULL, is_used ? places : NULL, blocks, error);
}

int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    int error = MPI_SUCCESS;
    struct large_side send = large_send_side("MPI_Alltoallv_c", sendbuf, sendcounts, sdispls, large_ranks(comm), &error);
    struct large_side receive = large_side("MPI_Alltoallv_c", recvcounts, rdispls, large_ranks(comm), &error);
    if (error == MPI_SUCCESS)
        error = PMPI_Alltoallv(sendbuf, send.counts, send.places, sendtype, recvbuf, receive.counts, receive.places, recvtype, comm);
    large_side_free(&send);
    large_side_free(&receive);
    return error;
}
API_WEAK(Alltoallv_c)

int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                     void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    int error = MPI_SUCCESS;
    struct large_side send = large_send_side("MPI_Alltoallw_c", sendbuf, sendcounts, sdispls, large_ranks(comm), &error);
    struct large_side receive = large_side("MPI_Alltoallw_c", recvcounts, rdispls, large_ranks(comm), &error);
    if (error == MPI_SUCCESS)
        error = PMPI_Alltoallw(sendbuf, send.counts, send.places, sendtypes, recvbuf, receive.counts, receive.places, recvtypes, comm);
    large_side_free(&send);
    large_side_free(&receive);
    return error;
}
API_WEAK(Alltoallw_c)

int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    int error = MPI_SUCCESS;
    const struct p2p_comm *known = comm_of(comm);
    // Uses the ranks of the own group of an inter-communicator.
    size_t ranks = known != NULL && comm_is_inter(known) ? (size_t)known->details->local->size : large_ranks(comm);
    struct large_side side = large_side("MPI_Reduce_scatter_c", recvcounts, NULL, ranks, &error);
    if (error == MPI_SUCCESS)
        error = PMPI_Reduce_scatter(sendbuf, recvbuf, side.counts, datatype, op, comm);
    large_side_free(&side);
    return error;
}
API_WEAK(Reduce_scatter_c)
