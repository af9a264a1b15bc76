// Functions that programs may link but that this library does not support: a call reports its name to the error handler and
// fails. When a function is implemented, it is removed here. docs/mpi-support.md is generated from this list.

// mpi.h is not included, because the functions here have no parameters.
int api_unsupported(const char *function);

#define PRAGMA(text) _Pragma(#text)
#define UNSUPPORTED(function)               \
    int PMPI_##function(void);              \
    int PMPI_##function(void)               \
    {                                       \
        return api_unsupported("MPI_" #function); \
    }                                       \
    PRAGMA(weak MPI_##function = PMPI_##function)

// Point-to-point communication (MPI 5.0, chapters 3 and 4).

// Collective communication (MPI 5.0, chapter 6).

// Neighbourhood collectives (MPI 5.0, chapter 8).

// Processes (MPI 5.0, chapter 11).
UNSUPPORTED(Close_port)
UNSUPPORTED(Comm_accept)
UNSUPPORTED(Comm_connect)
UNSUPPORTED(Comm_join)
UNSUPPORTED(Comm_spawn)
UNSUPPORTED(Comm_spawn_multiple)
UNSUPPORTED(Lookup_name)
UNSUPPORTED(Open_port)
UNSUPPORTED(Publish_name)
UNSUPPORTED(Unpublish_name)


// Counts of MPI_Count (MPI 5.0, §20.2).
UNSUPPORTED(Allgatherv_init_c)
UNSUPPORTED(Alltoallv_init_c)
UNSUPPORTED(Alltoallw_init_c)
UNSUPPORTED(Gatherv_init_c)
UNSUPPORTED(Iallgatherv_c)
UNSUPPORTED(Ialltoallv_c)
UNSUPPORTED(Ialltoallw_c)
UNSUPPORTED(Igatherv_c)
UNSUPPORTED(Ineighbor_allgatherv_c)
UNSUPPORTED(Ineighbor_alltoallv_c)
UNSUPPORTED(Ineighbor_alltoallw_c)
UNSUPPORTED(Ireduce_scatter_c)
UNSUPPORTED(Iscatterv_c)
UNSUPPORTED(Neighbor_allgatherv_c)
UNSUPPORTED(Neighbor_allgatherv_init_c)
UNSUPPORTED(Neighbor_alltoallv_c)
UNSUPPORTED(Neighbor_alltoallv_init_c)
UNSUPPORTED(Neighbor_alltoallw_c)
UNSUPPORTED(Neighbor_alltoallw_init_c)
UNSUPPORTED(Reduce_scatter_init_c)
UNSUPPORTED(Scatterv_init_c)
