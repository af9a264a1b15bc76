// Declarations for the functions of the tool interface (MPI 5.0 chapter 15). They return error codes and call no error handler.
#ifndef API_TOOL_H
#define API_TOOL_H

#include <stdbool.h>

#include "api/api.h"

// Is the interface initialized (MPI_T_init_thread)? MPI itself need not be.
bool tool_is_open(void);

// Copies `text` to `string`, cut so that it fits into *length bytes with its terminating zero, and sets `*length` to the bytes
// that the whole text needs (MPI 5.0 §15.3.3). `string` and `length` may be NULL.
void tool_string(const char *text, char *string, int *length);

// Sets `*number` unless `number` is NULL.
static inline void tool_number(int *number, int value)
{
    if (number != NULL)
        *number = value;
}

#endif
