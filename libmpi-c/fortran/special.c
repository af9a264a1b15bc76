// The common blocks of mpif.h. Only their addresses count.
#include "fortran/special.h"

// As gfortran aligns common blocks.
#define FORTRAN_ALIGNED __attribute__((aligned(16)))

struct special rankine_mpi_ FORTRAN_ALIGNED;
struct special_texts rankine_mpi_texts_ FORTRAN_ALIGNED;
