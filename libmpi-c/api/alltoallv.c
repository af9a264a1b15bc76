// MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init.
#include "api/forms.h"

API_ALL_FORMS(Alltoallv, alltoallv,
              (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
               const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
              (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
              .operation = API_ALLTOALL,
              .send = api_side_v(sendbuf, sendcounts, sdispls, sendtype),
              .receive = api_side_v(recvbuf, recvcounts, rdispls, recvtype))
