// Tells which library this is. MPICH 4.0, under which these programs also run, does not support everything that the standard demands.
#ifndef NATIVE_H
#define NATIVE_H

#include "../check.h"

static inline int is_mpich(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strncmp(version, "MPICH", strlen("MPICH")) == 0;
}

#endif
