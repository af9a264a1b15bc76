// Views: the bytes of a file that a rank sees (MPI 5.0 §14.3).
#include <string.h>

#include "io/file.h"
#include "api/type.h"

static bool file_view_is_dense(const struct file_view *view)
{
    return view->pieces == 1 && (MPI_Offset)view->tile_bytes == view->tile_extent;
}

bool file_is_far(const struct file_view *view, MPI_Offset offset)
{
    const MPI_Offset far = INT64_MAX / 4;
    if (view->tile_bytes == 0)
        return false;
    MPI_Offset extent = view->tile_extent > (MPI_Offset)view->tile_bytes ? view->tile_extent : (MPI_Offset)view->tile_bytes;
    MPI_Offset tiles = (far - view->disp) / extent, etypes_of_tile = (MPI_Offset)(view->tile_bytes / view->etype_bytes);
    return offset < 0 || view->disp > far || offset / etypes_of_tile >= tiles;
}

MPI_Offset file_byte_at(const struct file_view *view, MPI_Offset offset)
{
    struct file_cursor cursor = file_cursor_at(view, offset);
    if (view->tile_bytes == 0)
        return view->disp;
    file_cursor_next(&cursor, 1, &offset);
    return offset;
}

MPI_Offset file_end_of(const struct file_view *view, MPI_Offset size)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < view->pieces; i++) {
        MPI_Offset bytes = (MPI_Offset)view->piece[i].bytes, rest = size - view->disp - view->piece[i].offset;
        if (rest <= 0)
            continue;
        // The piece of each filetype, and the part of it in the last filetype.
        MPI_Offset whole = view->tile_extent > 0 ? rest / view->tile_extent : 0, last = rest - whole * view->tile_extent;
        seen += (uint64_t)(whole * bytes + (bytes < last ? bytes : last));
    }
    return (MPI_Offset)((seen + view->etype_bytes - 1) / view->etype_bytes);
}

struct file_cursor file_cursor_at(const struct file_view *view, MPI_Offset offset)
{
    struct file_cursor cursor = {view, 0, 0, 0};
    if (view->tile_bytes == 0)
        return cursor;
    uint64_t seen = (uint64_t)offset * view->etype_bytes;
    cursor.tile = (MPI_Offset)(seen / view->tile_bytes);
    size_t within = (size_t)(seen % view->tile_bytes), low = 0, high = view->pieces;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (view->before[middle] <= within)
            low = middle;
        else
            high = middle;
    }
    cursor.piece = low;
    cursor.within = within - view->before[low];
    return cursor;
}

static MPI_Offset file_cursor_byte(const struct file_cursor *cursor)
{
    const struct file_view *view = cursor->view;
    return view->disp + cursor->tile * view->tile_extent + view->piece[cursor->piece].offset + (MPI_Offset)cursor->within;
}

size_t file_cursor_next(struct file_cursor *cursor, size_t most, MPI_Offset *offset)
{
    const struct file_view *view = cursor->view;
    *offset = file_cursor_byte(cursor);
    if (file_view_is_dense(view)) {
        uint64_t within = cursor->within + (uint64_t)most;
        cursor->tile += (MPI_Offset)(within / view->tile_bytes);
        cursor->within = (size_t)(within % view->tile_bytes);
        return most;
    }
    size_t taken = 0;
    do {
        size_t rest = view->piece[cursor->piece].bytes - cursor->within;
        size_t now = rest < most - taken ? rest : most - taken;
        taken += now;
        cursor->within += now;
        if (now < rest)
            break;
        cursor->within = 0;
        if (++cursor->piece == view->pieces)
            cursor->piece = 0, cursor->tile++;
    } while (taken < most && file_cursor_byte(cursor) == *offset + (MPI_Offset)taken);
    return taken;
}

void file_view_free(struct file_view *view)
{
    p2p_free(view->piece);
    p2p_free(view->before);
    type_release(view->etype);
    type_release(view->filetype);
}

// Fills in the pieces of the filetype. If `whole` is not 0, the filetype is `whole` adjacent bytes.
static void file_view_fill(struct file_view *view, size_t whole)
{
    size_t pieces = whole != 0 ? 1 : type_pieces(view->filetype, false, NULL, 0), seen = 0;
    view->pieces = pieces;
    view->piece = p2p_allocate((pieces + 1) * sizeof *view->piece, "MPI: no memory for the view of a file");
    view->before = p2p_allocate((pieces + 1) * sizeof *view->before, "MPI: no memory for the view of a file");
    if (whole != 0)
        view->piece[0] = (struct type_piece){0, whole};
    else
        type_pieces(view->filetype, false, view->piece, pieces);
    for (size_t i = 0; i < pieces; seen += view->piece[i++].bytes)
        view->before[i] = seen;
    type_retain(view->etype);
    type_retain(view->filetype);
}

void file_view_bytes(struct file_view *view)
{
    *view = (struct file_view){.etype = MPI_BYTE, .filetype = MPI_BYTE, .datarep = "native", .etype_bytes = 1, .tile_bytes = 1, .tile_extent = 1};
    file_view_fill(view, 1);
}

// Checks that the displacements of a filetype neither decrease nor are negative, that no bytes overlap in a file that is written,
// and that no etype is cut (MPI 5.0 §14.1.1, §14.3).
static int file_check_filetype(const struct file *file, MPI_Datatype etype, MPI_Datatype filetype)
{
    const char *function = "MPI_File_set_view";
    size_t unit = type_size(etype), bytes = type_size(filetype);
    if (unit == 0 || bytes % unit != 0)
        return file_error(file, MPI_ERR_ARG, "%s: the filetype has %zu bytes, which is no multiple of the %zu of the etype", function,
                          bytes, unit);
    size_t pieces = type_pieces(filetype, false, NULL, 0), at = 0;
    struct type_piece *piece = p2p_allocate((pieces + 1) * sizeof *piece, "MPI: no memory for the view of a file");
    type_pieces(filetype, false, piece, pieces);
    MPI_Aint lowest = 0, first = 0;
    for (; at < pieces && (first = piece[at].offset) >= lowest; at++)
        lowest = first + (file->amode & MPI_MODE_RDONLY ? 0 : (MPI_Aint)piece[at].bytes);
    p2p_free(piece);
    if (at == pieces)
        return MPI_SUCCESS;
    return file_error(file, MPI_ERR_IO, "%s: displacement %d of the filetype is negative, lower than the one before, or among bytes before it "
                      "in a file that may be written", function, (int)first);
}

// Fills in the numbers of a view. Lengths in "external32" may differ from those in memory; then only a filetype without gaps is
// supported. Returns false for any other.
static bool file_view_describe(struct file_view *view)
{
    size_t bytes = type_size(view->filetype);
    view->etype_bytes = view->external ? type_external_size(view->etype, 1) : type_size(view->etype);
    view->tile_bytes = view->external ? type_external_size(view->filetype, 1) : bytes;
    view->tile_extent = type_shape(view->filetype).extent;
    if (view->tile_bytes == bytes) {
        file_view_fill(view, 0);
        return true;
    }
    if (!type_is_dense(view->filetype))
        return false;
    view->tile_extent = (MPI_Offset)view->tile_bytes;
    file_view_fill(view, view->tile_bytes);
    return true;
}

// Returns the name of a data representation, or NULL if there is none of this name.
static const char *file_datarep(const char *name)
{
    static const char *const names[] = {"native", "internal", "external32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return names[i];
    return NULL;
}

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
    const char *function = "MPI_File_set_view";
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL)
        return error;
    if (!type_is_committed(etype) || !type_is_committed(filetype))
        return file_explain_type(function, file, type_is_committed(etype) ? filetype : etype);
    if (datarep == NULL || !info_is_hints(info))
        return datarep == NULL ? file_explain_pointer(function, file, "datarep")
                               : file_error(file, MPI_ERR_INFO, "%s: invalid info object %p", function, (void *)info);
    const char *known = file_datarep(datarep);
    if (known == NULL)
        return file_error(file, MPI_ERR_UNSUPPORTED_DATAREP, "%s: data representation `%s`; this library has native, internal and external32",
                          function, datarep);
    bool sequential = (file->amode & MPI_MODE_SEQUENTIAL) != 0;
    if (sequential ? disp != MPI_DISPLACEMENT_CURRENT : disp < 0)
        return file_error(file, MPI_ERR_ARG, "%s: the displacement %s", function,
                          sequential ? "must be MPI_DISPLACEMENT_CURRENT, because of MPI_MODE_SEQUENTIAL" : "is negative");
    error = file_check_filetype(file, etype, filetype);
    if (error != MPI_SUCCESS)
        return error;
    // After the barrier, no rank changes the shared pointer, so all ranks read the same value.
    if (sequential) {
        PMPI_Barrier(comm_handle(file->comm));
        disp = file_byte_at(&file->view, file_shared_add(file, 0));
    }
    struct file_view view = {.disp = disp, .etype = etype, .filetype = filetype, .datarep = known,
                             .external = strcmp(known, "external32") == 0};
    if (!file_view_describe(&view))
        return file_error(file, MPI_ERR_UNSUPPORTED_DATAREP,
                          "%s: a filetype with gaps of a type whose length in external32 differs from that in memory", function);
    file_view_free(&file->view);
    file->view = view;
    file->position = 0;
    info_merge(&file->info, info);
    file_shared_set(file, 0);
    return MPI_SUCCESS;
}
API_WEAK(File_set_view)

// Returns a type as MPI_File_get_view does: a duplicate, unless it is predefined (MPI 5.0 §14.3).
static MPI_Datatype file_type_given(MPI_Datatype type)
{
    if (type_is_predefined(type))
        return type;
    MPI_Datatype duplicate = type_duplicate(type);
    struct type_contents *contents = type_contents_new(duplicate, MPI_COMBINER_DUP, 0, 0, 1);
    contents->types[0] = type;
    type_contents_keep(contents);
    return duplicate;
}

int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep)
{
    const char *function = "MPI_File_get_view";
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL)
        return error;
    if (disp == NULL || etype == NULL || filetype == NULL || datarep == NULL)
        return file_explain_pointer(function, file, disp == NULL ? "disp" : etype == NULL ? "etype" : filetype == NULL ? "filetype" : "datarep");
    *disp = file->view.disp;
    *etype = file_type_given(file->view.etype);
    *filetype = file_type_given(file->view.filetype);
    strcpy(datarep, file->view.datarep);
    return MPI_SUCCESS;
}
API_WEAK(File_get_view)

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
    int error;
    struct file *file = file_enter("MPI_File_get_byte_offset", fh, &error);
    if (file == NULL)
        return error;
    if (disp == NULL)
        return file_explain_pointer("MPI_File_get_byte_offset", file, "disp");
    if (offset < 0 || file_is_far(&file->view, offset))
        return file_error(file, MPI_ERR_ARG, "MPI_File_get_byte_offset: the offset is %s", offset < 0 ? "negative" : "beyond all files");
    *disp = file_byte_at(&file->view, offset);
    return MPI_SUCCESS;
}
API_WEAK(File_get_byte_offset)

static int file_type_extent(const char *function, MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
    int error;
    struct file *file = file_enter(function, fh, &error);
    if (file == NULL)
        return error;
    if (!type_is_valid(datatype))
        return file_explain_type(function, file, datatype);
    if (extent == NULL)
        return file_explain_pointer(function, file, "extent");
    size_t there = type_external_size(datatype, 1);
    *extent = file->view.external && there != type_size(datatype) ? (MPI_Count)there : type_shape(datatype).extent;
    return MPI_SUCCESS;
}

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)
{
    MPI_Count long_extent = 0;
    int error = file_type_extent("MPI_File_get_type_extent", fh, datatype, extent == NULL ? NULL : &long_extent);
    if (error == MPI_SUCCESS)
        *extent = (MPI_Aint)long_extent;
    return error;
}
API_WEAK(File_get_type_extent)

int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
    return file_type_extent("MPI_File_get_type_extent_c", fh, datatype, extent);
}
API_WEAK(File_get_type_extent_c)
