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

// NULL when the handle is none.
struct session *session_of(MPI_Session handle);
int session_explain(const char *function, MPI_Session handle) __attribute__((cold));

// The first session opens MPI unless MPI_Init has done it, and the last one closes it unless MPI_Finalize will. All ranks have to
// begin one, because they meet when MPI is opened.
void session_begins(void);
void session_ends(void);

#endif
