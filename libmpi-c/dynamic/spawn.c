// MPI_Comm_spawn, MPI_Comm_spawn_multiple and MPI_Comm_get_parent (MPI 5.0 §11.8). Info objects are ignored.
#include <string.h>

#include "dynamic/dynamic.h"
#include "coll/coll.h"
#include "hal/process.h"

MPI_Comm dynamic_parent = MPI_COMM_NULL;

// The arguments of a call, which have a meaning at the root only.
struct spawn {
    const char *function;
    int programs;
    char **commands;
    char ***arguments;      // NULL, or NULL for a program: none
    const int *processes;   // of each program
};

// What the root tells the other ranks.
struct spawn_result {
    int error;      // class, or MPI_SUCCESS
    int processes;  // of all programs together
};

static int spawn_check(const struct spawn *spawn, const struct p2p_comm *comm, int *processes)
{
    *processes = 0;
    if (spawn->programs < 1)
        return api_error(comm, MPI_ERR_COUNT, "%s: invalid number of programs: %d", spawn->function, spawn->programs);
    if (spawn->commands == NULL || spawn->processes == NULL)
        return api_explain_pointer(spawn->function, comm, spawn->commands == NULL ? "array_of_commands" : "array_of_maxprocs");
    for (int i = 0; i < spawn->programs; i++) {
        if (spawn->commands[i] == NULL)
            return api_explain_pointer(spawn->function, comm, "command");
        if (spawn->processes[i] < 1)
            return api_error(comm, MPI_ERR_ARG, "%s: invalid number of processes: %d", spawn->function, spawn->processes[i]);
        *processes += spawn->processes[i];
    }
    return MPI_SUCCESS;
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

// Claims a node for each process. Returns MPI_SUCCESS, or gives all of them back, reports why and returns the class.
static int spawn_claim(const struct spawn *spawn, const struct p2p_comm *comm, uint16_t *nodes)
{
    int claimed = 0;
    for (int program = 0; program < spawn->programs; program++) {
        for (int i = 0; i < spawn->processes[program]; i++) {
            int node = process_claim(spawn->commands[program]);
            if (node < 0) {
                while (claimed > 0)
                    process_release(nodes[--claimed]);
                return spawn_explain(spawn, comm, program, node, i);
            }
            nodes[claimed++] = (uint16_t)node;
        }
    }
    return MPI_SUCCESS;
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

// Sends the start message to the processes of a program, whose first one has the rank `first`.
static void spawn_start(const struct spawn *spawn, int program, int first, const uint16_t *nodes, int size)
{
    int words;
    size_t text = spawn_words(spawn, program, NULL, &words), table = size * sizeof *nodes;
    size_t bytes = sizeof(struct dynamic_start) + table + text;
    struct dynamic_start *start = p2p_allocate(bytes, "MPI_Comm_spawn: no memory for the arguments of a program");
    *start = (struct dynamic_start){.parent = p2p_nodes.rank, .size = size, .appnum = program, .arguments = words};
    memcpy(start + 1, nodes, table);
    spawn_words(spawn, program, (char *)(start + 1) + table, &words);
    for (int i = 0; i < spawn->processes[program]; i++) {
        start->rank = first + i;
        p2p_send(&dynamic_wire, P2P_USER, start, bytes, nodes[start->rank], DYNAMIC_TAG_START);
    }
    p2p_free(start);
}

// The root's part. Sets `*leader` to the node of the first new process.
static struct spawn_result spawn_at_root(const struct spawn *spawn, const struct p2p_comm *comm, int *leader)
{
    struct spawn_result result;
    result.error = spawn_check(spawn, comm, &result.processes);
    if (result.error != MPI_SUCCESS)
        return result;
    uint16_t *nodes = p2p_allocate(result.processes * sizeof *nodes, "MPI_Comm_spawn: no memory for the list of processes");
    result.error = spawn_claim(spawn, comm, nodes);
    if (result.error == MPI_SUCCESS) {
        for (int program = 0, first = 0; program < spawn->programs; first += spawn->processes[program++])
            spawn_start(spawn, program, first, nodes, result.processes);
        *leader = nodes[0];
    }
    p2p_free(nodes);
    return result;
}

static int spawn_all(const struct spawn *spawn, int root, MPI_Comm handle, MPI_Comm *intercomm, int errcodes[])
{
    int error, leader = 0;
    const struct p2p_comm *comm = dynamic_enter(spawn->function, handle, root, intercomm, &error);
    if (comm == NULL)
        return error;
    struct spawn_result result;
    if (comm->rank == root)
        result = spawn_at_root(spawn, comm, &leader);
    coll_bcast(comm, &result, sizeof result, root);
    for (int i = 0; errcodes != MPI_ERRCODES_IGNORE && i < result.processes; i++)
        errcodes[i] = result.error;
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
    (void)info;
    char *commands[] = {(char *)command}, **arguments[] = {argv};
    const struct spawn spawn = {"MPI_Comm_spawn", 1, commands, arguments, &maxprocs};
    return spawn_all(&spawn, root, comm, intercomm, errcodes);
}
API_WEAK(Comm_spawn)

int PMPI_Comm_spawn_multiple(int count, char *commands[], char **argvs[], const int maxprocs[], const MPI_Info infos[], int root,
                             MPI_Comm comm, MPI_Comm *intercomm, int errcodes[])
{
    (void)infos;
    const struct spawn spawn = {"MPI_Comm_spawn_multiple", count, commands, argvs, maxprocs};
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
