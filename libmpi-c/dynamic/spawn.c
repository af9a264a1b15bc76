// MPI_Comm_spawn, MPI_Comm_spawn_multiple and MPI_Comm_get_parent (MPI 5.0 §11.8). Of info objects only the key "soft" has an effect.
#include <string.h>

#include "dynamic/dynamic.h"
#include "dynamic/soft.h"
#include "dynamic/spawn.h"
#include "api/info.h"
#include "coll/coll.h"

MPI_Comm dynamic_parent = MPI_COMM_NULL;

// What the root tells the other ranks.
struct spawn_result {
    int error;      // class, or MPI_SUCCESS
    int processes;  // that were asked for, of all programs together
    int started;
};

static int spawn_check_program(const struct spawn *spawn, const struct p2p_comm *comm, int program)
{
    int processes = spawn->processes[program];
    if (spawn->commands[program] == NULL)
        return api_explain_pointer(spawn->function, comm, "command");
    if (processes < 1)
        return api_error(comm, MPI_ERR_ARG, "%s: invalid number of processes: %d", spawn->function, processes);
    if (spawn->infos != NULL && !info_is_hints(spawn->infos[program]))
        return info_explain(spawn->function, comm, spawn->infos[program]);
    const char *soft = spawn_soft(spawn, program);
    if (soft != NULL && !soft_is_set(soft))
        return api_error(comm, MPI_ERR_INFO_VALUE, "%s: the value of the info key soft is no set of numbers: %s", spawn->function, soft);
    if (soft != NULL && soft_largest(soft, processes) == 0)
        return api_error(comm, MPI_ERR_SPAWN, "%s: the info key soft allows no number from 1 to %d: %s", spawn->function, processes, soft);
    return MPI_SUCCESS;
}

static int spawn_check(const struct spawn *spawn, const struct p2p_comm *comm, int *processes)
{
    *processes = 0;
    if (spawn->programs < 1)
        return api_error(comm, MPI_ERR_COUNT, "%s: invalid number of programs: %d", spawn->function, spawn->programs);
    if (spawn->commands == NULL || spawn->processes == NULL)
        return api_explain_pointer(spawn->function, comm, spawn->commands == NULL ? "array_of_commands" : "array_of_maxprocs");
    int error = MPI_SUCCESS;
    for (int i = 0; i < spawn->programs; i++)
        *processes += spawn->processes[i] > 0 ? spawn->processes[i] : 0;
    for (int i = 0; i < spawn->programs && error == MPI_SUCCESS; i++)
        error = spawn_check_program(spawn, comm, i);
    return error;
}

// The command and the arguments of a program, each with its zero byte. Returns their bytes, and copies them unless `to` is NULL.
static size_t spawn_words(const struct spawn *spawn, int program, char *to, int *words)
{
    char **arguments = spawn->arguments != NULL ? spawn->arguments[program] : NULL;
    const char *word = spawn->commands[program];
    size_t bytes = 0;
    for (*words = 0; word != NULL; word = arguments != NULL ? arguments[*words - 1] : NULL) {
        if (to != NULL)
            strcpy(to + bytes, word);
        bytes += strlen(word) + 1;
        ++*words;
    }
    return bytes;
}

// Sends the start message to the `count` processes of a program, whose first one has the rank `first`.
static void spawn_start(const struct spawn *spawn, int program, int first, int count, const uint16_t *nodes, int size)
{
    int words;
    size_t text = spawn_words(spawn, program, NULL, &words), table = size * sizeof *nodes;
    size_t bytes = sizeof(struct dynamic_start) + table + text;
    struct dynamic_start *start = p2p_allocate(bytes, "MPI_Comm_spawn: no memory for the arguments of a program");
    *start = (struct dynamic_start){.parent = p2p_nodes.rank, .size = size, .appnum = program, .arguments = words};
    memcpy(start + 1, nodes, table);
    spawn_words(spawn, program, (char *)(start + 1) + table, &words);
    for (int i = 0; i < count; i++) {
        start->rank = first + i;
        p2p_send(&dynamic_wire, P2P_USER, start, bytes, nodes[start->rank], DYNAMIC_TAG_START);
    }
    p2p_free(start);
}

// The root's part. Sets `*leader` to the node of the first new process, and the counts of processes of each program, which the caller
// frees.
static struct spawn_result spawn_at_root(const struct spawn *spawn, const struct p2p_comm *comm, int *leader, int **counts)
{
    struct spawn_result result = {.started = 0};
    result.error = spawn_check(spawn, comm, &result.processes);
    if (result.error != MPI_SUCCESS)
        return result;
    static const char reason[] = "MPI_Comm_spawn: no memory for the list of processes";
    uint16_t *nodes = p2p_allocate(result.processes * sizeof *nodes, reason);
    *counts = p2p_allocate(spawn->programs * sizeof **counts, reason);
    result.error = spawn_claim(spawn, comm, nodes, *counts);
    if (result.error == MPI_SUCCESS) {
        for (int program = 0; program < spawn->programs; program++)
            result.started += (*counts)[program];
        for (int program = 0, first = 0; program < spawn->programs; first += (*counts)[program++])
            spawn_start(spawn, program, first, (*counts)[program], nodes, result.started);
        *leader = nodes[0];
    }
    p2p_free(nodes);
    return result;
}

// Fills the error codes when fewer processes were started than asked for: those of each program that were not started come last.
// `counts` has a meaning at the root only. Collective.
static void spawn_codes(const struct spawn *spawn, const struct p2p_comm *comm, int root, const int *counts, int processes, int codes[])
{
    int *all = p2p_allocate(processes * sizeof *all, "MPI_Comm_spawn: no memory for the error codes"), *code = all;
    for (int program = 0; comm->rank == root && program < spawn->programs; program++)
        for (int i = 0; i < spawn->processes[program]; i++)
            *code++ = i < counts[program] ? MPI_SUCCESS : MPI_ERR_SPAWN;
    coll_bcast(comm, all, processes * sizeof *all, root);
    if (codes != MPI_ERRCODES_IGNORE)
        memcpy(codes, all, processes * sizeof *all);
    p2p_free(all);
}

static int spawn_all(const struct spawn *spawn, int root, MPI_Comm handle, MPI_Comm *intercomm, int errcodes[])
{
    int error, leader = 0, *counts = NULL;
    const struct p2p_comm *comm = dynamic_enter(spawn->function, handle, root, intercomm, &error);
    if (comm == NULL)
        return error;
    struct spawn_result result;
    if (comm->rank == root)
        result = spawn_at_root(spawn, comm, &leader, &counts);
    coll_bcast(comm, &result, sizeof result, root);
    for (int i = 0; errcodes != MPI_ERRCODES_IGNORE && i < result.processes; i++)
        errcodes[i] = result.error;
    if (result.error == MPI_SUCCESS && result.started < result.processes)
        spawn_codes(spawn, comm, root, counts, result.processes, errcodes);
    p2p_free(counts);
    if (result.error == MPI_SUCCESS)
        return dynamic_connect(comm, root, leader, 0, intercomm);
    *intercomm = MPI_COMM_NULL;
    if (comm->rank != root)
        api_error(comm, result.error, "%s: the root, rank %d, has started no process", spawn->function, root);
    return result.error;
}

int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                    int errcodes[])
{
    char *commands[] = {(char *)command}, **arguments[] = {argv};
    const struct spawn spawn = {"MPI_Comm_spawn", 1, commands, arguments, &maxprocs, &info};
    return spawn_all(&spawn, root, comm, intercomm, errcodes);
}
API_WEAK(Comm_spawn)

int PMPI_Comm_spawn_multiple(int count, char *commands[], char **argvs[], const int maxprocs[], const MPI_Info infos[], int root,
                             MPI_Comm comm, MPI_Comm *intercomm, int errcodes[])
{
    const struct spawn spawn = {"MPI_Comm_spawn_multiple", count, commands, argvs, maxprocs, infos};
    return spawn_all(&spawn, root, comm, intercomm, errcodes);
}
API_WEAK(Comm_spawn_multiple)

int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    api_enter("MPI_Comm_get_parent");
    if (parent == NULL)
        return api_explain_pointer("MPI_Comm_get_parent", NULL, "parent");
    *parent = dynamic_parent;
    return MPI_SUCCESS;
}
API_WEAK(Comm_get_parent)
