// The functions that read and write (MPI 5.0 §14.4). Each place and way has one with a count of int and one with MPI_Count.
#include "io/file.h"

#define FILE_NAME(name) "MPI_File_" #name

// The access of function `name`. `to` is the buffer; for writes, without its `const`.
#define FILE_ACCESS(name, writes, collective, place, offset) \
    &(const struct file_access){FILE_NAME(name), fh, writes, collective, place, offset, (void *)(uintptr_t)buf, count, datatype}

#define FILE_BLOCKING(name, writes, collective, place, buffer, integer)                                                   \
    int PMPI_File_##name(MPI_File fh, buffer buf, integer count, MPI_Datatype datatype, MPI_Status *status)               \
    {                                                                                                                     \
        return file_access(FILE_ACCESS(name, writes, collective, place, 0), status);                                      \
    }                                                                                                                     \
    API_WEAK(File_##name)

#define FILE_BLOCKING_AT(name, writes, collective, buffer, integer)                                                       \
    int PMPI_File_##name(MPI_File fh, MPI_Offset offset, buffer buf, integer count, MPI_Datatype datatype, MPI_Status *status) \
    {                                                                                                                     \
        return file_access(FILE_ACCESS(name, writes, collective, FILE_AT, offset), status);                               \
    }                                                                                                                     \
    API_WEAK(File_##name)

#define FILE_REQUEST(name, writes, place, buffer, integer)                                                                \
    int PMPI_File_##name(MPI_File fh, buffer buf, integer count, MPI_Datatype datatype, MPI_Request *request)             \
    {                                                                                                                     \
        return file_request(FILE_ACCESS(name, writes, false, place, 0), request);                                         \
    }                                                                                                                     \
    API_WEAK(File_##name)

#define FILE_REQUEST_AT(name, writes, buffer, integer)                                                                    \
    int PMPI_File_##name(MPI_File fh, MPI_Offset offset, buffer buf, integer count, MPI_Datatype datatype, MPI_Request *request) \
    {                                                                                                                     \
        return file_request(FILE_ACCESS(name, writes, false, FILE_AT, offset), request);                                  \
    }                                                                                                                     \
    API_WEAK(File_##name)

#define FILE_BEGIN(name, writes, place, buffer, integer)                                                                  \
    int PMPI_File_##name(MPI_File fh, buffer buf, integer count, MPI_Datatype datatype)                                   \
    {                                                                                                                     \
        return file_begin(FILE_ACCESS(name, writes, true, place, 0));                                                     \
    }                                                                                                                     \
    API_WEAK(File_##name)

#define FILE_BEGIN_AT(name, writes, buffer, integer)                                                                      \
    int PMPI_File_##name(MPI_File fh, MPI_Offset offset, buffer buf, integer count, MPI_Datatype datatype)                \
    {                                                                                                                     \
        return file_begin(FILE_ACCESS(name, writes, true, FILE_AT, offset));                                              \
    }                                                                                                                     \
    API_WEAK(File_##name)

#define FILE_END(name, buffer)                                                                                            \
    int PMPI_File_##name##_end(MPI_File fh, buffer buf, MPI_Status *status)                                               \
    {                                                                                                                     \
        return file_end(FILE_NAME(name) "_end", FILE_NAME(name) "_begin", fh, buf, status);                               \
    }                                                                                                                     \
    API_WEAK(File_##name##_end)

// All functions of one direction and one kind of count; `c` is the ending of the names.
#define FILE_FORMS(way, writes, buffer, c, integer)                             \
    FILE_BLOCKING_AT(way##_at##c, writes, false, buffer, integer)               \
    FILE_BLOCKING_AT(way##_at_all##c, writes, true, buffer, integer)            \
    FILE_BLOCKING(way##c, writes, false, FILE_OWN, buffer, integer)             \
    FILE_BLOCKING(way##_all##c, writes, true, FILE_OWN, buffer, integer)        \
    FILE_BLOCKING(way##_shared##c, writes, false, FILE_SHARED, buffer, integer) \
    FILE_BLOCKING(way##_ordered##c, writes, true, FILE_ORDERED, buffer, integer) \
    FILE_REQUEST_AT(i##way##_at##c, writes, buffer, integer)                    \
    FILE_REQUEST_AT(i##way##_at_all##c, writes, buffer, integer)                \
    FILE_REQUEST(i##way##c, writes, FILE_OWN, buffer, integer)                  \
    FILE_REQUEST(i##way##_all##c, writes, FILE_OWN, buffer, integer)            \
    FILE_REQUEST(i##way##_shared##c, writes, FILE_SHARED, buffer, integer)      \
    FILE_BEGIN_AT(way##_at_all_begin##c, writes, buffer, integer)               \
    FILE_BEGIN(way##_all_begin##c, writes, FILE_OWN, buffer, integer)           \
    FILE_BEGIN(way##_ordered_begin##c, writes, FILE_ORDERED, buffer, integer)

#define FILE_ENDS(way, buffer)   \
    FILE_END(way##_at_all, buffer) \
    FILE_END(way##_all, buffer)  \
    FILE_END(way##_ordered, buffer)

FILE_FORMS(read, false, void *, , int)
FILE_FORMS(read, false, void *, _c, MPI_Count)
FILE_FORMS(write, true, const void *, , int)
FILE_FORMS(write, true, const void *, _c, MPI_Count)
FILE_ENDS(read, void *)
FILE_ENDS(write, const void *)
