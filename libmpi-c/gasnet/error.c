// Errors: names and descriptions, and ending the run.
#include <stdarg.h>
#include <stdio.h>

#include "api/format.h"
#include "gasnet/core.h"
#include "hal/sim.h"

// Tells the emulator that an error does not come from MPI. Only the low 8 bits become the exit code.
enum { ERROR_OF_GASNET = 1 << 30 };

// Weak, so that programs without output do not link stdio for this.
#pragma weak fflush

void am_fatal(int error, const char *format, ...)
{
    struct format_line line;
    va_list arguments;
    va_start(arguments, format);
    format_append(&line, format, arguments);
    if (fflush != NULL)
        fflush(NULL);
    sim_fatal(ERROR_OF_GASNET | error, line.text, line.length);
}

static const struct {
    const char *name, *text;
} error_names[] = {
    [GASNET_OK] = {"GASNET_OK", "No error"},
    [GASNET_ERR_NOT_INIT] = {"GASNET_ERR_NOT_INIT", "GASNet is not initialized, or it is already"},
    [GASNET_ERR_RESOURCE] = {"GASNET_ERR_RESOURCE", "Problem with a resource"},
    [GASNET_ERR_BAD_ARG] = {"GASNET_ERR_BAD_ARG", "Invalid argument"},
    [GASNET_ERR_BARRIER_MISMATCH] = {"GASNET_ERR_BARRIER_MISMATCH", "Barrier identifiers do not match"},
    [GASNET_ERR_NOT_READY] = {"GASNET_ERR_NOT_READY", "Not complete yet"},
};

static bool error_is_known(int error)
{
    return (unsigned)error < sizeof error_names / sizeof error_names[0];
}

const char *gasnet_error_name(int error)
{
    return error_is_known(error) ? error_names[error].name : "unknown";
}

const char *gasnet_error_text(int error)
{
    return error_is_known(error) ? error_names[error].text : "no error of GASNet";
}

void am_explain_forbidden(const char *function)
{
    if (am_state.forbidden & AM_NOT_ATTACHED)
        am_fatal(GASNET_ERR_NOT_INIT, "%s: called before gasnet_attach", function);
    if (am_state.forbidden & AM_IN_HANDLER)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: called in handler %d, which may only reply", function, am_state.running->handler);
    am_fatal(GASNET_ERR_BAD_ARG, "%s: called in a no-interrupt section, or with a handler-safe lock", function);
}

void *am_allocate(size_t bytes)
{
    void *memory = conduit_allocate(bytes);
    if (memory == NULL)
        am_fatal(GASNET_ERR_RESOURCE, "GASNet: no memory left for %zu bytes of the library", bytes);
    return memory;
}

void am_free(void *memory)
{
    conduit_free(memory);
}
