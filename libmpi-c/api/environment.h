// MPI_INFO_ENV: how the program was started (MPI 5.0 §10.2.1).
#ifndef API_ENVIRONMENT_H
#define API_ENVIRONMENT_H

#include "api/info.h"

// Returns the info object behind MPI_INFO_ENV.
struct info *info_environment(void);

// Adds the keys of MPI_INFO_ENV to `info`. "command" is added only if argc > 0, "argv" only if argc > 1.
void info_put_environment(struct info *info, int argc, char *argv[]);

#endif
