// MPI_Neighbor_allgather, MPI_Neighbor_allgatherv, their non-blocking and their persistent forms.
#include "api/forms.h"

CALL_ALL_FORMS(Neighbor_allgather, neighbor_allgather,
               (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
               .operation = CALL_NEIGHBOR_ALLGATHER,
               .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))

CALL_ALL_FORMS(Neighbor_allgatherv, neighbor_allgatherv,
               (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
               .operation = CALL_NEIGHBOR_ALLGATHER,
               .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side_v(recvbuf, recvcounts, displs, recvtype))
