// Error handlers of files (MPI 5.0 §9.3.3). The handler of MPI_FILE_NULL is the initial handler of
// new files, and gets errors that belong to no file (MPI 5.0 §14.7).
#include "io/file.h"

MPI_Errhandler file_initial_errhandler = MPI_ERRORS_RETURN;

static int errhandler_file_holder(const char *function, MPI_File handle, struct errhandler_holder *object)
{
    api_enter(function);
    struct file *file = file_of(handle);
    if (file == NULL && handle != MPI_FILE_NULL)
        return api_error_of(file_initial_errhandler, MPI_FILE_NULL, MPI_ERR_FILE, "%s: invalid file %p", function, (void *)handle);
    *object = (struct errhandler_holder){ERRHANDLER_OF_FILE, file != NULL ? &file->errhandler : &file_initial_errhandler, handle};
    return MPI_SUCCESS;
}

int PMPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler)
{
    return errhandler_create("MPI_File_create_errhandler", ERRHANDLER_OF_FILE, (errhandler_function *)file_errhandler_fn,
                             errhandler);
}
API_WEAK(File_create_errhandler)

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_file_holder("MPI_File_set_errhandler", file, &object);
    return error != MPI_SUCCESS ? error : errhandler_set("MPI_File_set_errhandler", &object, errhandler);
}
API_WEAK(File_set_errhandler)

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    struct errhandler_holder object;
    int error = errhandler_file_holder("MPI_File_get_errhandler", file, &object);
    return error != MPI_SUCCESS ? error : errhandler_get("MPI_File_get_errhandler", &object, errhandler);
}
API_WEAK(File_get_errhandler)

int PMPI_File_call_errhandler(MPI_File fh, int errorcode)
{
    struct errhandler_holder object;
    int error = errhandler_file_holder("MPI_File_call_errhandler", fh, &object);
    return error != MPI_SUCCESS ? error : errhandler_raise("MPI_File_call_errhandler", &object, errorcode);
}
API_WEAK(File_call_errhandler)
