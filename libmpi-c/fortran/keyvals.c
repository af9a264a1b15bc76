// Keys of attributes and attributes' values, in Fortran: integers as wide as addresses, or of the default kind in the functions of
// MPI-1 (MPI 5.0, chapters 7 and 19). C's predefined values are read from their addresses.
#include "fortran/binding.h"
#include "fortran/values.h"

// Functions of a program. `old` ones are those of MPI-1.
typedef void copy_function(const MPI_Fint *object, const MPI_Fint *keyval, MPI_Aint *extra_state, MPI_Aint *in, MPI_Aint *out,
                           MPI_Fint *flag, MPI_Fint *ierror);
typedef void old_copy_function(const MPI_Fint *object, const MPI_Fint *keyval, MPI_Fint *extra_state, MPI_Fint *in, MPI_Fint *out,
                               MPI_Fint *flag, MPI_Fint *ierror);
typedef void delete_function(const MPI_Fint *object, const MPI_Fint *keyval, MPI_Aint *value, MPI_Aint *extra_state,
                             MPI_Fint *ierror);
typedef void old_delete_function(const MPI_Fint *object, const MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *extra_state,
                                 MPI_Fint *ierror);

// What C gets as the extra state of a key of Fortran. It stays for ever, because a freed key may have attributes.
struct key {
    void (*copy)(void), (*delete)(void);
    MPI_Aint extra_state;
};

static void *key_new(void copy(void), void delete(void), MPI_Aint extra_state)
{
    struct key *key = handles_memory(sizeof *key);
    *key = (struct key){copy, delete, extra_state};
    return key;
}

// The functions that C calls, for any kind of object: all its handles are addresses.

static int copy(void *object, int keyval, void *extra_state, void *in, void *out, int *flag)
{
    struct key *key = extra_state;
    MPI_Fint handle = INTEGER(object), code = MPI_SUCCESS;
    MPI_Aint value = value_at(in), copied = value;
    ((copy_function *)key->copy)(&handle, &keyval, &key->extra_state, &value, &copied, flag, &code);
    if (code == MPI_SUCCESS && *flag)
        *(void **)out = value_new(copied);
    return code;
}

static int delete(void *object, int keyval, void *in, void *extra_state)
{
    struct key *key = extra_state;
    MPI_Fint handle = INTEGER(object), code = MPI_SUCCESS;
    MPI_Aint value = value_at(in);
    ((delete_function *)key->delete)(&handle, &keyval, &value, &key->extra_state, &code);
    if (code == MPI_SUCCESS)
        value_free(in);
    return code;
}

static int old_copy(void *object, int keyval, void *extra_state, void *in, void *out, int *flag)
{
    struct key *key = extra_state;
    MPI_Fint handle = INTEGER(object), code = MPI_SUCCESS;
    MPI_Fint value = (MPI_Fint)value_at(in), copied = value, extra = (MPI_Fint)key->extra_state;
    ((old_copy_function *)key->copy)(&handle, &keyval, &extra, &value, &copied, flag, &code);
    if (code == MPI_SUCCESS && *flag)
        *(void **)out = value_new(copied);
    return code;
}

static int old_delete(void *object, int keyval, void *in, void *extra_state)
{
    struct key *key = extra_state;
    MPI_Fint handle = INTEGER(object), code = MPI_SUCCESS;
    MPI_Fint value = (MPI_Fint)value_at(in), extra = (MPI_Fint)key->extra_state;
    ((old_delete_function *)key->delete)(&handle, &keyval, &value, &extra, &code);
    if (code == MPI_SUCCESS)
        value_free(in);
    return code;
}

#define CREATE(lower, name, integer, copy, delete)                                                                          \
    FUNCTION(void, lower, void f_copy(void), void f_delete(void), MPI_Fint *keyval, const integer *extra_state,             \
             MPI_Fint *ierror)                                                                                              \
    {                                                                                                                       \
        ierror = code_place(ierror);                                                                                        \
        *ierror = MPI_##name(copy, delete, keyval, key_new(f_copy, f_delete, *extra_state));                                \
    }

INTERFACE(comm_create_keyval, FUNCTION, FUNCTION, INTS, AINT)
INTERFACE(type_create_keyval, FUNCTION, FUNCTION, INTS, AINT)
INTERFACE(win_create_keyval, FUNCTION, FUNCTION, INTS, AINT)
INTERFACE(keyval_create, FUNCTION, FUNCTION, INTS, INT)
CREATE(comm_create_keyval, Comm_create_keyval, MPI_Aint, (MPI_Comm_copy_attr_function *)copy,
       (MPI_Comm_delete_attr_function *)delete)
CREATE(type_create_keyval, Type_create_keyval, MPI_Aint, (MPI_Type_copy_attr_function *)copy,
       (MPI_Type_delete_attr_function *)delete)
CREATE(win_create_keyval, Win_create_keyval, MPI_Aint, (MPI_Win_copy_attr_function *)copy,
       (MPI_Win_delete_attr_function *)delete)
CREATE(keyval_create, Keyval_create, MPI_Fint, (MPI_Comm_copy_attr_function *)old_copy,
       (MPI_Comm_delete_attr_function *)old_delete)

#define SET(lower, name, kind, integer)                                                                            \
    FUNCTION(void, lower, const MPI_Fint *object, const MPI_Fint *keyval, const integer *value, MPI_Fint *ierror)  \
    {                                                                                                              \
        void *new = value_new(*value);                                                                             \
        ierror = code_place(ierror);                                                                               \
        *ierror = MPI_##name(HANDLE(kind, *object), *keyval, new);                                                 \
        if (*ierror != MPI_SUCCESS)                                                                                \
            value_free(new);                                                                                       \
    }

INTERFACE(attr_put, COMM, INT, INT)
INTERFACE(comm_set_attr, COMM, INT, AINT)
INTERFACE(type_set_attr, TYPE, INT, AINT)
INTERFACE(win_set_attr, WIN, INT, AINT)
SET(attr_put, Attr_put, MPI_Comm, MPI_Fint)
SET(comm_set_attr, Comm_set_attr, MPI_Comm, MPI_Aint)
SET(type_set_attr, Type_set_attr, MPI_Datatype, MPI_Aint)
SET(win_set_attr, Win_set_attr, MPI_Win, MPI_Aint)

// C has the addresses of predefined values, except that of a window's memory, which is one.
static MPI_Aint value_of(int keyval, void *found)
{
    switch (keyval) {
    case MPI_WIN_SIZE:
        return *(const MPI_Aint *)found;
    case MPI_TAG_UB:
    case MPI_IO:
    case MPI_HOST:
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
    case MPI_LASTUSEDCODE:
    case MPI_UNIVERSE_SIZE:
    case MPI_WIN_DISP_UNIT:
    case MPI_WIN_CREATE_FLAVOR:
    case MPI_WIN_MODEL:
        return *(const int *)found;
    default:
        return value_at(found);
    }
}

#define GET(lower, name, kind, integer)                                                                           \
    FUNCTION(void, lower, const MPI_Fint *object, const MPI_Fint *keyval, integer *value, MPI_Fint *flag, MPI_Fint *ierror) \
    {                                                                                                             \
        void *found = NULL;                                                                                       \
        ierror = code_place(ierror);                                                                              \
        *ierror = MPI_##name(HANDLE(kind, *object), *keyval, &found, flag);                                       \
        if (*ierror == MPI_SUCCESS && *flag)                                                                      \
            *value = (integer)value_of(*keyval, found);                                                           \
    }

INTERFACE(attr_get, COMM, INT, INTS, LOGICALS)
INTERFACE(comm_get_attr, COMM, INT, AINTS, LOGICALS)
INTERFACE(type_get_attr, TYPE, INT, AINTS, LOGICALS)
INTERFACE(win_get_attr, WIN, INT, AINTS, LOGICALS)
GET(attr_get, Attr_get, MPI_Comm, MPI_Fint)
GET(comm_get_attr, Comm_get_attr, MPI_Comm, MPI_Aint)
GET(type_get_attr, Type_get_attr, MPI_Datatype, MPI_Aint)
GET(win_get_attr, Win_get_attr, MPI_Win, MPI_Aint)

// Functions that programs name for keys: to copy nothing, to copy the value, to do nothing before an attribute goes.

#define NULL_COPY(lower, integer)                                                                                     \
    FUNCTION(void, lower, const MPI_Fint *object, const MPI_Fint *keyval, integer *extra_state, integer *in, integer *out, \
             MPI_Fint *flag, MPI_Fint *ierror)                                                                        \
    {                                                                                                                 \
        (void)object, (void)keyval, (void)extra_state, (void)in, (void)out;                                           \
        *flag = 0;                                                                                                    \
        *ierror = MPI_SUCCESS;                                                                                        \
    }
#define DUP(lower, integer)                                                                                           \
    FUNCTION(void, lower, const MPI_Fint *object, const MPI_Fint *keyval, integer *extra_state, integer *in, integer *out, \
             MPI_Fint *flag, MPI_Fint *ierror)                                                                        \
    {                                                                                                                 \
        (void)object, (void)keyval, (void)extra_state;                                                                \
        *out = *in;                                                                                                   \
        *flag = 1;                                                                                                    \
        *ierror = MPI_SUCCESS;                                                                                        \
    }
#define NULL_DELETE(lower, integer)                                                                                   \
    FUNCTION(void, lower, const MPI_Fint *object, const MPI_Fint *keyval, integer *value, integer *extra_state,       \
             MPI_Fint *ierror)                                                                                        \
    {                                                                                                                 \
        (void)object, (void)keyval, (void)value, (void)extra_state;                                                   \
        *ierror = MPI_SUCCESS;                                                                                        \
    }
#define NULL_FUNCTIONS(prefix, integer)        \
    NULL_COPY(prefix##null_copy_fn, integer)   \
    DUP(prefix##dup_fn, integer)               \
    NULL_DELETE(prefix##null_delete_fn, integer)

NULL_FUNCTIONS(comm_, MPI_Aint)
NULL_FUNCTIONS(type_, MPI_Aint)
NULL_FUNCTIONS(win_, MPI_Aint)
NULL_FUNCTIONS(, MPI_Fint)
