// Properties of an open file that a program reads and sets (MPI 5.0 §14.2.4 to §14.2.8, §14.6).
#include <errno.h>
#include <unistd.h>

#include "io/file.h"

// Returns the file of the call, or NULL with `*error` set. Reports it if `result`, named `argument`, is NULL.
static struct file *file_ask(const char *function, MPI_File fh, const void *result, const char *argument, int *error)
{
    struct file *file = file_enter(function, fh, error);
    if (file == NULL || result != NULL)
        return file;
    *error = file_explain_pointer(function, file, argument);
    return NULL;
}

int PMPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
    int error;
    struct file *file = file_ask("MPI_File_get_size", fh, size, "size", &error);
    if (file == NULL)
        return error;
    *size = file_size(file);
    return *size < 0 ? file_explain_host("MPI_File_get_size", file) : MPI_SUCCESS;
}
API_WEAK(File_get_size)

// When all ranks have called, rank 0 sets the size of the file: to exactly `size`, or to at least `size`.
static int file_resize(const char *function, MPI_File fh, MPI_Offset size, bool at_least)
{
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL)
        return error;
    if (file->amode & MPI_MODE_RDONLY)
        return file_error(file, MPI_ERR_READ_ONLY, "%s: %s was opened with MPI_MODE_RDONLY", function, file->name);
    MPI_Comm comm = comm_handle(file->comm);
    MPI_Offset mine[2] = {size, -size}, least[2];
    PMPI_Allreduce(mine, least, 2, MPI_OFFSET, MPI_MIN, comm);
    if (size < 0 || least[0] != -least[1])
        return file_error(file, size < 0 ? MPI_ERR_ARG : MPI_ERR_NOT_SAME, "%s: the size is %s", function,
                          size < 0 ? "negative" : "not that of other ranks");
    int failure = 0;
    if (file->comm->rank == 0) {
        // If the size cannot be read, the file must not be cut.
        MPI_Offset now = at_least ? file_size(file) : 0;
        bool is_enough = at_least && now >= size;
        if (now < 0 || (!is_enough && !file_cut(file, size)))
            failure = errno;
    }
    PMPI_Bcast(&failure, 1, MPI_INT, 0, comm);
    errno = failure;
    return failure != 0 ? file_explain_host(function, file) : MPI_SUCCESS;
}

int PMPI_File_set_size(MPI_File fh, MPI_Offset size)
{
    return file_resize("MPI_File_set_size", fh, size, false);
}
API_WEAK(File_set_size)

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    return file_resize("MPI_File_preallocate", fh, size, true);
}
API_WEAK(File_preallocate)

int PMPI_File_get_amode(MPI_File fh, int *amode)
{
    int error;
    struct file *file = file_ask("MPI_File_get_amode", fh, amode, "amode", &error);
    if (file != NULL)
        *amode = file->amode;
    return error;
}
API_WEAK(File_get_amode)

int PMPI_File_get_group(MPI_File fh, MPI_Group *group)
{
    int error;
    struct file *file = file_ask("MPI_File_get_group", fh, group, "group", &error);
    return file != NULL ? PMPI_Comm_group(comm_handle(file->comm), group) : error;
}
API_WEAK(File_get_group)

int PMPI_File_set_info(MPI_File fh, MPI_Info info)
{
    int error;
    struct file *file = file_enter("MPI_File_set_info", fh, &error);
    if (file == NULL)
        return error;
    if (!info_is_hints(info))
        return file_error(file, MPI_ERR_INFO, "MPI_File_set_info: invalid info object %p", (void *)info);
    info_merge(&file->info, info);
    return MPI_SUCCESS;
}
API_WEAK(File_set_info)

int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
    int error;
    struct file *file = file_ask("MPI_File_get_info", fh, info_used, "info_used", &error);
    if (file != NULL)
        *info_used = info_copy(file->info);
    return error;
}
API_WEAK(File_get_info)

int PMPI_File_set_atomicity(MPI_File fh, int flag)
{
    int error;
    struct file *file = file_enter("MPI_File_set_atomicity", fh, &error);
    if (file == NULL)
        return error;
    int mine[2] = {flag != 0, flag == 0}, most[2];
    PMPI_Allreduce(mine, most, 2, MPI_INT, MPI_MAX, comm_handle(file->comm));
    if (most[0] && most[1])
        return file_error(file, MPI_ERR_NOT_SAME, "MPI_File_set_atomicity: ranks give different flags");
    file->atomic = flag != 0;
    return MPI_SUCCESS;
}
API_WEAK(File_set_atomicity)

int PMPI_File_get_atomicity(MPI_File fh, int *flag)
{
    int error;
    struct file *file = file_ask("MPI_File_get_atomicity", fh, flag, "flag", &error);
    if (file != NULL)
        *flag = file->atomic;
    return error;
}
API_WEAK(File_get_atomicity)

// Written data is in the host's file at once. Only the ranks must synchronize.
int PMPI_File_sync(MPI_File fh)
{
    int error;
    struct file *file = file_enter("MPI_File_sync", fh, &error);
    if (file == NULL)
        return error;
    int failure = fsync(file->descriptor) != 0 ? errno : 0, worst;
    PMPI_Allreduce(&failure, &worst, 1, MPI_INT, MPI_MAX, comm_handle(file->comm));
    errno = worst;
    return worst != 0 ? file_explain_host("MPI_File_sync", file) : MPI_SUCCESS;
}
API_WEAK(File_sync)
