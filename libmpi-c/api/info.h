// Info objects: keys with values, for hints (MPI 5.0 chapter 10).
#ifndef API_INFO_H
#define API_INFO_H

#include "api/api.h"
#include "p2p/object.h"

struct info_entry {
    struct info_entry *next;
    char *value;
    char key[];
};

struct info {
    struct p2p_object object;
    struct info_entry *first;  // in the order in which they were first set
};

// NULL when the handle is none; MPI_INFO_NULL is none.
struct info *info_of(MPI_Info handle);

// May it be given as hints? MPI_INFO_NULL may.
bool info_is_hints(MPI_Info handle);
int info_explain(const char *function, const struct p2p_comm *comm, MPI_Info handle) __attribute__((cold));

// A new object with the same keys, without any for MPI_INFO_NULL: what MPI_Comm_get_info gives, say.
MPI_Info info_copy(MPI_Info handle);
// MPI_INFO_NULL may be released.
void info_release(MPI_Info handle);

struct info *info_new(void);
void info_put(struct info *info, const char *key, const char *value);
void info_put_number(struct info *info, const char *key, unsigned number);

// Is it a string of the right length? MPI_SUCCESS or the reported error.
int info_check_key(const char *function, const char *key);

// NULL when there is no such key.
struct info_entry *info_find(const struct info *info, const char *key);

#endif
