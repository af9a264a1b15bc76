// The predefined attributes of communicators (MPI 5.0 §9.1.2). They are the same for all communicators.
#include "api/predefined.h"

#include "api/api.h"
#include "hal/sim.h"

int errorcode_last_used = MPI_ERR_LASTCODE;

const int *attribute_predefined_plain(int keyval)
{
    static const int tag_ub = CHAN_TAG_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, wtime_is_global = 1;
    static int appnum;
    switch (keyval) {
    case MPI_TAG_UB:
        return &tag_ub;
    case MPI_HOST:  // there is none
        return &host;
    case MPI_IO:  // every rank can
        return &io;
    case MPI_WTIME_IS_GLOBAL:
        return &wtime_is_global;
    case MPI_APPNUM:  // the number of the rank's program on the command line (MPI 5.0 §11.10.3)
        appnum = (int)sim_read(SIM_REG_APPNUM);
        return &appnum;
    case MPI_UNIVERSE_SIZE:
        return &p2p_world.size;
    case MPI_LASTUSEDCODE:
        return &errorcode_last_used;
    default:
        return NULL;
    }
}
P2P_REPLACEABLE(const int *, attribute_predefined, (int keyval), attribute_predefined_plain)
