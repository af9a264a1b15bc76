// MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init.
#include "api/forms.h"

CALL_ALL_FORMS(Alltoallv, alltoallv,
               (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
               .operation = CALL_ALLTOALL,
               .send = call_side_v(sendbuf, sendcounts, sdispls, sendtype),
               .receive = call_side_v(recvbuf, recvcounts, rdispls, recvtype))
