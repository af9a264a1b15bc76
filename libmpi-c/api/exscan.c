// MPI_Exscan, MPI_Iexscan, MPI_Exscan_init.
#include "api/forms.h"

CALL_ALL_FORMS(Exscan, exscan,
               (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
               (sendbuf, recvbuf, count, datatype, op, comm),
               .operation = CALL_EXSCAN, .op = op,
               .send = call_side(sendbuf, count, datatype), .receive = call_side(recvbuf, count, datatype))
