// MPI_Comm_spawn and MPI_Comm_spawn_multiple in Fortran (MPI 5.0 §11.8). Arguments of programs are arrays of texts of one length, which
// end with a blank text.
#include <stdbool.h>
#include <stdlib.h>

#include "api/api.h"
#include "fortran/binding.h"

static bool is_blank(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length == 0;
}

// Returns a list as C has it, which the caller frees. The texts lie `stride` bytes apart; `most` < 0: up to a blank one.
static char **list(const char *texts, size_t length, size_t stride, int most)
{
    size_t count = 0;
    while (most < 0 ? !is_blank(texts + count * stride, length) : count < (size_t)most)
        count++;
    char **all = handles_memory((count + 1) * sizeof *all + count * (length + 1));
    char *at = (char *)(all + count + 1);
    for (size_t i = 0; i < count; i++, at += length + 1) {
        all[i] = at;
        text_in(at, texts + i * stride, length);
    }
    all[count] = NULL;
    return all;
}

INTERFACE(comm_spawn, TEXT, STRINGS, INT, INFO, INT, COMM, COMM_OUT, INTS)
FUNCTION(void, comm_spawn, const char *command, const char *argv, const MPI_Fint *maxprocs, const MPI_Fint *info, const MPI_Fint *root,
         const MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint *errcodes, MPI_Fint *ierror, size_t command_length, size_t argv_length)
{
    ierror = code_place(ierror);
    char c_command[command_length + 1];
    text_in(c_command, command, command_length);
    char **c_argv = argv == rankine_mpi_texts_.argv_null ? MPI_ARGV_NULL : list(argv, argv_length, argv_length, -1);
    MPI_Comm made = HANDLE(MPI_Comm, *intercomm);
    *ierror = MPI_Comm_spawn(c_command, c_argv, *maxprocs, HANDLE(MPI_Info, *info), *root, HANDLE(MPI_Comm, *comm), &made,
                             special_errcodes(errcodes));
    *intercomm = INTEGER(made);
    free(c_argv);
}

// `argvs` is an array of `count` rows: texts of one program lie `count` texts apart. Only the root's lists count.
INTERFACE(comm_spawn_multiple, INT, STRINGS, STRINGS, INTS, INTS, INT, COMM, COMM_OUT, INTS)
FUNCTION(void, comm_spawn_multiple, const MPI_Fint *count, const char *commands, const char *argvs, const MPI_Fint *maxprocs,
         const MPI_Fint *infos, const MPI_Fint *root, const MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint *errcodes, MPI_Fint *ierror,
         size_t command_length, size_t argv_length)
{
    ierror = code_place(ierror);
    MPI_Comm parents = HANDLE(MPI_Comm, *comm), made = HANDLE(MPI_Comm, *intercomm);
    const struct p2p_comm *known = comm_of(parents);
    int programs = known != NULL && known->rank == *root && *count > 0 ? *count : 0;
    struct handles all;
    char **c_commands = list(commands, command_length, command_length, programs), ***c_argvs = MPI_ARGVS_NULL;
    if (argvs != rankine_mpi_texts_.argvs_null) {
        c_argvs = handles_memory((programs + 1) * sizeof *c_argvs);
        for (int i = 0; i < programs; i++)
            c_argvs[i] = list(argvs + i * argv_length, argv_length, programs * argv_length, -1);
    }
    *ierror = MPI_Comm_spawn_multiple(*count, c_commands, c_argvs, maxprocs, handles_read(&all, programs, infos), *root, parents, &made,
                                      special_errcodes(errcodes));
    *intercomm = INTEGER(made);
    for (int i = 0; c_argvs != MPI_ARGVS_NULL && i < programs; i++)
        free(c_argvs[i]);
    free(c_argvs);
    free(c_commands);
    handles_free(&all);
}
