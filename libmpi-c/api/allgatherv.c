// MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init.
#include "api/forms.h"

API_ALL_FORMS(Allgatherv, allgatherv,
              (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
               const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
              (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
              .operation = API_ALLGATHER,
              .send = api_side(sendbuf, sendcount, sendtype), .receive = api_side_v(recvbuf, recvcounts, displs, recvtype))
