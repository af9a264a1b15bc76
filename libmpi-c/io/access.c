// Accesses to the data of a file: blocking, as requests, and split collective (MPI 5.0 §14.4).
#include <errno.h>
#include <string.h>

#include "api/request.h"
#include "api/type.h"
#include "io/file.h"

// Checks that the file's mode allows the access. Returns MPI_SUCCESS, or reports the error and returns its class.
static int file_check_mode(const struct file_access *a, const struct file *file)
{
    if (a->writes && (file->amode & MPI_MODE_RDONLY))
        return file_error(file, MPI_ERR_READ_ONLY, "%s: %s was opened with MPI_MODE_RDONLY", a->function, file->name);
    if (!a->writes && (file->amode & MPI_MODE_WRONLY))
        return file_error(file, MPI_ERR_ACCESS, "%s: %s was opened with MPI_MODE_WRONLY", a->function, file->name);
    if ((file->amode & MPI_MODE_SEQUENTIAL) && a->place < FILE_SHARED)
        return file_error(file, MPI_ERR_UNSUPPORTED_OPERATION,
                          "%s: %s was opened with MPI_MODE_SEQUENTIAL, which allows accesses by the shared pointer only", a->function,
                          file->name);
    return MPI_SUCCESS;
}

static size_t file_bytes_of(const struct file *file, MPI_Datatype datatype, size_t count)
{
    return file->view.external ? type_external_size(datatype, count) : count * type_size(datatype);
}

static int file_check(const struct file_access *a, const struct file *file)
{
    if (a->count < 0)
        return file_error(file, MPI_ERR_COUNT, "%s: negative count %d", a->function, (int)a->count);
    if (!type_is_committed(a->datatype))
        return file_explain_type(a->function, file, a->datatype);
    if (a->place == FILE_AT && a->offset < 0)
        return file_error(file, MPI_ERR_ARG, "%s: the offset is negative", a->function);
    if ((a->place == FILE_AT || a->place == FILE_OWN) && file_is_far(&file->view, a->place == FILE_AT ? a->offset : file->position))
        return file_error(file, MPI_ERR_ARG, "%s: the offset is beyond all files", a->function);
    size_t bytes = type_size(a->datatype);
    if (bytes != 0 && (uint64_t)a->count > SIZE_MAX / 4 / bytes)
        return file_error(file, MPI_ERR_COUNT, "%s: more elements than memory can hold", a->function);
    if (a->buffer == NULL && a->count > 0 && bytes > 0 && p2p_is_within(a->datatype))
        return file_error(file, MPI_ERR_BUFFER, "%s: null buffer for %d elements", a->function, (int)a->count);
    if (file_bytes_of(file, a->datatype, (size_t)a->count) % file->view.etype_bytes != 0)
        return file_error(file, MPI_ERR_IO, "%s: %zu bytes are no whole number of etypes of %zu bytes", a->function,
                          file_bytes_of(file, a->datatype, (size_t)a->count), file->view.etype_bytes);
    return file_check_mode(a, file);
}

// Returns where an ordered access of `etypes` etypes begins: after those of all lower ranks. All ranks call it.
static MPI_Offset file_ordered(struct file *file, int64_t etypes)
{
    MPI_Comm comm = comm_handle(file->comm);
    int64_t up_to = 0, first = 0;
    int last = file->comm->size - 1;
    PMPI_Scan(&etypes, &up_to, 1, MPI_INT64_T, MPI_SUM, comm);
    if (file->comm->rank == last)
        first = file_shared_add(file, up_to);
    PMPI_Bcast(&first, 1, MPI_INT64_T, last, comm);
    return first + up_to - etypes;
}

static MPI_Offset file_place(const struct file_access *a, struct file *file, int64_t etypes)
{
    switch (a->place) {
    case FILE_AT: return a->offset;
    case FILE_OWN: return file->position;
    case FILE_SHARED: return file_shared_add(file, etypes);
    default: return file_ordered(file, etypes);
    }
}

// The bytes of an access in the order of the view. `packed` is the user's buffer if it has them in this order, else a copy.
struct file_bytes {
    unsigned char *packed;
    size_t bytes;
    bool own;
};

static void file_pack(const struct file_access *a, const struct file *file, struct file_bytes *data)
{
    size_t count = (size_t)a->count;
    data->bytes = file_bytes_of(file, a->datatype, count);
    data->own = file->view.external || !type_is_dense(a->datatype);
    data->packed = a->buffer;
    if (!data->own)
        return;
    data->packed = p2p_allocate(data->bytes + 1, "MPI: no memory to pack what is read from a file or written to it");
    if (!a->writes)
        return;
    if (!file->view.external) {
        type_pack(data->packed, a->buffer, count, a->datatype);
        return;
    }
    void *native = p2p_allocate(count * type_size(a->datatype) + 1, "MPI: no memory to convert what is written to a file");
    type_pack(native, a->buffer, count, a->datatype);
    type_to_external(data->packed, native, count, a->datatype);
    p2p_free(native);
}

// Moves `moved` bytes of the file to the program's buffer. Returns their number of bytes in memory.
static size_t file_unpack(const struct file_access *a, const struct file *file, struct file_bytes *data, size_t moved)
{
    size_t native = moved;
    if (file->view.external && moved != 0) {
        // If sizes in the file differ, only whole elements of the datatype count; else all bytes do.
        size_t there = type_external_size(a->datatype, 1), here = type_size(a->datatype);
        native = there == here ? moved : moved / there * here;
        if (!a->writes) {
            size_t begun = (moved + there - 1) / there;
            memset(data->packed + moved, 0, begun * there - moved);
            void *converted = p2p_allocate(begun * here, "MPI: no memory to convert what was read from a file");
            type_from_external(converted, data->packed, begun, a->datatype);
            type_unpack(a->buffer, begun, a->datatype, converted, native);
            p2p_free(converted);
        }
    } else if (data->own && !a->writes) {
        type_unpack(a->buffer, (size_t)a->count, a->datatype, data->packed, moved);
    }
    if (data->own)
        p2p_free(data->packed);
    return native;
}

// Performs an access whose arguments are valid.
static int file_perform(const struct file_access *a, struct file *file, MPI_Status *status)
{
    struct file_bytes data;
    size_t unit = file->view.etype_bytes, moved = 0;
    file_pack(a, file, &data);
    MPI_Offset first = file_place(a, file, (int64_t)(data.bytes / unit));
    bool is_far = file_is_far(&file->view, first);
    struct file_cursor cursor = file_cursor_at(&file->view, is_far ? 0 : first);
    size_t bytes = file->view.tile_bytes == 0 || is_far ? 0 : data.bytes;
    bool together = a->collective && !file->atomic;
    if (!together)
        file_lock(file);
    bool well = together ? file_move_together(file, a->writes, data.packed, bytes, cursor, &moved)
                         : file_move_pieces(file, a->writes, data.packed, bytes, cursor, &moved);
    int error = errno;
    if (!together)
        file_unlock(file);
    if (a->place == FILE_OWN)
        file->position = first + (MPI_Offset)(moved / unit);
    status_set(status, MPI_UNDEFINED, MPI_UNDEFINED, file_unpack(a, file, &data, moved));
    if (is_far)
        return file_error(file, MPI_ERR_ARG, "%s: the pointer is beyond all files", a->function);
    errno = error;
    return well ? MPI_SUCCESS : file_explain_host(a->function, file);
}

static int file_access_of(const struct file_access *a, struct file *file, MPI_Status *status)
{
    int error = file_check(a, file);
    if (error == MPI_SUCCESS && a->collective && file->split != NULL)
        error = file_error(file, MPI_ERR_IO, "%s: %s has not been ended", a->function, file->split);
    return error == MPI_SUCCESS ? file_perform(a, file, status) : error;
}

int file_access(const struct file_access *a, MPI_Status *status)
{
    int error;
    struct file *file = file_enter(a->function, a->handle, &error);
    return file == NULL ? error : file_access_of(a, file, status);
}

// A request is complete when it is made. Its data is its status.
static int file_finish(struct composite *request, const char *function, MPI_Status *status)
{
    (void)function;
    status_set(status, MPI_UNDEFINED, MPI_UNDEFINED, status_bytes(request->data));
    return MPI_SUCCESS;
}

static const struct composite_kind file_request_kind = {.finish = file_finish};

int file_request(const struct file_access *a, MPI_Request *request)
{
    int error;
    MPI_Status status;
    struct file *file = file_enter(a->function, a->handle, &error);
    if (file == NULL)
        return error;
    if (request == NULL)
        return file_explain_pointer(a->function, file, "request");
    error = file_access_of(a, file, &status);
    if (error != MPI_SUCCESS)
        return error;
    struct composite *composite = composite_new(&file_request_kind, sizeof status);
    *(MPI_Status *)composite->data = status;
    composite->p2p.done = true;
    *request = request_handle(&composite->p2p);
    return MPI_SUCCESS;
}

int file_begin(const struct file_access *a)
{
    int error;
    struct file *file = file_enter(a->function, a->handle, &error);
    if (file == NULL)
        return error;
    error = file_access_of(a, file, &file->split_status);
    if (error == MPI_SUCCESS) {
        file->split = a->function;
        file->split_buffer = a->buffer;
    }
    return error;
}

// Are the names equal, but for an ending `_c` of the second?
static bool file_is_same_begin(const char *name, const char *begun)
{
    while (*name != '\0' && *name == *begun)
        name++, begun++;
    return *name == '\0' && (*begun == '\0' || (begun[0] == '_' && begun[1] == 'c' && begun[2] == '\0'));
}

int file_end(const char *function, const char *begin, MPI_File handle, const void *buffer, MPI_Status *status)
{
    int error;
    struct file *file = file_enter(function, handle, &error);
    if (file == NULL)
        return error;
    if (file->split == NULL || !file_is_same_begin(begin, file->split))
        return file_error(file, MPI_ERR_IO, "%s: %s", function,
                          file->split == NULL ? "no split collective has been begun" : "another split collective has been begun");
    if (file->split_buffer != buffer)
        return file_error(file, MPI_ERR_BUFFER, "%s: buffer %p, but %s was given %p", function, buffer, file->split, file->split_buffer);
    file->split = NULL;
    status_set(status, MPI_UNDEFINED, MPI_UNDEFINED, status_bytes(&file->split_status));
    return MPI_SUCCESS;
}
