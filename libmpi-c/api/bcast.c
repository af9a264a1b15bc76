// MPI_Bcast, MPI_Ibcast, MPI_Bcast_init.
#include "api/forms.h"

API_OTHER_FORMS(Bcast, bcast,
                (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm),
                (buffer, count, datatype, root, comm),
                .operation = API_BCAST, .root = root,
                .receive = api_side(buffer, count, datatype))

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    if (__builtin_expect(api_is_plain(known) && !api_bad_root(known, root) &&
                             api_quick(buffer, count, datatype, &bytes),
                         1)) {
        coll_bcast(known, buffer, bytes, root);
        return api_collective_result("MPI_Bcast", known);
    }
    struct api_call call;
    int error = api_prepare_bcast(&call, "MPI_Bcast", buffer, count, datatype, root, comm);
    return api_call_now(&call, error);
}
API_WEAK(Bcast)
