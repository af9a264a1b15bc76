// Mistakes with files: each has its error class. By default, errors on files return.
#include "../check.h"

static const char name[] = "io-errors.data";
static int calls;

static void handler(MPI_File *file, int *code, ...)
{
    (void)file;
    CHECK(class_of(*code) == MPI_ERR_NO_SUCH_FILE || class_of(*code) == MPI_ERR_COUNT);
    calls++;
}

static int opened(const char *path, int amode)
{
    MPI_File file = MPI_FILE_NULL;
    int class = class_of(MPI_File_open(MPI_COMM_WORLD, path, amode, MPI_INFO_NULL, &file));
    CHECK((class == MPI_SUCCESS) == (file != MPI_FILE_NULL));
    if (file != MPI_FILE_NULL)
        MPI_File_close(&file);
    return class;
}

static void opening(void)
{
    CHECK(opened("there/is/none", MPI_MODE_RDONLY) == MPI_ERR_NO_SUCH_FILE);
    CHECK(opened(name, MPI_MODE_RDONLY | MPI_MODE_RDWR) == MPI_ERR_AMODE);
    CHECK(opened(name, MPI_MODE_CREATE) == MPI_ERR_AMODE);
    CHECK(opened(name, MPI_MODE_RDONLY | MPI_MODE_CREATE) == MPI_ERR_AMODE);
    CHECK(opened(name, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL | MPI_MODE_CREATE) == MPI_ERR_AMODE);
    CHECK(opened(name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(opened(name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL) == MPI_ERR_FILE_EXISTS);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS && class_of(MPI_File_delete(name, MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File none = MPI_FILE_NULL;
    MPI_Offset size_of;
    CHECK(class_of(MPI_File_get_size(none, &size_of)) == MPI_ERR_FILE);
    CHECK(class_of(MPI_File_close(&none)) == MPI_ERR_FILE);
}

static void accesses(void)
{
    MPI_File file;
    MPI_Status status;
    MPI_Request request;
    char data[8] = "abcdefg";
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    CHECK(class_of(MPI_File_read(file, data, 1, MPI_CHAR, &status)) == MPI_ERR_ACCESS);
    CHECK(class_of(MPI_File_write(file, data, -1, MPI_CHAR, &status)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_File_write(file, data, 1, MPI_DATATYPE_NULL, &status)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_File_write_at(file, -1, data, 1, MPI_CHAR, &status)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_File_iwrite_at(file, -1, data, 1, MPI_CHAR, &request)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_File_seek(file, 0, 12345)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_File_set_size(file, -1)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_File_set_view(file, 0, MPI_INT, MPI_CHAR, "native", MPI_INFO_NULL)) != MPI_SUCCESS);
    CHECK(class_of(MPI_File_set_view(file, 0, MPI_CHAR, MPI_CHAR, "strange", MPI_INFO_NULL)) == MPI_ERR_UNSUPPORTED_DATAREP);
    CHECK(class_of(MPI_File_write_all_end(file, data, &status)) != MPI_SUCCESS);
    MPI_File_write_at(file, 0, data, 4, MPI_CHAR, &status);
    // Offsets beyond the largest size of a file. In bytes, they would overflow.
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    CHECK(class_of(MPI_File_write_at(file, (MPI_Offset)1 << 61, data, 1, MPI_DOUBLE, &status)) != MPI_SUCCESS);
    CHECK(class_of(MPI_File_write_at(file, ((MPI_Offset)1 << 62) + 1, data, 1, MPI_DOUBLE, &status)) != MPI_SUCCESS);
    CHECK(class_of(MPI_File_seek(file, (MPI_Offset)1 << 61, MPI_SEEK_SET)) != MPI_SUCCESS);
    CHECK(class_of(MPI_File_seek_shared(file, (MPI_Offset)1 << 61, MPI_SEEK_SET)) != MPI_SUCCESS);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    CHECK(class_of(MPI_File_set_view(file, -5, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_File_set_view(file, -1, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL)) == MPI_ERR_ARG);
    MPI_Offset bytes;
    MPI_File_get_size(file, &bytes);
    CHECK(bytes == 4);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    CHECK(class_of(MPI_File_write(file, data, 1, MPI_CHAR, &status)) == MPI_ERR_READ_ONLY);
    MPI_File_close(&file);

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file);
    CHECK(class_of(MPI_File_write(file, data, 1, MPI_CHAR, &status)) == MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK(MPI_File_write_shared(file, data, 1, MPI_CHAR, &status) == MPI_SUCCESS);
    MPI_File_close(&file);
}

// Functions with one status do not change its MPI_ERROR.
static void statuses(void)
{
    MPI_File file;
    MPI_Status status = {.MPI_ERROR = 77};
    MPI_Request request;
    char data[4] = "abc";
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_iwrite_at(file, 0, data, 4, MPI_CHAR, &request);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_ERROR == 77 && count_of(&status, MPI_CHAR) == 4);
    MPI_File_read_at_all_begin(file, 0, data, 3, MPI_CHAR);
    MPI_File_read_at_all_end(file, data, &status);
    CHECK(status.MPI_ERROR == 77 && count_of(&status, MPI_CHAR) == 3);
    MPI_File_close(&file);
}

// A file that is deleted on closing is gone as soon as any rank has closed it.
static void deleted(void)
{
    MPI_File file;
    for (int i = 0; i < 5; i++) {
        MPI_File_open(MPI_COMM_WORLD, "io-errors.other", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
        MPI_File_close(&file);
        if (rank == size - 1) {
            CHECK(class_of(MPI_File_open(MPI_COMM_SELF, "io-errors.other", MPI_MODE_RDONLY, MPI_INFO_NULL, &file)) == MPI_ERR_NO_SUCH_FILE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

// Tests queries of a file, and hints.
static void asking(void)
{
    MPI_File file;
    MPI_Info hints, used;
    MPI_Group group, world;
    MPI_Offset bytes;
    MPI_Aint extent;
    int amode, flag, result;
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "access_style", "read_once");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_APPEND, hints, &file);
    MPI_Info_free(&hints);
    MPI_File_get_position(file, &bytes);
    CHECK(bytes == 4);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_preallocate(file, 100);
    MPI_File_get_size(file, &bytes);
    CHECK(bytes == 100);
    MPI_File_get_amode(file, &amode);
    CHECK(amode == (MPI_MODE_RDWR | MPI_MODE_APPEND));
    MPI_File_get_group(file, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_File_get_info(file, &used);
    MPI_Info_free(&used);
    MPI_File_get_type_extent(file, MPI_DOUBLE, &extent);
    CHECK(extent == 8);
    MPI_File_get_atomicity(file, &flag);
    CHECK(!flag);
    MPI_File_set_atomicity(file, 1);
    MPI_File_get_atomicity(file, &flag);
    CHECK(flag);
    MPI_File_close(&file);
}

static void handlers(void)
{
    MPI_Errhandler own, got;
    MPI_File file;
    MPI_File_create_errhandler(handler, &own);
    MPI_File_set_errhandler(MPI_FILE_NULL, own);
    MPI_File_open(MPI_COMM_WORLD, "there/is/none", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    CHECK(calls == 1);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write(file, NULL, -1, MPI_CHAR, MPI_STATUS_IGNORE);
    CHECK(calls == 2);
    MPI_File_get_errhandler(file, &got);
    CHECK(got == own);
    MPI_Errhandler_free(&got);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    MPI_File_write(file, NULL, -1, MPI_CHAR, MPI_STATUS_IGNORE);
    CHECK(calls == 2);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    opening();
    accesses();
    statuses();
    deleted();
    asking();
    handlers();
    return end();
}
