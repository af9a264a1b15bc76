// Addresses with a special meaning: variables of a common block of mpif.h, for which C has constants, and those of arguments left out.
#ifndef FORTRAN_SPECIAL_H
#define FORTRAN_SPECIAL_H

#include <stddef.h>

#include "include/mpi.h"

// The common block, in the order of mpif.h.
struct special {
    MPI_Fint bottom, in_place, buffer_automatic;
    MPI_Fint unweighted[1], weights_empty[1], errcodes_ignore[1];
    MPI_Fint status_ignore[MPI_F_STATUS_SIZE], statuses_ignore[MPI_F_STATUS_SIZE];
};

struct special_texts {
    char argv_null[1], argvs_null[1];
};

extern struct special rankine_mpi_;
extern struct special_texts rankine_mpi_texts_;

static inline void *special_buffer(void *address)
{
    if (address == &rankine_mpi_.bottom)
        return MPI_BOTTOM;
    if (address == &rankine_mpi_.in_place)
        return MPI_IN_PLACE;
    return address == &rankine_mpi_.buffer_automatic ? MPI_BUFFER_AUTOMATIC : address;
}

// Where a function puts its code. In the module mpi_f08, callers may leave `ierror` out.
static inline MPI_Fint *code_place(MPI_Fint *ierror)
{
    static MPI_Fint ignored;
    return ierror != NULL ? ierror : &ignored;
}

// A status, or an array of these.
static inline MPI_Status *special_status(void *address)
{
    if (address == rankine_mpi_.status_ignore || address == rankine_mpi_.statuses_ignore)
        return MPI_STATUS_IGNORE;
    return address;
}

static inline int *special_weights(MPI_Fint *address)
{
    if (address == rankine_mpi_.unweighted)
        return MPI_UNWEIGHTED;
    return address == rankine_mpi_.weights_empty ? MPI_WEIGHTS_EMPTY : address;
}

static inline int *special_errcodes(MPI_Fint *address)
{
    return address == rankine_mpi_.errcodes_ignore ? MPI_ERRCODES_IGNORE : address;
}

#endif
