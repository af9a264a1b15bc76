// MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init.
#include "api/forms.h"

CALL_ALL_FORMS(Reduce_scatter, reduce_scatter,
               (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
               (sendbuf, recvbuf, recvcounts, datatype, op, comm),
               .operation = CALL_REDUCE_SCATTER, .op = op, .varies = true, .counts = recvcounts,
               .send = call_side(sendbuf, 0, datatype), .receive = call_side(recvbuf, 0, datatype))
