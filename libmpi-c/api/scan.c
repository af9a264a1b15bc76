// MPI_Scan, MPI_Iscan, MPI_Scan_init.
#include "api/forms.h"

API_ALL_FORMS(Scan, scan,
              (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
              (sendbuf, recvbuf, count, datatype, op, comm),
              .operation = API_SCAN, .op = op,
              .send = api_side(sendbuf, count, datatype), .receive = api_side(recvbuf, count, datatype))
