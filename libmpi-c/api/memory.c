// MPI_Alloc_mem and MPI_Free_mem: memory from scratchpad if the channel reaches that better, else from the heap.
#include <stdlib.h>

#include "api/info.h"
#include "channel.h"

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    api_enter("MPI_Alloc_mem");
    if (!info_is_hints(info))
        return info_explain("MPI_Alloc_mem", NULL, info);
    if (size < 0)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Alloc_mem: size is %d, but cannot be negative", (int)size);
    if (baseptr == NULL)
        return api_explain_pointer("MPI_Alloc_mem", NULL, "baseptr");
    void *memory = chan_allocate(size);
    if (memory == NULL)
        memory = CHAN_MALLOC(size == 0 ? 1 : size);
    if (memory == NULL)
        return api_error(NULL, MPI_ERR_NO_MEM, "MPI_Alloc_mem: no memory for %zu bytes", (size_t)size);
    *(void **)baseptr = memory;
    return MPI_SUCCESS;
}
API_WEAK(Alloc_mem)

int PMPI_Free_mem(void *base)
{
    api_enter("MPI_Free_mem");
    if (!chan_free(base))
        free(base);
    return MPI_SUCCESS;
}
API_WEAK(Free_mem)
