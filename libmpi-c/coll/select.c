// Which algorithm a collective operation takes. The first row is chosen whose condition holds and that can do the call; the last
// one of an operation always can. RANKINE_COLL_<OPERATION>=<name> in the program's environment chooses another row, where
// that can do the call.
#include <limits.h>
#include <string.h>

#include "coll/choices.h"

#define ALWAYS 0, SIZE_MAX, 0
#define ON_REQUEST 0, SIZE_MAX, INT_MAX

struct coll_row {
    const char *name;
    unsigned cannot;     // which obstacles keep it from a call
    size_t least, most;  // from so many bytes on, up to so many; see the operation's file for which bytes
    int ranks;           // from so many on
};

static const struct coll_row coll_barrier_rows[] = {
    [COLL_BARRIER_HARDWARE] = {"hardware", 0, ALWAYS},
    [COLL_BARRIER_DISSEMINATION] = {"dissemination", 0, ALWAYS},
    [COLL_BARRIER_TREE] = {"tree", 0, ALWAYS},
};

// From 64 KiB on the bytes cost more than the extra messages of the scatter.
static const struct coll_row coll_bcast_rows[] = {
    [COLL_BCAST_CHAIN] = {"chain", 0, ON_REQUEST},
    [COLL_BCAST_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_BCAST_SCATTER_RING] = {"scatter-ring", 0, 64 << 10, SIZE_MAX, 4},
    [COLL_BCAST_BINOMIAL] = {"binomial", 0, ALWAYS},
};

static const struct coll_row coll_reduce_rows[] = {
    [COLL_REDUCE_HALVING] = {"halving", COLL_ORDERED | COLL_FEW, 64 << 10, SIZE_MAX, 8},
    [COLL_REDUCE_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_REDUCE_BINOMIAL] = {"binomial", 0, ALWAYS},
};

// From 8 KiB on the bytes cost more than the extra messages.
static const struct coll_row coll_allreduce_rows[] = {
    [COLL_ALLREDUCE_HALVING] = {"halving", COLL_ORDERED | COLL_FEW, 8 << 10, SIZE_MAX, 4},
    [COLL_ALLREDUCE_RING] = {"ring", COLL_ORDERED | COLL_FEW, ON_REQUEST},
    [COLL_ALLREDUCE_REDUCE_BCAST] = {"reduce-bcast", 0, ON_REQUEST},
    [COLL_ALLREDUCE_DOUBLING] = {"doubling", 0, ALWAYS},
};

// Up to 512 bytes the root's time per message matters more than sending a block several times.
static const struct coll_row coll_gather_rows[] = {
    [COLL_GATHER_BINOMIAL] = {"binomial", 0, 0, 512, 8},
    [COLL_GATHER_LINEAR] = {"linear", 0, ALWAYS},
};

static const struct coll_row coll_scatter_rows[] = {
    [COLL_SCATTER_BINOMIAL] = {"binomial", 0, 0, 512, 8},
    [COLL_SCATTER_LINEAR] = {"linear", 0, ALWAYS},
};

// Up to 32 KiB in total the number of messages matters more than a copy and neighbours.
static const struct coll_row coll_allgather_rows[] = {
    [COLL_ALLGATHER_DOUBLING] = {"doubling", COLL_UNEVEN, ON_REQUEST},
    [COLL_ALLGATHER_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_ALLGATHER_BRUCK] = {"bruck", 0, 0, 32 << 10, 0},
    [COLL_ALLGATHER_RING] = {"ring", 0, ALWAYS},
};

static const struct coll_row coll_alltoall_rows[] = {
    [COLL_ALLTOALL_BRUCK] = {"bruck", 0, ON_REQUEST},
    [COLL_ALLTOALL_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_ALLTOALL_PAIRWISE] = {"pairwise", 0, ALWAYS},
};

static const struct coll_row coll_scan_rows[] = {
    [COLL_SCAN_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_SCAN_DOUBLING] = {"doubling", 0, ALWAYS},
};

static const struct coll_row coll_exscan_rows[] = {
    [COLL_EXSCAN_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_EXSCAN_DOUBLING] = {"doubling", 0, ALWAYS},
};

// From 8 KiB on pairs send each element once.
static const struct coll_row coll_reduce_scatter_rows[] = {
    [COLL_REDUCE_SCATTER_PAIRWISE] = {"pairwise", COLL_ORDERED, 8 << 10, SIZE_MAX, 0},
    [COLL_REDUCE_SCATTER_HALVING] = {"halving", COLL_ORDERED, ALWAYS},
    [COLL_REDUCE_SCATTER_REDUCE] = {"reduce-scatter", 0, ALWAYS},
};

static const struct coll_row coll_allgatherv_rows[] = {
    [COLL_ALLGATHERV_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_ALLGATHERV_BRUCK] = {"bruck", 0, 0, 32 << 10, 0},
    [COLL_ALLGATHERV_RING] = {"ring", 0, ALWAYS},
};

static const struct coll_row coll_alltoallv_rows[] = {
    [COLL_ALLTOALLV_LINEAR] = {"linear", 0, ON_REQUEST},
    [COLL_ALLTOALLV_PAIRWISE] = {"pairwise", 0, ALWAYS},
};

#define OPERATION(name, rows) {name, rows, sizeof rows / sizeof rows[0]}

static const struct coll_table {
    const char *name;  // as the environment has it
    const struct coll_row *rows;
    unsigned count;
} coll_tables[COLL_OPERATIONS] = {
    [COLL_BARRIER] = OPERATION("BARRIER", coll_barrier_rows),
    [COLL_BCAST] = OPERATION("BCAST", coll_bcast_rows),
    [COLL_REDUCE] = OPERATION("REDUCE", coll_reduce_rows),
    [COLL_ALLREDUCE] = OPERATION("ALLREDUCE", coll_allreduce_rows),
    [COLL_GATHER] = OPERATION("GATHER", coll_gather_rows),
    [COLL_SCATTER] = OPERATION("SCATTER", coll_scatter_rows),
    [COLL_ALLGATHER] = OPERATION("ALLGATHER", coll_allgather_rows),
    [COLL_ALLTOALL] = OPERATION("ALLTOALL", coll_alltoall_rows),
    [COLL_SCAN] = OPERATION("SCAN", coll_scan_rows),
    [COLL_EXSCAN] = OPERATION("EXSCAN", coll_exscan_rows),
    [COLL_REDUCE_SCATTER] = OPERATION("REDUCE_SCATTER", coll_reduce_scatter_rows),
    [COLL_ALLGATHERV] = OPERATION("ALLGATHERV", coll_allgatherv_rows),
    [COLL_ALLTOALLV] = OPERATION("ALLTOALLV", coll_alltoallv_rows),
};

// By operation: 0, or one more than the row that the environment wants.
static unsigned char coll_wanted[COLL_OPERATIONS];

unsigned coll_choose(enum coll_tag operation, const struct p2p_comm *comm, size_t bytes, unsigned obstacles)
{
    const struct coll_row *rows = coll_tables[operation].rows;
    unsigned wanted = coll_wanted[operation];
    if (__builtin_expect(wanted != 0, 0) && (rows[wanted - 1].cannot & obstacles) == 0)
        return wanted - 1;
    const struct coll_row *row = rows;
    while (bytes < row->least || bytes > row->most || comm->size < row->ranks || (row->cannot & obstacles) != 0)
        row++;
    return row - rows;
}

// A sentence for the end of the run.
static char coll_sentence[400];

static void coll_say(const char *text)
{
    strncat(coll_sentence, text, sizeof coll_sentence - 1 - strlen(coll_sentence));
}

static const char *coll_unknown_operation(const char *variable)
{
    coll_say("MPI_Init: the environment has ");
    strncat(coll_sentence, variable, strcspn(variable, "="));
    coll_say(", but only these can be chosen: ");
    for (unsigned i = COLL_BARRIER; i < COLL_OPERATIONS; i++) {
        if (coll_tables[i].name != NULL) {
            coll_say(i == COLL_BARRIER ? "" : ", ");
            coll_say(coll_tables[i].name);
        }
    }
    return coll_sentence;
}

static const char *coll_unknown_algorithm(const char *variable, const struct coll_table *table)
{
    coll_say("MPI_Init: the environment has ");
    coll_say(variable);
    coll_say(", but the known algorithms are: ");
    for (unsigned i = 0; i < table->count; i++) {
        coll_say(i == 0 ? "" : ", ");
        coll_say(table->rows[i].name);
    }
    return coll_sentence;
}

// `setting` is what follows the prefix in `variable`.
static const char *coll_want(const char *variable, const char *setting)
{
    size_t length = strcspn(setting, "=");
    unsigned operation = COLL_BARRIER;
    while (operation < COLL_OPERATIONS && (coll_tables[operation].name == NULL || strlen(coll_tables[operation].name) != length ||
                                           memcmp(coll_tables[operation].name, setting, length) != 0))
        operation++;
    if (operation == COLL_OPERATIONS)
        return coll_unknown_operation(variable);
    const struct coll_table *table = &coll_tables[operation];
    for (unsigned i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].name, setting + length + 1) == 0) {
            coll_wanted[operation] = i + 1;
            return NULL;
        }
    }
    return coll_unknown_algorithm(variable, table);
}

const char *coll_init(void)
{
    static const char prefix[] = "RANKINE_COLL_";
    extern char **environ;
    const char *wrong = NULL;
    for (char **variable = environ; variable != NULL && *variable != NULL && wrong == NULL; variable++) {
        if (strncmp(*variable, prefix, sizeof prefix - 1) == 0)
            wrong = coll_want(*variable, *variable + sizeof prefix - 1);
    }
    return wrong;
}
