// Names of predefined handles, for reports.
#ifndef API_NAMES_H
#define API_NAMES_H

#include "include/mpi.h"

// NULL when the handle is none.
const char *op_name(MPI_Op op);
const char *datatype_name(MPI_Datatype datatype);

#endif
