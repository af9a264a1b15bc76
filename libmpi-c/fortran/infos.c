// Info objects, in Fortran (MPI 5.0, chapter 10).
#include "fortran/binding.h"

BINDING(info_create, Info_create, INFO_OUT)
BINDING(info_delete, Info_delete, INFO, WORD)
BINDING(info_dup, Info_dup, INFO, INFO_OUT)
BINDING(info_free, Info_free, INFO_OUT)
BINDING(info_get_nkeys, Info_get_nkeys, INFO, INTS)
BINDING(info_get_nthkey, Info_get_nthkey, INFO, INT, TEXT_OUT)
BINDING(info_get_valuelen, Info_get_valuelen, INFO, WORD, INTS, LOGICALS)
BINDING(info_set, Info_set, INFO, WORD, WORD)

INTERFACE(info_create_env, INFO_OUT)
FUNCTION(void, info_create_env, MPI_Fint *info, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    MPI_Info made = HANDLE(MPI_Info, *info);
    *ierror = MPI_Info_create_env(0, NULL, &made);
    *info = INTEGER(made);
}

// A call that looks for a value. The room in the program's text limits `*length`, the bytes that the caller takes; behind the call
// the value is in `value`.
#define LOOK(function, length)                                                                              \
    char c_key[key_length + 1], c_value[MPI_MAX_INFO_VAL + 1];                                              \
    text_word(c_key, key, key_length);                                                                      \
    int bytes = length < (int)sizeof c_value ? length : (int)sizeof c_value - 1;                            \
    *ierror = function;                                                                                     \
    if (*ierror == MPI_SUCCESS && *flag && bytes > 0)                                                       \
        text_out(value, value_length, c_value);

INTERFACE(info_get, INFO, WORD, INT, TEXT_OUT, LOGICALS)
FUNCTION(void, info_get, const MPI_Fint *info, const char *key, const MPI_Fint *valuelen, char *value, MPI_Fint *flag,
         MPI_Fint *ierror, size_t key_length, size_t value_length)
{
    ierror = code_place(ierror);
    LOOK(MPI_Info_get(HANDLE(MPI_Info, *info), c_key, bytes, c_value, flag), *valuelen)
}

// In Fortran `buflen` does not count a terminating zero.
INTERFACE(info_get_string, INFO, WORD, INTS, TEXT_OUT, LOGICALS)
FUNCTION(void, info_get_string, const MPI_Fint *info, const char *key, MPI_Fint *buflen, char *value, MPI_Fint *flag,
         MPI_Fint *ierror, size_t key_length, size_t value_length)
{
    ierror = code_place(ierror);
    int room = *buflen > 0 ? *buflen + 1 : *buflen;
    LOOK(MPI_Info_get_string(HANDLE(MPI_Info, *info), c_key, &room, c_value, flag), room)
    if (*ierror == MPI_SUCCESS && *flag)
        *buflen = room - 1;
}
