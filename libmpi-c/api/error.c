// Error reports: one line of text, and calls of error handlers.
#include <stdarg.h>
#include <stdio.h>

#include "api/communicator.h"
#include "api/errhandler.h"
#include "api/format.h"
#include "hal/sim.h"

// Flushes the program's output before the run ends. Weak, so that programs without output do not link stdio for this.
#pragma weak fflush

static _Noreturn void api_fatal(int code, const char *format, va_list arguments)
{
    struct format_line line;
    format_append(&line, format, arguments);
    if (fflush != NULL)
        fflush(NULL);
    sim_fatal(code, line.text, line.length);
}

// Calls an error handler that does not end the run; returns the code.
static int api_call_handler(MPI_Errhandler errhandler, void *handle, int code)
{
    if (errhandler != MPI_ERRORS_RETURN)
        errhandler_call(errhandler, handle, code);
    return code;
}

static bool api_is_fatal(MPI_Errhandler errhandler)
{
    return errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_ABORT;
}

const struct p2p_comm *comm_for_errors(void)
{
    return p2p_self.errhandler == MPI_ERRORS_ARE_FATAL ? &p2p_world : &p2p_self;
}

int api_error(const struct p2p_comm *comm, int class, const char *format, ...)
{
    if (comm == NULL)
        comm = comm_for_errors();
    if (!api_is_fatal(comm->errhandler))
        return api_call_handler(comm->errhandler, comm_handle(comm), class);
    va_list arguments;
    va_start(arguments, format);
    api_fatal(class, format, arguments);
}

int api_error_of(MPI_Errhandler errhandler, void *handle, int class, const char *format, ...)
{
    if (!api_is_fatal(errhandler))
        return api_call_handler(errhandler, handle, class);
    va_list arguments;
    va_start(arguments, format);
    api_fatal(class, format, arguments);
}

void api_end(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    api_fatal(code, format, arguments);
}

void api_outside(const char *function)
{
    api_end(MPI_ERR_OTHER, "%s: called %s", function,
            api_phase == API_BEFORE ? "before MPI_Init" : "after MPI_Finalize");
}

// Declared in unsupported.c, too, which includes no header.
int api_unsupported(const char *function);

int api_unsupported(const char *function)
{
    return api_error(NULL, MPI_ERR_UNSUPPORTED_OPERATION,
                     "%s: this library cannot do it (rankine check tells all such calls of a program)", function);
}

int api_truncated(const char *function, const struct p2p_comm *comm, int source, int tag, size_t arrived, size_t bytes)
{
    return api_error(comm, MPI_ERR_TRUNCATE,
                     "%s: message truncated: %zu bytes arrived from rank %d with tag %d, the buffer holds %zu", function,
                     arrived, source, tag, bytes);
}

int api_truncated_request(const char *function, const struct p2p_request *request)
{
    return api_truncated(function, request->comm, request->source, request->tag, request->arrived, request->bytes);
}

int api_explain_pointer(const char *function, const struct p2p_comm *comm, const char *argument)
{
    return api_error(comm, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function, argument);
}

int api_explain_comm(const char *function, MPI_Comm comm)
{
    if (comm == MPI_COMM_NULL)
        return api_error(NULL, MPI_ERR_COMM, "%s: the communicator is MPI_COMM_NULL", function);
    return api_error(NULL, MPI_ERR_COMM, "%s: invalid communicator %p", function, (void *)comm);
}

int api_explain_buffer(const char *function, const struct p2p_comm *comm, const void *buffer, int count,
                       MPI_Datatype datatype)
{
    if (count < 0)
        return api_error(comm, MPI_ERR_COUNT, "%s: negative count %d", function, count);
    if (datatype == MPI_DATATYPE_NULL)
        return api_error(comm, MPI_ERR_TYPE, "%s: the datatype is MPI_DATATYPE_NULL", function);
    if (!type_is_valid(datatype))
        return api_error(comm, MPI_ERR_TYPE, "%s: invalid datatype %p (has it been freed?)", function, (void *)datatype);
    if (!type_is_committed(datatype))
        return api_error(comm, MPI_ERR_TYPE, "%s: the datatype %p has not been committed", function, (void *)datatype);
    if (buffer == MPI_IN_PLACE)
        return api_error(comm, MPI_ERR_BUFFER, "%s: MPI_IN_PLACE is not allowed for this buffer", function);
    return api_error(comm, MPI_ERR_BUFFER, "%s: null buffer for %d elements", function, count);
}

static int api_explain_rank(const char *function, const struct p2p_comm *comm, int rank)
{
    return api_error(comm, MPI_ERR_RANK, "%s: invalid rank %d (communicator %s has %d rank%s)", function, rank,
                     comm_called(comm), comm->size, comm->size == 1 ? "" : "s");
}

static int api_explain_tag(const char *function, const struct p2p_comm *comm, int tag)
{
    if (tag > 0)
        return api_error(comm, MPI_ERR_TAG, "%s: tag %d is above %d, the largest here (MPI_TAG_UB)", function, tag, CHAN_TAG_MAX);
    return api_error(comm, MPI_ERR_TAG, "%s: invalid tag %d", function, tag);
}

// Is it an empty message to or from MPI_PROC_NULL without a datatype? Some programs make such calls.
static bool api_is_empty(int rank, int count, MPI_Datatype datatype)
{
    return rank == MPI_PROC_NULL && count == 0 && datatype == MPI_DATATYPE_NULL;
}

int api_explain_send(const char *function, const void *buffer, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm handle)
{
    const struct p2p_comm *comm = comm_of(handle);
    if (comm == NULL)
        return api_explain_comm(function, handle);
    if (api_bad_elements(buffer, count, datatype) && !api_is_empty(dest, count, datatype))
        return api_explain_buffer(function, comm, buffer, count, datatype);
    if (api_bad_tag(tag))
        return api_explain_tag(function, comm, tag);
    if (dest == MPI_PROC_NULL || (unsigned)dest < (unsigned)comm->size)
        return MPI_SUCCESS;
    return api_explain_rank(function, comm, dest);
}

int api_explain_receive(const char *function, const void *buffer, int count, MPI_Datatype datatype, int source,
                        int tag, MPI_Comm handle)
{
    const struct p2p_comm *comm = comm_of(handle);
    if (comm == NULL)
        return api_explain_comm(function, handle);
    if (api_bad_elements(buffer, count, datatype) && !api_is_empty(source, count, datatype))
        return api_explain_buffer(function, comm, buffer, count, datatype);
    if (api_bad_tag(tag) && tag != MPI_ANY_TAG)
        return api_explain_tag(function, comm, tag);
    if (source == MPI_PROC_NULL || source == MPI_ANY_SOURCE || (unsigned)source < (unsigned)comm->size)
        return MPI_SUCCESS;
    return api_explain_rank(function, comm, source);
}
