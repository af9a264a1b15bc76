// The pointers of a file, and the functions that read and set them (MPI 5.0 §14.4). The shared one is a word in a window of rank 0.
#include "io/file.h"

int64_t file_shared_add(struct file *file, int64_t etypes)
{
    int64_t before = 0;
    PMPI_Win_lock(MPI_LOCK_SHARED, 0, 0, file->shared);
    PMPI_Fetch_and_op(&etypes, &before, MPI_INT64_T, 0, 0, MPI_SUM, file->shared);
    PMPI_Win_unlock(0, file->shared);
    return before;
}

// Rank 0 sets it when all ranks have called; all return after that.
void file_shared_set(struct file *file, int64_t etypes)
{
    MPI_Comm comm = comm_handle(file->comm);
    PMPI_Barrier(comm);
    if (file->comm->rank == 0)
        file_shared_add(file, etypes - file_shared_add(file, 0));
    PMPI_Barrier(comm);
}

void file_lock(struct file *file)
{
    if (file->atomic)
        PMPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, file->shared);
}

void file_unlock(struct file *file)
{
    if (file->atomic)
        PMPI_Win_unlock(0, file->shared);
}

// Returns the new position for MPI_File_seek and MPI_File_seek_shared; `now` is the present one. Reports an error and sets
// `*error`.
static MPI_Offset file_seek_to(const char *function, struct file *file, MPI_Offset offset, int whence, MPI_Offset now, int *error)
{
    if (whence != MPI_SEEK_SET && whence != MPI_SEEK_CUR && whence != MPI_SEEK_END) {
        *error = file_error(file, MPI_ERR_ARG, "%s: whence is %d, but must be MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END", function, whence);
        return -1;
    }
    MPI_Offset to = offset;
    if (whence == MPI_SEEK_CUR)
        to = (MPI_Offset)((uint64_t)to + (uint64_t)now);
    MPI_Offset size = whence == MPI_SEEK_END ? file_size(file) : 0;
    if (size < 0) {
        *error = file_explain_host(function, file);
        return -1;
    }
    if (whence == MPI_SEEK_END)
        to = (MPI_Offset)((uint64_t)to + (uint64_t)file_end_of(&file->view, size));
    *error = !file_is_far(&file->view, to)
                 ? MPI_SUCCESS
                 : file_error(file, MPI_ERR_ARG, "%s: the position would be %s", function,
                              to < 0 ? "before the start of the file" : "beyond all files");
    return to;
}

static bool file_is_sequential(const char *function, const struct file *file, int *error)
{
    if (!(file->amode & MPI_MODE_SEQUENTIAL))
        return false;
    *error = file_error(file, MPI_ERR_UNSUPPORTED_OPERATION, "%s: the file was opened with MPI_MODE_SEQUENTIAL", function);
    return true;
}

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
    const char *function = "MPI_File_seek";
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL || file_is_sequential(function, file, &error))
        return error;
    MPI_Offset to = file_seek_to(function, file, offset, whence, file->position, &error);
    if (error == MPI_SUCCESS)
        file->position = to;
    return error;
}
API_WEAK(File_seek)

// Returns one of the two pointers.
static int file_tell(const char *function, MPI_File fh, bool shared, MPI_Offset *offset)
{
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL || file_is_sequential(function, file, &error))
        return error;
    if (offset == NULL)
        return file_explain_pointer(function, file, "offset");
    *offset = shared ? file_shared_add(file, 0) : file->position;
    return MPI_SUCCESS;
}

int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
    return file_tell("MPI_File_get_position", fh, false, offset);
}
API_WEAK(File_get_position)

// Rank 0's position is used; all ranks must pass the same (MPI 5.0 §14.4.4).
int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
    const char *function = "MPI_File_seek_shared";
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL || file_is_sequential(function, file, &error))
        return error;
    MPI_Offset mine[2] = {offset, -offset}, least[2];
    PMPI_Allreduce(mine, least, 2, MPI_OFFSET, MPI_MIN, comm_handle(file->comm));
    if (least[0] != -least[1])
        return file_error(file, MPI_ERR_NOT_SAME, "%s: ranks give different offsets", function);
    MPI_Offset to = file_seek_to(function, file, offset, whence, file_shared_add(file, 0), &error);
    if (error == MPI_SUCCESS)
        file_shared_set(file, to);
    return error;
}
API_WEAK(File_seek_shared)

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
    return file_tell("MPI_File_get_position_shared", fh, true, offset);
}
API_WEAK(File_get_position_shared)
