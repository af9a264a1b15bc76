// Buffers for messages of MPI_Bsend, in Fortran: the functions that only programs with libmpi_dynamic have (MPI 5.0, §3.6).
#include "fortran/binding.h"

BINDING(buffer_iflush, Buffer_iflush, REQUEST_OUT)
BINDING(comm_attach_buffer, Comm_attach_buffer, COMM, BUF, INT)
BINDING(comm_detach_buffer, Comm_detach_buffer, COMM, DETACHED, INTS)
BINDING(comm_flush_buffer, Comm_flush_buffer, COMM)
BINDING(comm_iflush_buffer, Comm_iflush_buffer, COMM, REQUEST_OUT)
BINDING(session_attach_buffer, Session_attach_buffer, SESSION, BUF, INT)
BINDING(session_detach_buffer, Session_detach_buffer, SESSION, DETACHED, INTS)
BINDING(session_flush_buffer, Session_flush_buffer, SESSION)
BINDING(session_iflush_buffer, Session_iflush_buffer, SESSION, REQUEST_OUT)

INTERFACE_WITHOUT_ARGUMENTS(buffer_flush)
FUNCTION(void, buffer_flush, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    *ierror = MPI_Buffer_flush();
}
