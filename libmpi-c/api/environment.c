// MPI_INFO_ENV: how the program was started, as far as the library knows (MPI 5.0 §10.2.1).
#include "api/environment.h"

#include <string.h>

#include "hal/sim.h"

// Joins arguments with spaces between them, as far as an info value has room.
static void info_join(char value[MPI_MAX_INFO_VAL], int count, char *const texts[])
{
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        for (const char *at = i == 0 ? "" : " "; *at != '\0' && length < MPI_MAX_INFO_VAL - 1; at++)
            value[length++] = *at;
        for (const char *at = texts[i]; *at != '\0' && length < MPI_MAX_INFO_VAL - 1; at++)
            value[length++] = *at;
    }
    value[length] = '\0';
}

void info_put_environment(struct info *info, int argc, char *argv[])
{
    char value[MPI_MAX_INFO_VAL];
    if (argv != NULL && argc > 0) {
        info_join(value, 1, argv);
        info_put(info, "command", value);
    }
    if (argv != NULL && argc > 1) {
        info_join(value, argc - 1, argv + 1);
        info_put(info, "argv", value);
    }
    info_put_number(info, "maxprocs", sim_nodes());
    info_put(info, "arch", __riscv_xlen == 64 ? "riscv64" : "riscv32");
}

struct info *info_environment(void)
{
    static struct info *environment;
    if (environment == NULL) {
        environment = info_new();
        info_put_environment(environment, 0, NULL);
    }
    return environment;
}
