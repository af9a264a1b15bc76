// Probing for messages.
#include "api/api.h"

static void message_set_probe_status(MPI_Status *status, const struct p2p_envelope *envelope)
{
    status_set(status, envelope->source, envelope->tag, envelope->bytes);
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    api_enter("MPI_Probe");
    const struct p2p_comm *known = comm_of(comm);
    if (api_bad_source(known, source, tag)) {
        int error = api_explain_receive("MPI_Probe", NULL, 0, MPI_BYTE, source, tag, comm);
        if (error == MPI_SUCCESS)
            status_set_proc_null(status);
        return error;
    }
    struct p2p_envelope envelope;
    p2p_probe(known, source, tag, &envelope);
    message_set_probe_status(status, &envelope);
    return MPI_SUCCESS;
}
API_WEAK(Probe)

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    api_enter("MPI_Iprobe");
    const struct p2p_comm *known = comm_of(comm);
    if (flag == NULL)
        return api_explain_pointer("MPI_Iprobe", known, "flag");
    if (api_bad_source(known, source, tag)) {
        int error = api_explain_receive("MPI_Iprobe", NULL, 0, MPI_BYTE, source, tag, comm);
        if (error != MPI_SUCCESS)
            return error;
        *flag = 1;
        status_set_proc_null(status);
        return MPI_SUCCESS;
    }
    struct p2p_envelope envelope;
    *flag = p2p_iprobe(known, source, tag, &envelope);
    if (*flag)
        message_set_probe_status(status, &envelope);
    return MPI_SUCCESS;
}
API_WEAK(Iprobe)
