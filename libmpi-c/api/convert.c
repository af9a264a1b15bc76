// Handles for Fortran (MPI 5.0 §19.3.4). Predefined handles and addresses in a node's memory fit into 32 bits.
#include "api/api.h"

#define CONVERT_HANDLE(name, type)                     \
    MPI_Fint PMPI_##name##_c2f(type handle)            \
    {                                                  \
        return (MPI_Fint)(uint32_t)(uintptr_t)handle;  \
    }                                                  \
    API_WEAK(name##_c2f)                               \
    type PMPI_##name##_f2c(MPI_Fint handle)            \
    {                                                  \
        return (type)(uintptr_t)(uint32_t)handle;      \
    }                                                  \
    API_WEAK(name##_f2c)

CONVERT_HANDLE(Comm, MPI_Comm)
CONVERT_HANDLE(Errhandler, MPI_Errhandler)
CONVERT_HANDLE(File, MPI_File)
CONVERT_HANDLE(Group, MPI_Group)
CONVERT_HANDLE(Info, MPI_Info)
CONVERT_HANDLE(Message, MPI_Message)
CONVERT_HANDLE(Op, MPI_Op)
CONVERT_HANDLE(Request, MPI_Request)
CONVERT_HANDLE(Session, MPI_Session)
CONVERT_HANDLE(Type, MPI_Datatype)
CONVERT_HANDLE(Win, MPI_Win)
