// MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Barrier, barrier, (MPI_Comm comm), (comm), .operation = CALL_BARRIER)

int PMPI_Barrier(MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    if (__builtin_expect(call_is_plain(known), 1)) {
        coll_barrier(known);
        return call_result("MPI_Barrier", known);
    }
    struct call call;
    int error = call_prepare_barrier(&call, "MPI_Barrier", comm);
    return call_now(&call, error);
}
API_WEAK(Barrier)
