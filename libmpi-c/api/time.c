// MPI_Wtime and MPI_Wtick: the platform's cycle counter, which also runs before MPI_Init.
#include "api/api.h"
#include "hal/sim.h"

double PMPI_Wtick(void)
{
    return 1.0 / sim_clock_hz();
}
API_WEAK(Wtick)

double PMPI_Wtime(void)
{
    return (double)sim_cycles() / sim_clock_hz();
}
API_WEAK(Wtime)
