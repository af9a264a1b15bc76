// MPI_Reduce_local.
#include "api/collective.h"

// Reduces elements with gaps, on copies.
static void op_reduce_local_copied(const struct call_elements *elements, const void *in, void *inout)
{
    size_t count = elements->reduction.count, bytes = count * elements->reduction.extent;
    char *own = p2p_allocate(2 * bytes + 1, "MPI: no memory for the elements of a reduction"), *result = own + bytes;
    call_elements_load(elements, own, in, count);
    call_elements_load(elements, result, inout, count);
    coll_combine_local(&elements->reduction, own, result);
    call_elements_store(elements, inout, result, count);
    p2p_free(own);
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    struct call call = {.function = "MPI_Reduce_local", .operation = CALL_ALLREDUCE, .op = op,
                        .send = call_side(inbuf, count, datatype), .receive = call_side(inoutbuf, count, datatype)};
    int error = call_check(&call, comm_handle(comm_for_errors()));
    if (error == MPI_SUCCESS && inbuf == MPI_IN_PLACE)
        error = api_error(NULL, MPI_ERR_BUFFER, "MPI_Reduce_local: MPI_IN_PLACE is not allowed for this buffer");
    if (error != MPI_SUCCESS || count == 0)
        return error;
    struct call_elements elements;
    call_elements_open(&elements, op, datatype, count);
    if (elements.copied)
        op_reduce_local_copied(&elements, inbuf, inoutbuf);
    else
        coll_combine_local(&elements.reduction, inbuf, inoutbuf);
    return MPI_SUCCESS;
}
API_WEAK(Reduce_local)
