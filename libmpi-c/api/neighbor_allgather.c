// MPI_Neighbor_allgather, MPI_Neighbor_allgatherv, their non-blocking and their persistent forms.
#include "api/forms.h"

API_ALL_FORMS(Neighbor_allgather, neighbor_allgather,
              (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
               MPI_Comm comm),
              (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
              .operation = API_NEIGHBOR_ALLGATHER,
              .send = api_side(sendbuf, sendcount, sendtype), .receive = api_side(recvbuf, recvcount, recvtype))

API_ALL_FORMS(Neighbor_allgatherv, neighbor_allgatherv,
              (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
               const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
              (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
              .operation = API_NEIGHBOR_ALLGATHER,
              .send = api_side(sendbuf, sendcount, sendtype), .receive = api_side_v(recvbuf, recvcounts, displs, recvtype))
