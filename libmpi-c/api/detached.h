// Requests that are freed while they are under way.
#ifndef API_DETACHED_H
#define API_DETACHED_H

#include "api/request.h"

// Waits for the sends among them, before MPI ends.
void detached_finish_sends(void);

#endif
