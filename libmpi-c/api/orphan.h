// Requests that are freed while they are under way.
#ifndef API_ORPHAN_H
#define API_ORPHAN_H

#include "api/request.h"

// Waits for the sends among them, before MPI ends.
void api_orphans_send(void);

#endif
