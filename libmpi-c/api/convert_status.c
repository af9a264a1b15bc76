// Statuses for Fortran: arrays of MPI_F_STATUS_SIZE integers (MPI 5.0 §19.3.5).
#include <string.h>

#include "api/api.h"

_Static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint), "a status has as many words in Fortran as in C");

int PMPI_Status_c2f(const MPI_Status *c_status, MPI_Fint *f_status)
{
    if (c_status == NULL || f_status == NULL)
        return api_explain_pointer("MPI_Status_c2f", NULL, c_status == NULL ? "c_status" : "f_status");
    memcpy(f_status, c_status, sizeof *c_status);
    return MPI_SUCCESS;
}
API_WEAK(Status_c2f)

int PMPI_Status_f2c(const MPI_Fint *f_status, MPI_Status *c_status)
{
    if (c_status == NULL || f_status == NULL)
        return api_explain_pointer("MPI_Status_f2c", NULL, f_status == NULL ? "f_status" : "c_status");
    memcpy(c_status, f_status, sizeof *c_status);
    return MPI_SUCCESS;
}
API_WEAK(Status_f2c)
