// MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init.
#include "api/forms.h"

CALL_ALL_FORMS(Reduce_scatter_block, reduce_scatter_block,
               (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
               (sendbuf, recvbuf, recvcount, datatype, op, comm),
               .operation = CALL_REDUCE_SCATTER, .op = op,
               .send = call_side(sendbuf, recvcount, datatype), .receive = call_side(recvbuf, recvcount, datatype))
