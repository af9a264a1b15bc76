// Checks that counts of MPI_Count fit into an int, and converts arrays of them to arrays of int.
#include "api/large.h"

int large_check_for(MPI_Comm comm, const char *function, const MPI_Count counts[], size_t number)
{
    for (size_t i = 0; counts != NULL && i < number; i++)
        if (counts[i] != (int)counts[i])
            return api_error(comm_of(comm), MPI_ERR_COUNT, "%s: a count or displacement %s, more than this library can do", function,
                             counts[i] < 0 ? "below -2147483648" : "above 2147483647");
    return MPI_SUCCESS;
}

int *large_narrow(const MPI_Count counts[], size_t number)
{
    if (counts == NULL)
        return NULL;
    int *narrow = p2p_allocate((number + 1) * sizeof *narrow, "MPI: no memory for an array of counts");
    for (size_t i = 0; i < number; i++)
        narrow[i] = (int)counts[i];
    return narrow;
}

int *large_narrow_places(MPI_Comm comm, const char *function, const MPI_Aint places[], size_t number, int *error)
{
    if (places == NULL)
        return NULL;
    int *narrow = p2p_allocate((number + 1) * sizeof *narrow, "MPI: no memory for an array of displacements");
    for (size_t i = 0; i < number; i++) {
        const MPI_Count place = places[i];
        if (*error == MPI_SUCCESS)
            *error = large_check_for(comm, function, &place, 1);
        narrow[i] = (int)place;
    }
    return narrow;
}
