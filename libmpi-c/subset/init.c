// TMD-MPI: beginning and end, rank and size, and errors, which end the run.
#include <stdio.h>
#include <string.h>

#include "channel/fsl/tables.h"
#include "hal/sim.h"
#include "subset/subset.h"

_Static_assert(MPI_SUBSET != 0, "these sources are for MPI_SUBSET=1");

// Flushes the program's output. Weak, so that a program without output does not link stdio for this.
#pragma weak fflush

struct subset_world subset_world;

void subset_fail(int class, const char *text)
{
    if (fflush != NULL)
        fflush(NULL);
    sim_fatal(class, text, strlen(text));
}

void subset_fail_comm(void)
{
    if (subset_world.size == 0)
        subset_fail(MPI_ERR_OTHER, "TMD-MPI: called before MPI_Init or after MPI_Finalize");
    subset_fail(MPI_ERR_COMM, "TMD-MPI: there is no communicator but MPI_COMM_WORLD; build without MPI_SUBSET=1");
}

int MPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (subset_world.size != 0)
        subset_fail(MPI_ERR_OTHER, "TMD-MPI: called a second time");
    subset_world.rank = sim_node();
    subset_world.size = sim_nodes();
    if (subset_world.size > WIRE_NODES_MAX)
        subset_fail(MPI_ERR_OTHER, "TMD-MPI: serves at most 256 ranks, as headers have 8 bits for a rank");
#if defined RANKINE_CHANNEL_MPE && defined FSL_TABLE_BOARDS
    for (unsigned board = 0; board < FSL_TABLE_BOARDS; board++) {
        if (fsl_first_rank(board) == subset_world.rank)
            subset_fail(MPI_ERR_OTHER, "TMD-MPI: a TMD-MPE passes no tables; let the first node of each board have none");
    }
#else
    fsl_load_tables(subset_world.rank);
#endif
    return MPI_SUCCESS;
}

// When a send ends, its message is on its way. So no other rank needs this one any more.
int MPI_Finalize(void)
{
    subset_check_comm(MPI_COMM_WORLD);
    subset_world.size = 0;
    return MPI_SUCCESS;
}

int MPI_Abort(MPI_Comm comm, int errorcode)
{
    (void)comm;
    subset_fail(errorcode & INT32_MAX, "MPI_Abort");
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    subset_check_comm(comm);
    *rank = (int)subset_world.rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    subset_check_comm(comm);
    *size = (int)subset_world.size;
    return MPI_SUCCESS;
}
