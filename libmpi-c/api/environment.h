// What MPI_INFO_ENV tells (MPI 5.0 §10.2.1).
#ifndef API_ENVIRONMENT_H
#define API_ENVIRONMENT_H

#include "api/info.h"

// The object of MPI_INFO_ENV.
struct info *info_environment(void);

// Its keys; those of the command line only when there are arguments.
void info_put_environment(struct info *info, int argc, char *argv[]);

#endif
