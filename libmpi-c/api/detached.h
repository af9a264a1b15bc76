// Detached requests: requests that the program has freed while they were active.
#ifndef API_DETACHED_H
#define API_DETACHED_H

#include "api/request.h"

// Waits until all detached sends are done. Called before MPI ends.
void detached_finish_sends(void);

#endif
