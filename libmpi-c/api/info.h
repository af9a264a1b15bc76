// Info objects: keys with values, for hints (MPI 5.0 chapter 10).
#ifndef API_INFO_H
#define API_INFO_H

#include "api/api.h"
#include "p2p/object.h"

struct api_info_entry {
    struct api_info_entry *next;
    char *value;
    char key[];
};

struct api_info {
    struct p2p_object object;
    struct api_info_entry *first;  // in the order in which they were first set
};

// NULL when the handle is none; MPI_INFO_NULL is none.
struct api_info *api_info(MPI_Info handle);

// May it be given as hints? MPI_INFO_NULL may.
bool api_is_hints(MPI_Info handle);
int api_explain_info(const char *function, const struct p2p_comm *comm, MPI_Info handle) __attribute__((cold));

// A new object with the same keys, without any for MPI_INFO_NULL: what MPI_Comm_get_info gives, say.
MPI_Info api_info_copy(MPI_Info handle);
// Sets the keys of `from` in *hints, which keeps its other keys; makes the object if *hints is MPI_INFO_NULL.
void api_info_merge(MPI_Info *hints, MPI_Info from);
// MPI_INFO_NULL may be released.
void api_info_release(MPI_Info handle);

struct api_info *api_info_new(void);
void api_info_put(struct api_info *info, const char *key, const char *value);
void api_info_put_number(struct api_info *info, const char *key, unsigned number);

// Is it a string of the right length? MPI_SUCCESS or the reported error.
int api_check_info_key(const char *function, const char *key);

// NULL when there is no such key.
struct api_info_entry *api_info_find(const struct api_info *info, const char *key);

#endif
