// The nodes for new processes, and how many processes each program gets.
#include <string.h>

#include "dynamic/soft.h"
#include "dynamic/spawn.h"
#include "api/info.h"
#include "hal/process.h"

const char *spawn_soft(const struct spawn *spawn, int program)
{
    const struct info *info = spawn->infos != NULL ? info_of(spawn->infos[program]) : NULL;
    const struct info_entry *entry = info != NULL ? info_find(info, "soft") : NULL;
    return entry != NULL ? entry->value : NULL;
}

static int spawn_explain(const struct spawn *spawn, const struct p2p_comm *comm, int program, int refused, int had)
{
    const char *command = spawn->commands[program];
    if (refused == PROCESS_NONE_LEFT)
        return api_error(comm, MPI_ERR_SPAWN, "%s: %d processes of %s, but only %d of its ranks are left; raise --spawnable of "
                         "rankine run", spawn->function, spawn->processes[program], command, had);
    return api_error(comm, MPI_ERR_SPAWN, "%s: no rank is set aside for the program %s; give it to rankine run with --spawnable, "
                     "as in PROGRAM : -n 0 --spawnable %d %s", spawn->function, command, spawn->processes[program], command);
}

// Claims nodes for a program, behind the *count that it has, up to `wanted`. Returns 0, or why there are fewer.
static int claim_up_to(const char *command, int wanted, uint16_t *nodes, int *count)
{
    while (*count < wanted) {
        int node = process_claim(command);
        if (node < 0)
            return node;
        nodes[(*count)++] = (uint16_t)node;
    }
    return 0;
}

// Gives the last nodes back, down to `wanted`.
static void release_down_to(int wanted, const uint16_t *nodes, int *count)
{
    while (*count > wanted)
        process_release(nodes[--*count]);
}

// The smallest number of processes that is allowed for a program.
static int smallest(const struct spawn *spawn, int program)
{
    const char *soft = spawn_soft(spawn, program);
    int number = soft != NULL ? 1 : spawn->processes[program];
    while (soft != NULL && !soft_allows(soft, number))
        number++;
    return number;
}

// Claims the smallest number for each program first, so that no program takes what another one cannot do without. The nodes of a program
// are behind the room of those before it.
static int claim_smallest(const struct spawn *spawn, const struct p2p_comm *comm, uint16_t *nodes, int *counts)
{
    for (int program = 0, first = 0; program < spawn->programs; first += spawn->processes[program++]) {
        counts[program] = 0;
        int refused = claim_up_to(spawn->commands[program], smallest(spawn, program), nodes + first, &counts[program]);
        if (refused == 0)
            continue;
        int had = counts[program];
        for (int last = program; last >= 0; last--) {
            release_down_to(0, nodes + first, &counts[last]);
            first -= last > 0 ? spawn->processes[last - 1] : 0;
        }
        return spawn_explain(spawn, comm, program, refused, had);
    }
    return MPI_SUCCESS;
}

// Claims further nodes for the programs that may have more.
static void claim_more(const struct spawn *spawn, uint16_t *nodes, int *counts)
{
    for (int program = 0, first = 0; program < spawn->programs; first += spawn->processes[program++]) {
        const char *soft = spawn_soft(spawn, program);
        if (soft == NULL)
            continue;
        claim_up_to(spawn->commands[program], soft_largest(soft, spawn->processes[program]), nodes + first, &counts[program]);
        release_down_to(soft_largest(soft, counts[program]), nodes + first, &counts[program]);
    }
}

int spawn_claim(const struct spawn *spawn, const struct p2p_comm *comm, uint16_t *nodes, int *counts)
{
    int error = claim_smallest(spawn, comm, nodes, counts);
    if (error != MPI_SUCCESS)
        return error;
    claim_more(spawn, nodes, counts);
    for (int program = 0, first = 0, to = 0; program < spawn->programs; first += spawn->processes[program++]) {
        memmove(nodes + to, nodes + first, counts[program] * sizeof *nodes);
        to += counts[program];
    }
    return MPI_SUCCESS;
}
