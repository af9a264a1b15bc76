// MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init.
#include "api/forms.h"

API_OTHER_FORMS(Barrier, barrier, (MPI_Comm comm), (comm), .operation = API_BARRIER)

int PMPI_Barrier(MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    if (__builtin_expect(api_is_plain(known), 1)) {
        coll_barrier(known);
        return api_collective_result("MPI_Barrier", known);
    }
    struct api_call call;
    int error = api_prepare_barrier(&call, "MPI_Barrier", comm);
    return api_call_now(&call, error);
}
API_WEAK(Barrier)
