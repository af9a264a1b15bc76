// MPI_Scan, MPI_Iscan, MPI_Scan_init.
#include "api/forms.h"

CALL_ALL_FORMS(Scan, scan,
               (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
               (sendbuf, recvbuf, count, datatype, op, comm),
               .operation = CALL_SCAN, .op = op,
               .send = call_side(sendbuf, count, datatype), .receive = call_side(recvbuf, count, datatype))
