// Files (MPI 5.0 chapter 14). Each rank opens a file of the host by itself. The ranks share only the shared pointer, a word in a
// window of rank 0.
#ifndef IO_FILE_H
#define IO_FILE_H

#include "api/api.h"
#include "api/communicator.h"
#include "api/errhandler.h"
#include "api/info.h"
#include "type/elements.h"

// The part of the file that a rank sees: `filetype`, repeated from byte `disp` on. Offsets count etypes within that part.
struct file_view {
    MPI_Offset disp;
    MPI_Datatype etype, filetype;
    const char *datarep;        // name of the data representation, a constant
    bool external;              // the data is in "external32"; else as in memory
    size_t etype_bytes;         // in the file
    size_t tile_bytes;          // bytes of each filetype that are seen
    MPI_Offset tile_extent;     // bytes from a filetype to the next
    size_t pieces;              // contiguous parts of a filetype
    struct type_piece *piece;
    size_t *before;             // for each piece, the bytes seen before it
};

struct file {
    struct p2p_object object;   // must be first; its address is the handle
    struct p2p_comm *comm;      // the file's own
    MPI_Errhandler errhandler;
    MPI_Info info;              // the hints; MPI_INFO_NULL: none
    char *name;
    int amode;
    int descriptor;
    MPI_Offset stands;          // position of the descriptor, in bytes
    struct file_view view;
    MPI_Offset position;        // the individual pointer, in etypes
    MPI_Win shared;             // window of the shared pointer, in etypes
    bool atomic;
    const char *split;          // the function that began a split collective not yet ended; else NULL
    const void *split_buffer;
    MPI_Status split_status;
};

// Returns the file behind a handle, or NULL if the handle is no file.
static inline struct file *file_of(MPI_File handle)
{
    return p2p_object_of(handle, P2P_OBJECT_FILE);
}

// The error handler of MPI_FILE_NULL: new files get it, and it gets errors that belong to no file (MPI 5.0 §14.7).
extern MPI_Errhandler file_initial_errhandler;

// Reports an error to the handler of a file, as api_error does. Returns `class` if the handler returns.
#define file_error(file, class, ...) api_error_of((file)->errhandler, (void *)(file), class, __VA_ARGS__)

// Report an invalid file, a null pointer as `argument`, a datatype that cannot be used, or an error of the host's file (errno). Return
// the error class.
int file_explain(const char *function, MPI_File handle) __attribute__((cold));
int file_explain_pointer(const char *function, const struct file *file, const char *argument) __attribute__((cold));
int file_explain_type(const char *function, const struct file *file, MPI_Datatype datatype) __attribute__((cold));
int file_explain_host(const char *function, const struct file *file) __attribute__((cold));

// Calls api_enter and checks the handle. Returns the file, or NULL with `*error` set.
struct file *file_enter(const char *function, MPI_File handle, int *error);

// Makes the view of a file that has just been opened: all of its bytes. `file->view` must be all zero.
void file_view_bytes(struct file_view *view);
void file_view_free(struct file_view *view);

// Returns the number of the file's byte at `offset` etypes in the view.
MPI_Offset file_byte_at(const struct file_view *view, MPI_Offset offset);

// Is an offset in etypes negative, or so large that the number of its byte may not fit into MPI_Offset?
bool file_is_far(const struct file_view *view, MPI_Offset offset);

// Returns the smallest offset in etypes at or after byte `size`: where a file of this size ends in the view.
MPI_Offset file_end_of(const struct file_view *view, MPI_Offset size);

// Walks through the bytes that a view shows. file_cursor_at begins at an offset in etypes. file_cursor_next returns how many
// bytes, `most` at most, are adjacent in the file, sets `*offset` to the first one, and moves past them.
struct file_cursor {
    const struct file_view *view;
    MPI_Offset tile;
    size_t piece, within;
};
struct file_cursor file_cursor_at(const struct file_view *view, MPI_Offset offset);
size_t file_cursor_next(struct file_cursor *cursor, size_t most, MPI_Offset *offset);

// Sets the size of the file. Returns false with errno if the host refuses.
bool file_cut(struct file *file, MPI_Offset size);

// Returns the size of the file in bytes, or -1 with errno.
MPI_Offset file_size(struct file *file);

// Move bytes between memory and the file: `bytes` adjacent bytes, or those of a cursor. Set `*moved` to the number moved, which is
// smaller at the end of the file. Return false with errno if the host refuses.
bool file_move(struct file *file, bool writes, void *buffer, size_t bytes, MPI_Offset offset, size_t *moved);
bool file_move_pieces(struct file *file, bool writes, void *buffer, size_t bytes, struct file_cursor cursor, size_t *moved);

// As file_move_pieces, by all ranks of the file together. If their parts interleave, ranks exchange data so that each moves long
// pieces. All ranks return false if the host refuses one of them.
bool file_move_together(struct file *file, bool writes, void *buffer, size_t bytes, struct file_cursor cursor, size_t *moved);

// The shared pointer. file_shared_add adds `etypes` and returns the value before. All ranks must call the others.
int64_t file_shared_add(struct file *file, int64_t etypes);
void file_shared_set(struct file *file, int64_t etypes);

// In atomic mode only one rank at a time accesses the file.
void file_lock(struct file *file);
void file_unlock(struct file *file);

// Where an access begins: at an offset, the individual or the shared pointer, or the shared one in rank order.
enum file_place { FILE_AT, FILE_OWN, FILE_SHARED, FILE_ORDERED };

// The arguments of a function that reads or writes; `offset` is for FILE_AT.
struct file_access {
    const char *function;
    MPI_File handle;
    bool writes;
    bool collective;
    enum file_place place;
    MPI_Offset offset;
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
};

// Perform an access: blocking; as a request, which is complete at once; as the first half of a split collective. file_end is the
// second half, for `function`; `begin` is the function that must have begun it.
int file_access(const struct file_access *access, MPI_Status *status);
int file_request(const struct file_access *access, MPI_Request *request);
int file_begin(const struct file_access *access);
int file_end(const char *function, const char *begin, MPI_File handle, const void *buffer, MPI_Status *status);

#endif
