// Error codes and classes that the program has added (MPI 5.0 §9.5).
#ifndef API_ERRORCODE_H
#define API_ERRORCODE_H

#include "api/api.h"
#include "api/predefined.h"

enum { ERRORCODE_FIRST_ADDED = MPI_ERR_LASTCODE + 1 };

struct errorcode_added {
    int class;     // of a class: its own number; of what was removed: MPI_ERR_UNKNOWN
    bool removed;  // the program has removed it
    char *text;    // NULL until the program sets one
};

// Codes and classes are numbered in one series from ERRORCODE_FIRST_ADDED up to errorcode_last_used.
extern struct errorcode_added *errorcode_added;

// Returns a code or class that the program has added, also if it was removed, or NULL.
static inline struct errorcode_added *errorcode_find(int code)
{
    return code >= ERRORCODE_FIRST_ADDED && code <= errorcode_last_used ? &errorcode_added[code - ERRORCODE_FIRST_ADDED] : NULL;
}

#endif
