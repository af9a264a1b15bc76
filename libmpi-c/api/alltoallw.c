// MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init.
#include "api/forms.h"

API_ALL_FORMS(Alltoallw, alltoallw,
              (const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
               const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
              (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
              .operation = API_ALLTOALL,
              .send = api_side_w(sendbuf, sendcounts, sdispls, sendtypes),
              .receive = api_side_w(recvbuf, recvcounts, rdispls, recvtypes))
