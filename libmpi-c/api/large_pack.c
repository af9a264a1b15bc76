// Packing, and the buffer of buffered sends, with sizes of MPI_Count.
#include "api/large.h"

// The function with int moves the position. As there, the caller's position is set even after an error.
#define LARGE_PACK(name, type, parameters, arguments, ...)                                                  \
    int PMPI_##name##_c parameters                                                                          \
    {                                                                                                       \
        if (position == NULL)                                                                               \
            return api_explain_pointer("MPI_" #name "_c", NULL, "position");                                \
        const MPI_Count counts_[] = {__VA_ARGS__};                                                          \
        int error_ = large_check("MPI_" #name "_c", counts_, sizeof counts_ / sizeof *counts_);             \
        if (error_ != MPI_SUCCESS)                                                                          \
            return error_;                                                                                  \
        type at = (type)*position;                                                                          \
        error_ = PMPI_##name arguments;                                                                     \
        *position = at;                                                                                     \
        return error_;                                                                                      \
    }                                                                                                       \
    API_WEAK(name##_c)

LARGE_PACK(Pack, int,
           (const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm),
           (inbuf, (int)incount, datatype, outbuf, (int)outsize, &at, comm), incount, outsize, *position)
LARGE_PACK(Unpack, int,
           (const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm),
           (inbuf, (int)insize, &at, outbuf, (int)outcount, datatype, comm), insize, outcount, *position)
LARGE_PACK(Pack_external, MPI_Aint,
           (const char datarep[], const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
            MPI_Count *position),
           (datarep, inbuf, (int)incount, datatype, outbuf, (MPI_Aint)outsize, &at), incount)
LARGE_PACK(Unpack_external, MPI_Aint,
           (const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
            MPI_Datatype datatype),
           (datarep, inbuf, (MPI_Aint)insize, &at, outbuf, (int)outcount, datatype), outcount)

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)
{
    int narrow;
    int error = large_check("MPI_Pack_size_c", &incount, 1);
    if (error == MPI_SUCCESS)
        error = PMPI_Pack_size((int)incount, datatype, comm, size == NULL ? NULL : &narrow);
    // If the size does not fit into an int, computes it again.
    if (error == MPI_SUCCESS)
        *size = narrow != MPI_UNDEFINED ? narrow : incount * (MPI_Count)type_size(datatype);
    return error;
}
API_WEAK(Pack_size_c)

int PMPI_Pack_external_size_c(const char datarep[], MPI_Count incount, MPI_Datatype datatype, MPI_Count *size)
{
    MPI_Aint narrow;
    int error = large_check("MPI_Pack_external_size_c", &incount, 1);
    if (error == MPI_SUCCESS)
        error = PMPI_Pack_external_size(datarep, (int)incount, datatype, size == NULL ? NULL : &narrow);
    if (error == MPI_SUCCESS)
        *size = narrow;
    return error;
}
API_WEAK(Pack_external_size_c)

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
    int narrow;
    int error = PMPI_Buffer_detach(buffer_addr, size == NULL ? NULL : &narrow);
    if (error == MPI_SUCCESS)
        *size = narrow;
    return error;
}
API_WEAK(Buffer_detach_c)
