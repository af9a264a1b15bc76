// MPI_Neighbor_alltoall, MPI_Neighbor_alltoallv, their non-blocking and their persistent forms.
#include "api/forms.h"

CALL_ALL_FORMS(Neighbor_alltoall, neighbor_alltoall,
               (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
               .operation = CALL_NEIGHBOR_ALLTOALL,
               .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))

CALL_ALL_FORMS(Neighbor_alltoallv, neighbor_alltoallv,
               (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
               .operation = CALL_NEIGHBOR_ALLTOALL,
               .send = call_side_v(sendbuf, sendcounts, sdispls, sendtype),
               .receive = call_side_v(recvbuf, recvcounts, rdispls, recvtype))
