// MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init.
#include "api/forms.h"

CALL_ALL_FORMS(Neighbor_alltoallw, neighbor_alltoallw,
               (const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
               .operation = CALL_NEIGHBOR_ALLTOALL,
               .send = call_side_wide(sendbuf, sendcounts, sdispls, sendtypes),
               .receive = call_side_wide(recvbuf, recvcounts, rdispls, recvtypes))
