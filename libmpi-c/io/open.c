// Opening, closing and deleting files (MPI 5.0 §14.2).
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file.h"

static struct p2p_object_pool file_pool = {P2P_OBJECT_FILE, sizeof(struct file), NULL};

struct file *file_enter(const char *function, MPI_File handle, int *error)
{
    api_enter(function);
    struct file *file = file_of(handle);
    *error = file != NULL ? MPI_SUCCESS : file_explain(function, handle);
    return file;
}

int file_explain(const char *function, MPI_File handle)
{
    return api_error_of(file_initial_errhandler, MPI_FILE_NULL, MPI_ERR_FILE, "%s: invalid file %p%s", function, (void *)handle,
                        handle == MPI_FILE_NULL ? ", MPI_FILE_NULL" : "");
}

int file_explain_pointer(const char *function, const struct file *file, const char *argument)
{
    return file_error(file, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function, argument);
}

int file_explain_type(const char *function, const struct file *file, MPI_Datatype datatype)
{
    return file_error(file, MPI_ERR_TYPE, "%s: datatype %p is %s", function, (void *)datatype,
                      type_is_valid(datatype) ? "not committed" : "no datatype");
}

// Returns the error class for a value of errno.
static int file_class_of(int error)
{
    switch (error) {
    case ENOENT: return MPI_ERR_NO_SUCH_FILE;
    case EEXIST: return MPI_ERR_FILE_EXISTS;
    case EACCES: case EPERM: return MPI_ERR_ACCESS;
    case EROFS: return MPI_ERR_READ_ONLY;
    case ENOSPC: case EFBIG: return MPI_ERR_NO_SPACE;
    case EDQUOT: return MPI_ERR_QUOTA;
    case ENAMETOOLONG: case ENOTDIR: case EISDIR: case ELOOP: return MPI_ERR_BAD_FILE;
    default: return MPI_ERR_IO;
    }
}

int file_explain_host(const char *function, const struct file *file)
{
    int error = errno;
    return file_error(file, file_class_of(error), "%s: %s: %s", function, file->name, strerror(error));
}

// Checks a set of modes (MPI 5.0 §14.2.1). Returns the contradiction in it, or NULL.
static const char *file_bad_mode(int amode)
{
    int ways = !!(amode & MPI_MODE_RDONLY) + !!(amode & MPI_MODE_WRONLY) + !!(amode & MPI_MODE_RDWR);
    if (ways != 1)
        return "exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR must be given";
    if ((amode & MPI_MODE_RDONLY) && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)))
        return "MPI_MODE_CREATE and MPI_MODE_EXCL contradict MPI_MODE_RDONLY";
    if ((amode & MPI_MODE_RDWR) && (amode & MPI_MODE_SEQUENTIAL))
        return "MPI_MODE_SEQUENTIAL contradicts MPI_MODE_RDWR";
    return NULL;
}

// Returns the file name without the prefix that MPI allows, the kind of file system.
static const char *file_plain_name(const char *name)
{
    const char *colon = strchr(name, ':');
    if (colon == NULL || colon - name < 2)
        return name;
    for (const char *at = name; at < colon; at++)
        if (*at < 'a' || *at > 'z')
            return name;
    return colon + 1;
}

enum { FILE_PERMISSIONS = 0666 };

static int file_open_host(const char *name, int amode, bool creates)
{
    int flags = amode & MPI_MODE_RDONLY ? O_RDONLY : amode & MPI_MODE_WRONLY ? O_WRONLY : O_RDWR;
    if (creates && (amode & MPI_MODE_CREATE))
        flags |= O_CREAT | (amode & MPI_MODE_EXCL ? O_EXCL : 0);
    struct stat about;
    if (stat(name, &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    int descriptor = open(name, flags, FILE_PERMISSIONS);
    // Finds the end of the file, where the pointers begin.
    if (descriptor >= 0 && (amode & MPI_MODE_APPEND) && lseek(descriptor, 0, SEEK_END) < 0) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

// Opens the file of the host: first on rank 0, which creates it if needed; then, if that succeeded, on the others. Returns
// the descriptor. If any rank fails, returns -1 at all ranks, with the same errno.
static int file_open_all(const struct p2p_comm *comm, const char *name, int amode)
{
    MPI_Comm handle = comm_handle(comm);
    int descriptor = -1, error = 0, worst;
    if (comm->rank == 0) {
        descriptor = file_open_host(name, amode, true);
        error = descriptor < 0 ? errno : 0;
    }
    PMPI_Bcast(&error, 1, MPI_INT, 0, handle);
    if (comm->rank != 0 && error == 0) {
        descriptor = file_open_host(name, amode, false);
        error = descriptor < 0 ? errno : 0;
    }
    PMPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, handle);
    if (worst != 0 && descriptor >= 0)
        close(descriptor);
    errno = worst;
    return worst != 0 ? -1 : descriptor;
}

static int file_check_open(const struct p2p_comm *comm, const char *filename, int amode, MPI_Info info, const MPI_File *fh)
{
    const char *function = "MPI_File_open";
    MPI_Errhandler handler = file_initial_errhandler;
    if (comm_is_inter(comm))
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_COMM, "%s: communicator %s is an inter-communicator", function,
                            comm_called(comm));
    if (filename == NULL || fh == NULL)
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function,
                            filename == NULL ? "filename" : "fh");
    if (!info_is_hints(info))
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_INFO, "%s: invalid info object %p", function, (void *)info);
    const char *wrong = file_bad_mode(amode);
    int mine[3] = {amode, -amode, wrong != NULL}, most[3];
    PMPI_Allreduce(mine, most, 3, MPI_INT, MPI_MAX, comm_handle(comm));
    if (wrong != NULL)
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_AMODE, "%s: mode %d: %s", function, amode, wrong);
    if (most[0] != -most[1] || most[2])
        return api_error_of(handler, MPI_FILE_NULL, most[2] ? MPI_ERR_AMODE : MPI_ERR_NOT_SAME,
                            "%s: mode %d, but other ranks give another one", function, amode);
    return MPI_SUCCESS;
}

// Makes the object for an open file. Collective.
static struct file *file_new(struct p2p_comm *comm, const char *name, int amode, MPI_Info info, int descriptor)
{
    struct file *file = p2p_object_new(&file_pool);
    file->comm = comm;
    file->errhandler = file_initial_errhandler;
    errhandler_retain(file->errhandler);
    file->info = info == MPI_INFO_NULL ? MPI_INFO_NULL : info_copy(info);
    size_t length = strlen(name) + 1;
    file->name = memcpy(p2p_allocate(length, "MPI: no memory for the name of a file"), name, length);
    file->amode = amode;
    file->descriptor = descriptor;
    file_view_bytes(&file->view);
    int64_t *word;
    PMPI_Win_allocate(comm->rank == 0 ? sizeof *word : 0, sizeof *word, MPI_INFO_NULL, comm_handle(comm), &word, &file->shared);
    MPI_Offset first = amode & MPI_MODE_APPEND ? file_size(file) : 0;
    file->position = first;
    if (comm->rank == 0)
        *word = first;
    PMPI_Barrier(comm_handle(comm));
    return file;
}

int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    const char *function = "MPI_File_open";
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_error_of(file_initial_errhandler, MPI_FILE_NULL, MPI_ERR_COMM, "%s: invalid communicator %p", function, (void *)comm);
    int error = file_check_open(known, filename, amode, info, fh);
    if (error != MPI_SUCCESS)
        return error;
    *fh = MPI_FILE_NULL;
    const char *name = file_plain_name(filename);
    struct p2p_comm *own = comm_duplicate(known);
    if (own == NULL)
        return api_error_of(file_initial_errhandler, MPI_FILE_NULL, MPI_ERR_OTHER, "%s: no contexts are left for a communicator", function);
    errhandler_release(own->errhandler);
    own->errhandler = MPI_ERRORS_ARE_FATAL;
    int descriptor = file_open_all(own, name, amode);
    if (descriptor < 0) {
        error = errno;
        comm_release(own);
        return api_error_of(file_initial_errhandler, MPI_FILE_NULL, file_class_of(error), "%s: %s: %s", function, name, strerror(error));
    }
    *fh = (MPI_File)file_new(own, name, amode, info, descriptor);
    return MPI_SUCCESS;
}
API_WEAK(File_open)

int PMPI_File_close(MPI_File *fh)
{
    const char *function = "MPI_File_close";
    int error;
    api_enter(function);
    if (fh == NULL)
        return api_error_of(file_initial_errhandler, MPI_FILE_NULL, MPI_ERR_ARG, "%s: the argument `fh` is a null pointer", function);
    struct file *file = file_enter(function, *fh, &error);
    if (file == NULL)
        return error;
    if (file->split != NULL)
        return file_error(file, MPI_ERR_IO, "%s: %s has not been ended", function, file->split);
    int failure = close(file->descriptor) != 0 ? errno : 0;
    PMPI_Win_free(&file->shared);
    if (file->amode & MPI_MODE_DELETE_ON_CLOSE) {
        if (file->comm->rank == 0 && unlink(file->name) != 0)
            failure = errno;
        // The file must be deleted before any rank returns.
        PMPI_Bcast(&failure, 1, MPI_INT, 0, comm_handle(file->comm));
    }
    errno = failure;
    error = failure == 0 ? MPI_SUCCESS : file_explain_host(function, file);
    file_view_free(&file->view);
    errhandler_release(file->errhandler);
    info_release(file->info);
    comm_release(file->comm);
    p2p_free(file->name);
    p2p_object_free(&file_pool, file);
    *fh = MPI_FILE_NULL;
    return error;
}
API_WEAK(File_close)

int PMPI_File_delete(const char *filename, MPI_Info info)
{
    const char *function = "MPI_File_delete";
    api_enter(function);
    if (filename == NULL || !info_is_hints(info))
        return api_error_of(file_initial_errhandler, MPI_FILE_NULL, filename == NULL ? MPI_ERR_ARG : MPI_ERR_INFO,
                            "%s: the argument `%s` is invalid", function, filename == NULL ? "filename" : "info");
    const char *name = file_plain_name(filename);
    if (unlink(name) == 0)
        return MPI_SUCCESS;
    int error = errno;
    return api_error_of(file_initial_errhandler, MPI_FILE_NULL, file_class_of(error), "%s: %s: %s", function, name, strerror(error));
}
API_WEAK(File_delete)
