// The environment of a program, in Fortran (MPI 5.0, chapters 9 and 11).
#include "fortran/binding.h"

BINDING(abort, Abort, COMM, INT)
BINDING(alloc_mem, Alloc_mem, AINT, INFO, ADDRESS)
BINDING(finalized, Finalized, LOGICALS)
BINDING(free_mem, Free_mem, BUF)
BINDING(get_hw_resource_info, Get_hw_resource_info, INFO_OUT)
BINDING(get_library_version, Get_library_version, TEXT_OUT, INTS)
BINDING(get_processor_name, Get_processor_name, TEXT_OUT, INTS)
BINDING(get_version, Get_version, INTS, INTS)
BINDING(initialized, Initialized, LOGICALS)
BINDING(is_thread_main, Is_thread_main, LOGICALS)
BINDING(query_thread, Query_thread, INTS)
BINDING(session_finalize, Session_finalize, SESSION_OUT)
BINDING(session_get_info, Session_get_info, SESSION, INFO_OUT)
BINDING(session_get_nth_pset, Session_get_nth_pset, SESSION, INFO, INT, INTS, TEXT_OUT)
BINDING(session_get_num_psets, Session_get_num_psets, SESSION, INFO, INTS)
BINDING(session_get_pset_info, Session_get_pset_info, SESSION, TEXT, INFO_OUT)
BINDING(session_init, Session_init, INFO, ERRHANDLER, SESSION_OUT)

INTERFACE_WITHOUT_ARGUMENTS(init)
FUNCTION(void, init, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    *ierror = MPI_Init(NULL, NULL);
}

INTERFACE(init_thread, INT, INTS)
FUNCTION(void, init_thread, const MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    *ierror = MPI_Init_thread(NULL, NULL, *required, provided);
}

INTERFACE_WITHOUT_ARGUMENTS(finalize)
FUNCTION(void, finalize, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    *ierror = MPI_Finalize();
}

FUNCTION(void, pcontrol, const MPI_Fint *level)
{
    MPI_Pcontrol(*level);
}

FUNCTION(double, wtime, void)
{
    return MPI_Wtime();
}

FUNCTION(double, wtick, void)
{
    return MPI_Wtick();
}
