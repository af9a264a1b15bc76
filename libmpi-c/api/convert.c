// Handles as Fortran has them (MPI 5.0 §19.3.4): predefined handles and addresses of nodes fit into 32 bits.
#include "api/api.h"

#define API_CONVERT(name, type)                        \
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

API_CONVERT(Comm, MPI_Comm)
API_CONVERT(Errhandler, MPI_Errhandler)
API_CONVERT(File, MPI_File)
API_CONVERT(Group, MPI_Group)
API_CONVERT(Info, MPI_Info)
API_CONVERT(Message, MPI_Message)
API_CONVERT(Op, MPI_Op)
API_CONVERT(Request, MPI_Request)
API_CONVERT(Session, MPI_Session)
API_CONVERT(Type, MPI_Datatype)
API_CONVERT(Win, MPI_Win)
