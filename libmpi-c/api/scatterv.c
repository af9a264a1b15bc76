// MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init.
#include "api/forms.h"

CALL_ALL_FORMS(Scatterv, scatterv,
               (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
               (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm),
               .operation = CALL_SCATTER, .root = root,
               .send = call_side_v(sendbuf, sendcounts, displs, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))
