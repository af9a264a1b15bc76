// Names of predefined handles, for reports.
#ifndef API_NAMES_H
#define API_NAMES_H

#include "include/mpi.h"

// Return the name of a predefined handle as in mpi.h, or NULL if the handle is not predefined.
const char *op_name(MPI_Op op);
const char *datatype_name(MPI_Datatype datatype);

#endif
