/* <gasnet.h>: GASNet-1 (specification 1.8.1), core and extended API, for programs in C.

   A rank has one hart, so the configurations GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR are one; without any of them it is
   GASNET_SEQ. Programs may also use MPI (docs/gasnet.md). */
#ifndef GASNET_H
#define GASNET_H

/* C90 has neither macros with any number of arguments nor long long. As a system header, this file may use them. */
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

/* `rankine cc` adds gasnet_absent.h if the platform has no GASNet. That file reports it. */
#if __has_include("gasnet_absent.h")
#include "gasnet_absent.h"
#endif

#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) > 1
#error "define one of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR"
#endif
#if !defined(GASNET_SEQ) && !defined(GASNET_PARSYNC) && !defined(GASNET_PAR)
#define GASNET_SEQ 1
#endif

/* If the program defines GASNET_SEGMENT_EVERYTHING, all memory is accessible; else only a segment. */
#if defined(GASNET_SEGMENT_EVERYTHING) && (defined(GASNET_SEGMENT_FAST) || defined(GASNET_SEGMENT_LARGE))
#error "define one of GASNET_SEGMENT_FAST, GASNET_SEGMENT_LARGE and GASNET_SEGMENT_EVERYTHING"
#endif
#if !defined(GASNET_SEGMENT_EVERYTHING) && !defined(GASNET_SEGMENT_LARGE) && !defined(GASNET_SEGMENT_FAST)
#define GASNET_SEGMENT_FAST 1
#endif

#define GASNET_SPEC_VERSION_MAJOR 1
#define GASNET_SPEC_VERSION_MINOR 8
#define GASNET_VERSION GASNET_SPEC_VERSION_MAJOR
#define GASNET_RELEASE_VERSION_MAJOR 1
#define GASNET_RELEASE_VERSION_MINOR 0
#define GASNET_RELEASE_VERSION_PATCH 0
#define GASNET_MAXNODES 65535
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_PAGESIZE 4096

#if defined(GASNET_PAR)
#define GASNET_CONFIG_THREADS "PAR"
#elif defined(GASNET_PARSYNC)
#define GASNET_CONFIG_THREADS "PARSYNC"
#else
#define GASNET_CONFIG_THREADS "SEQ"
#endif
#if defined(GASNET_SEGMENT_EVERYTHING)
#define GASNET_CONFIG_SEGMENT "EVERYTHING"
#elif defined(GASNET_SEGMENT_LARGE)
#define GASNET_CONFIG_SEGMENT "LARGE"
#else
#define GASNET_CONFIG_SEGMENT "FAST"
#endif
#if __SIZEOF_POINTER__ == 8
#define GASNET_CONFIG_WIDTH "PTR=64bit"
#define SIZEOF_GASNET_REGISTER_VALUE_T 8
#else
#define GASNET_CONFIG_WIDTH "PTR=32bit"
#define SIZEOF_GASNET_REGISTER_VALUE_T 4
#endif
#define GASNET_CONFIG_STRING "SPEC=1.8,RANKINE," GASNET_CONFIG_THREADS "," GASNET_CONFIG_SEGMENT "," GASNET_CONFIG_WIDTH

/* Properties of the conduit, by the names that the releases use. */
#define GASNET_CONDUIT_RANKINE 1
#define GASNET_CONDUIT_NAME RANKINE
#define GASNET_CONDUIT_NAME_STR "RANKINE"
#define GASNET_CORE_NAME RANKINE
#define GASNET_CORE_NAME_STR "RANKINE"
#define GASNET_CORE_VERSION 1.0
#define GASNET_CORE_VERSION_STR "1.0"
#define GASNET_EXTENDED_NAME RANKINE
#define GASNET_EXTENDED_NAME_STR "RANKINE"
#define GASNET_EXTENDED_VERSION 1.0
#define GASNET_EXTENDED_VERSION_STR "1.0"

/* Errors. If an error ends a run, its number is the exit code. */
enum {
    GASNET_OK = 0,
    GASNET_ERR_NOT_INIT = 1,
    GASNET_ERR_RESOURCE = 2,
    GASNET_ERR_BAD_ARG = 3,
    GASNET_ERR_BARRIER_MISMATCH = 4,
    GASNET_ERR_NOT_READY = 5
};

/* Macros of the same names, because programs test for them by #ifdef. */
#define GASNET_OK GASNET_OK
#define GASNET_ERR_NOT_INIT GASNET_ERR_NOT_INIT
#define GASNET_ERR_RESOURCE GASNET_ERR_RESOURCE
#define GASNET_ERR_BAD_ARG GASNET_ERR_BAD_ARG
#define GASNET_ERR_BARRIER_MISMATCH GASNET_ERR_BARRIER_MISMATCH
#define GASNET_ERR_NOT_READY GASNET_ERR_NOT_READY

typedef uint32_t gasnet_node_t;
typedef uint8_t gasnet_handler_t;
typedef int32_t gasnet_handlerarg_t;
typedef struct gasnet_token *gasnet_token_t;
typedef uintptr_t gasnet_register_value_t;

typedef struct {
    gasnet_handler_t index;  /* 0: the library chooses an index and stores it here */
    void (*fnptr)();
} gasnet_handlerentry_t;

typedef struct {
    void *addr;
    uintptr_t size;
} gasnet_seginfo_t;

/* Not in the specification, but in the releases: nodes with the same number share a computer, or memory. Here none do. */
typedef struct {
    gasnet_node_t host, supernode;
} gasnet_nodeinfo_t;

const char *gasnet_error_name(int error);
const char *gasnet_error_text(int error);

static __inline char *gasnet_ErrorName(int error)
{
    return (char *)gasnet_error_name(error);
}

static __inline char *gasnet_ErrorDesc(int error)
{
    return (char *)gasnet_error_text(error);
}

/* Of Rankine: how often a slow path replaced the fast one. `index` counts from 0; GASNET_ERR_BAD_ARG after the last one. */
int gasnet_fallback(unsigned index, const char **name, const char **meaning, unsigned *count);

/* ---- Job control and environment */

int gasnet_init(int *argc, char ***argv);
__attribute__((__noreturn__)) void gasnet_exit(int exitcode);
gasnet_node_t gasnet_mynode(void);
gasnet_node_t gasnet_nodes(void);
char *gasnet_getenv(const char *name);
int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int count);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int count);

/* Called by gasnet_attach. If `everything`, makes all memory accessible. */
int gasnet_attach_segment(gasnet_handlerentry_t *table, int count, uintptr_t bytes, int everything);
uintptr_t gasnet_max_local_segment(void);
uintptr_t gasnet_max_global_segment(void);

#ifdef GASNET_SEGMENT_EVERYTHING
#define GASNET_IS_EVERYTHING 1
#else
#define GASNET_IS_EVERYTHING 0
#endif

/* The heap does not grow into the segment, so the least offset between them has no meaning here. */
static __inline int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset)
{
    (void)minheapoffset;
    return gasnet_attach_segment(table, numentries, segsize, GASNET_IS_EVERYTHING);
}

static __inline uintptr_t gasnet_getMaxLocalSegmentSize(void)
{
    return GASNET_IS_EVERYTHING ? (uintptr_t)-1 : gasnet_max_local_segment();
}

static __inline uintptr_t gasnet_getMaxGlobalSegmentSize(void)
{
    return GASNET_IS_EVERYTHING ? (uintptr_t)-1 : gasnet_max_global_segment();
}

#include "gasnet_messages.h"
#include "gasnet_locks.h"
#include "gasnet_extended.h"
#include "gasnet_coll.h"

#endif
