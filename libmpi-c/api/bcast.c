// MPI_Bcast, MPI_Ibcast, MPI_Bcast_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Bcast, bcast,
                 (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm),
                 (buffer, count, datatype, root, comm),
                 .operation = CALL_BCAST, .root = root,
                 .receive = call_side(buffer, count, datatype))

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    if (__builtin_expect(call_is_plain(known) && !call_bad_root(known, root) &&
                             call_quick(buffer, count, datatype, &bytes),
                         1)) {
        coll_bcast(known, buffer, bytes, root);
        return call_result("MPI_Bcast", known);
    }
    struct call call;
    int error = call_prepare_bcast(&call, "MPI_Bcast", buffer, count, datatype, root, comm);
    return call_now(&call, error);
}
API_WEAK(Bcast)
