// Sessions (MPI 5.0 §11.3).
#ifndef API_SESSION_H
#define API_SESSION_H

#include "api/api.h"
#include "p2p/object.h"

struct session {
    struct p2p_object object;
    MPI_Errhandler errhandler;
    int thread_level;
};

// Returns the session behind a handle, or NULL if the handle is no session.
struct session *session_of(MPI_Session handle);
struct session *session_of_plain(MPI_Session handle);

// Reports an invalid session; returns the error class.
int session_explain(const char *function, MPI_Session handle) __attribute__((cold));

// Count the sessions. The first session initializes MPI, unless MPI_Init has done so. The last session ends MPI, unless
// MPI_Finalize is still to come. Both synchronize all ranks, so every rank must begin a session.
void session_begins(void);
void session_ends(void);
void session_ends_plain(void);

#endif
