// Functions of a program that the library calls with a state of the program, in Fortran: for generalised requests (MPI 5.0 §13.2) and
// for representations of data in files (§14.5.3).
#include "fortran/binding.h"

// What C gets as the extra state. The program's functions get its own variable. The rest stays for ever.
struct request_state {
    void (*query)(MPI_Aint *extra_state, MPI_Status *status, MPI_Fint *ierror);
    void (*free)(MPI_Aint *extra_state, MPI_Fint *ierror);
    void (*cancel)(MPI_Aint *extra_state, const MPI_Fint *complete, MPI_Fint *ierror);
    MPI_Aint *extra_state;
};

static int query(void *state, MPI_Status *status)
{
    struct request_state *own = state;
    MPI_Fint code = MPI_SUCCESS;
    own->query(own->extra_state, status, &code);
    return code;
}

static int release(void *state)
{
    struct request_state *own = state;
    MPI_Fint code = MPI_SUCCESS;
    own->free(own->extra_state, &code);
    return code;
}

static int cancel(void *state, int complete)
{
    struct request_state *own = state;
    MPI_Fint code = MPI_SUCCESS;
    own->cancel(own->extra_state, &complete, &code);
    return code;
}

INTERFACE(grequest_start, FUNCTION, FUNCTION, FUNCTION, AINT, REQUEST_OUT)
FUNCTION(void, grequest_start, void f_query(MPI_Aint *, MPI_Status *, MPI_Fint *), void f_free(MPI_Aint *, MPI_Fint *),
         void f_cancel(MPI_Aint *, const MPI_Fint *, MPI_Fint *), MPI_Aint *extra_state, MPI_Fint *request, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct request_state *state = handles_memory(sizeof *state);
    *state = (struct request_state){f_query, f_free, f_cancel, extra_state};
    MPI_Request made = HANDLE(MPI_Request, *request);
    *ierror = MPI_Grequest_start(query, release, cancel, state, &made);
    *request = INTEGER(made);
}

typedef void conversion_function(void *user, const MPI_Fint *type, const MPI_Fint *count, void *file, MPI_Offset *position,
                                 MPI_Aint *extra_state, MPI_Fint *ierror);

// What C gets as the extra state. It stays for ever.
struct datarep_state {
    conversion_function *read, *write;
    void (*extent)(const MPI_Fint *type, MPI_Aint *extent, MPI_Aint *extra_state, MPI_Fint *ierror);
    MPI_Aint extra_state;
};

static int converted(struct datarep_state *own, conversion_function *function, void *user, MPI_Datatype datatype, int count, void *file,
                     MPI_Offset position)
{
    MPI_Fint type = INTEGER(datatype), code = MPI_SUCCESS;
    function(user, &type, &count, file, &position, &own->extra_state, &code);
    return code;
}

static int read_conversion(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state)
{
    struct datarep_state *own = state;
    return converted(own, own->read, user, type, count, file, position);
}

static int write_conversion(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state)
{
    struct datarep_state *own = state;
    return converted(own, own->write, user, type, count, file, position);
}

static int file_extent(MPI_Datatype datatype, MPI_Aint *extent, void *state)
{
    struct datarep_state *own = state;
    MPI_Fint type = INTEGER(datatype), code = MPI_SUCCESS;
    own->extent(&type, extent, &own->extra_state, &code);
    return code;
}

// A function that programs name if they convert nothing. It is recognised by its address.
FUNCTION(void, conversion_fn_null, void *user, const MPI_Fint *type, const MPI_Fint *count, void *file, MPI_Offset *position,
         MPI_Aint *extra_state, MPI_Fint *ierror)
{
    (void)user, (void)type, (void)count, (void)file, (void)position, (void)extra_state;
    *ierror = MPI_SUCCESS;
}

INTERFACE(register_datarep, TEXT, FUNCTION, FUNCTION, FUNCTION, AINT)
FUNCTION(void, register_datarep, const char *datarep, conversion_function *f_read, conversion_function *f_write,
         void f_extent(const MPI_Fint *, MPI_Aint *, MPI_Aint *, MPI_Fint *), const MPI_Aint *extra_state, MPI_Fint *ierror,
         size_t length)
{
    ierror = code_place(ierror);
    char c_datarep[length + 1];
    text_in(c_datarep, datarep, length);
    struct datarep_state *state = handles_memory(sizeof *state);
    *state = (struct datarep_state){f_read, f_write, f_extent, *extra_state};
    *ierror = MPI_Register_datarep(c_datarep, f_read == pmpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL : read_conversion,
                                   f_write == pmpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL : write_conversion, file_extent, state);
}
