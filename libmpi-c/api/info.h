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
    struct info_entry *first;  // a list of the keys, in the order in which they were first set
};

// Returns the object behind a handle, or NULL if the handle is no info object. NULL for MPI_INFO_NULL.
struct info *info_of(MPI_Info handle);

// May the handle be given as hints: is it an info object or MPI_INFO_NULL?
bool info_is_hints(MPI_Info handle);

// Reports an invalid handle to `comm`; returns the error class.
int info_explain(const char *function, const struct p2p_comm *comm, MPI_Info handle) __attribute__((cold));

// Returns a new object with the same keys and values, an empty one for MPI_INFO_NULL. MPI_Comm_get_info gives such a copy.
MPI_Info info_copy(MPI_Info handle);

// Sets the keys of `from` in *hints, which keeps its other keys. Makes the object if *hints is MPI_INFO_NULL.
void info_merge(MPI_Info *hints, MPI_Info from);

// Drops a reference; the last one frees the object. Does nothing for MPI_INFO_NULL.
void info_release(MPI_Info handle);

// Makes an empty object with one reference.
struct info *info_new(void);

// Sets the value of a key, which is added if it is new. Both strings are copied.
void info_put(struct info *info, const char *key, const char *value);
void info_put_number(struct info *info, const char *key, unsigned number);

// Checks that `key` is a string of valid length. Returns MPI_SUCCESS, or reports the error and returns its class.
int info_check_key(const char *function, const char *key);

// Returns the entry of a key, or NULL if there is none.
struct info_entry *info_find(const struct info *info, const char *key);

#endif
