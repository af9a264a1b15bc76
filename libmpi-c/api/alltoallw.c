// MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init.
#include "api/forms.h"

CALL_ALL_FORMS(Alltoallw, alltoallw,
               (const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
               .operation = CALL_ALLTOALL,
               .send = call_side_w(sendbuf, sendcounts, sdispls, sendtypes),
               .receive = call_side_w(recvbuf, recvcounts, rdispls, recvtypes))
