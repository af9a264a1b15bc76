// Texts of the predefined error classes.
#include "api/errortext.h"

#include <stddef.h>

#include "include/mpi.h"

// The text of each class, from MPI_SUCCESS on (MPI 5.0 §9.4).
static const char errorcode_texts[][64] = {
    "no error",
    "invalid buffer",
    "invalid count",
    "invalid datatype",
    "invalid tag",
    "invalid communicator",
    "invalid rank",
    "invalid request",
    "invalid root",
    "invalid group",
    "invalid operation",
    "invalid topology",
    "invalid dimensions",
    "invalid argument",
    "unknown error",
    "message truncated on receive",
    "other error",
    "internal error",
    "request is pending",
    "the error code is in the status",
    "permission denied",
    "invalid access mode",
    "invalid assertion",
    "invalid file name",
    "invalid base address",
    "error in a data conversion function",
    "invalid displacement",
    "data representation is already defined",
    "file exists",
    "file is in use",
    "invalid file handle",
    "info key is too long",
    "no such info key",
    "info value is too long",
    "invalid info object",
    "input or output error",
    "invalid attribute key",
    "invalid lock type",
    "service name is not published",
    "out of memory",
    "collective argument is not the same on all ranks",
    "no space left",
    "no such file",
    "invalid port",
    "quota exceeded",
    "file is read-only",
    "memory cannot be attached to the window",
    "conflicting accesses to a window",
    "target memory is outside the window",
    "memory cannot be shared",
    "wrong synchronisation of one-sided calls",
    "service name cannot be published",
    "invalid size",
    "processes cannot be started",
    "unsupported data representation",
    "unsupported operation",
    "invalid window",
    "wrong flavour of window",
    "a process was aborted",
    "value is too large to store",
    "invalid session",
    "invalid error handler",
    "unsupported ABI",
};

enum { ERRORCODE_CLASSES = sizeof errorcode_texts / sizeof errorcode_texts[0] };

_Static_assert((int)ERRORCODE_CLASSES == MPI_ERR_ABI + 1, "a text for each error class");

const char *errorcode_text(int class)
{
    return (unsigned)class < ERRORCODE_CLASSES ? errorcode_texts[class] : NULL;
}
