// MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init.
#include "api/forms.h"

CALL_ALL_FORMS(Gatherv, gatherv,
               (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm),
               .operation = CALL_GATHER, .root = root,
               .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side_v(recvbuf, recvcounts, displs, recvtype))
