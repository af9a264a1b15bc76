// MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init.
#include "api/forms.h"

API_ALL_FORMS(Neighbor_alltoallw, neighbor_alltoallw,
              (const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
               void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
              (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
              .operation = API_NEIGHBOR_ALLTOALL,
              .send = api_side_wide(sendbuf, sendcounts, sdispls, sendtypes),
              .receive = api_side_wide(recvbuf, recvcounts, rdispls, recvtypes))
