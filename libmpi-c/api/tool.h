// What the functions of the tool interface share (MPI 5.0 chapter 15). Errors are told by the return code alone.
#ifndef API_TOOL_H
#define API_TOOL_H

#include <stdbool.h>

#include "api/api.h"

// Is the interface open? MPI itself need not be.
bool tool_is_open(void);

// A string for the user, cut to *length characters with the zero behind them; the whole length goes there (MPI 5.0 §15.3.3). Either
// may be NULL.
void tool_string(const char *text, char *string, int *length);

// A number, if it is wanted.
static inline void tool_number(int *number, int value)
{
    if (number != NULL)
        *number = value;
}

#endif
