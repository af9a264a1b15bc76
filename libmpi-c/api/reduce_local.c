// MPI_Reduce_local.
#include "api/collective.h"

// Elements with gaps go to memory of the reduction and back.
static void api_reduce_local_copied(const struct api_elements *elements, const void *in, void *inout)
{
    size_t count = elements->reduction.count, bytes = count * elements->reduction.extent;
    char *own = p2p_allocate(2 * bytes + 1, "MPI: no memory for the elements of a reduction"), *result = own + bytes;
    api_elements_load(elements, own, in, count);
    api_elements_load(elements, result, inout, count);
    coll_combine_local(&elements->reduction, own, result);
    api_elements_store(elements, inout, result, count);
    p2p_free(own);
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    struct api_call call = {.function = "MPI_Reduce_local", .operation = API_ALLREDUCE, .op = op,
                            .send = api_side(inbuf, count, datatype), .receive = api_side(inoutbuf, count, datatype)};
    int error = api_call_check(&call, api_comm_handle(api_comm_without()));
    if (error == MPI_SUCCESS && inbuf == MPI_IN_PLACE)
        error = api_error(NULL, MPI_ERR_BUFFER, "MPI_Reduce_local: MPI_IN_PLACE is not allowed for this buffer");
    if (error != MPI_SUCCESS || count == 0)
        return error;
    struct api_elements elements;
    api_elements_open(&elements, op, datatype, count);
    if (elements.copied)
        api_reduce_local_copied(&elements, inbuf, inoutbuf);
    else
        coll_combine_local(&elements.reduction, inbuf, inoutbuf);
    return MPI_SUCCESS;
}
API_WEAK(Reduce_local)
