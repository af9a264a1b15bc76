// MPI_Pready and its variants, MPI_Parrived (MPI 5.0 §4.2.2, §4.2.3).
#include "api/partition.h"

static int partition_explain(const char *function, const struct partition_request *all, int partition)
{
    return api_error(all->comm, MPI_ERR_ARG, "%s: there is no partition %d (the request has %d)", function, partition,
                     all->partitions);
}

// Checks that a partition may be marked ready.
static int partition_check_ready(const char *function, const struct partition_request *all, int partition)
{
    if (partition < 0 || partition >= all->partitions)
        return partition_explain(function, all, partition);
    if (all->finished[partition])
        return api_error(all->comm, MPI_ERR_ARG, "%s: partition %d is ready already", function, partition);
    return MPI_SUCCESS;
}

static int partition_check_sender(const char *function, MPI_Request request, struct partition_request **all)
{
    api_enter(function);
    *all = partition_request_of(request);
    if (*all == NULL || !(*all)->is_send)
        return request_explain(function, request);
    if (!(*all)->request->active)
        return api_error((*all)->comm, MPI_ERR_REQUEST, "%s: the request %p has not been started", function, (void *)request);
    return MPI_SUCCESS;
}

int PMPI_Pready(int partition, MPI_Request request)
{
    struct partition_request *all;
    int error = partition_check_sender("MPI_Pready", request, &all);
    if (error == MPI_SUCCESS)
        error = partition_check_ready("MPI_Pready", all, partition);
    if (error == MPI_SUCCESS)
        partition_send(all, partition);
    return error;
}
API_WEAK(Pready)

int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
    struct partition_request *all;
    int error = partition_check_sender("MPI_Pready_range", request, &all);
    for (int i = partition_low; i <= partition_high && error == MPI_SUCCESS; i++)
        error = partition_check_ready("MPI_Pready_range", all, i);
    for (int i = partition_low; i <= partition_high && error == MPI_SUCCESS; i++)
        partition_send(all, i);
    return error;
}
API_WEAK(Pready_range)

int PMPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)
{
    struct partition_request *all;
    int error = partition_check_sender("MPI_Pready_list", request, &all);
    if (error != MPI_SUCCESS)
        return error;
    if (length < 0)
        return api_error(all->comm, MPI_ERR_ARG, "MPI_Pready_list: negative length %d", length);
    if (array_of_partitions == NULL && length > 0)
        return api_explain_pointer("MPI_Pready_list", all->comm, "array_of_partitions");
    for (int i = 0; i < length && error == MPI_SUCCESS; i++) {
        error = partition_check_ready("MPI_Pready_list", all, array_of_partitions[i]);
        if (error == MPI_SUCCESS)
            partition_send(all, array_of_partitions[i]);
    }
    return error;
}
API_WEAK(Pready_list)

int PMPI_Parrived(MPI_Request request, int partition, int *flag)
{
    api_enter("MPI_Parrived");
    struct partition_request *all = partition_request_of(request);
    if (all == NULL || all->is_send)
        return request_explain("MPI_Parrived", request);
    if (partition < 0 || partition >= all->partitions)
        return partition_explain("MPI_Parrived", all, partition);
    if (flag == NULL)
        return api_explain_pointer("MPI_Parrived", all->comm, "flag");
    *flag = partition_arrived(all, partition);
    if (!*flag) {
        p2p_poll();
        *flag = partition_arrived(all, partition);
    }
    return MPI_SUCCESS;
}
API_WEAK(Parrived)
