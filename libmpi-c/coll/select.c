// Algorithms that the environment chooses. The table of algorithms is in choices.h.
#include <string.h>

#include "coll/choices.h"

struct coll_row {
    const char *name;
    unsigned cannot;
};

#define ROW(id, name, cannot, when) {name, cannot},
#define ROWS(operation, choose) static const struct coll_row coll_rows_##operation[] = {COLL_##operation##_ROWS(ROW)};
COLL_TABLES(ROWS)

#define TABLE(operation, choose) \
    [COLL_##operation] = {#operation, coll_rows_##operation, sizeof coll_rows_##operation / sizeof(struct coll_row)},

static const struct coll_table {
    const char *name;  // its name in the environment; NULL: the operation has only one algorithm
    const struct coll_row *rows;
    unsigned count;
} coll_tables[COLL_OPERATIONS] = {COLL_TABLES(TABLE)};

unsigned char coll_requested[COLL_OPERATIONS];

unsigned coll_choose_requested(enum coll_tag operation, unsigned obstacles, unsigned chosen)
{
    unsigned requested = coll_requested[operation] - 1;
    return (coll_tables[operation].rows[requested].cannot & obstacles) == 0 ? requested : chosen;
}

// The message with which the run ends.
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

// `setting` is the part of `variable` after the prefix.
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
            coll_requested[operation] = i + 1;
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
