// MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init.
#include "api/forms.h"

CALL_ALL_FORMS(Allgatherv, allgatherv,
               (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
               .operation = CALL_ALLGATHER,
               .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side_v(recvbuf, recvcounts, displs, recvtype))
