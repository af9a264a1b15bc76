/* <gasnet_tools.h>: the tools of GASNet-1 (their specification 1.9): timers, memory barriers, atomic operations, locks, the environment,
   and more. They work before gasnet_init, too. If the program includes gasnet.h, include this after it. */
#ifndef GASNET_TOOLS_H
#define GASNET_TOOLS_H

/* C90 has neither macros with any number of arguments nor long long. As a system header, this file may use them. */
#pragma GCC system_header

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if __has_include("gasnet_absent.h")
#include "gasnet_absent.h"
#endif

#include "gasnet_compiler.h"
#include "gasnet_atomics.h"
#include "gasnet_threads.h"
#include "gasnet_environment.h"

#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 9
#define GASNETT_RELEASE_VERSION_MAJOR 1
#define GASNETT_RELEASE_VERSION_MINOR 0
#define GASNETT_RELEASE_VERSION_PATCH 0
#ifdef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_MODEL "PAR"
#else
#define GASNETT_THREAD_MODEL "SEQ"
#endif
#define GASNETT_CONFIG_STRING "SPEC=1.9,RANKINE," GASNETT_THREAD_MODEL "," GASNETT_SYSTEM_TUPLE

/* ---- Timers */

/* Cycles since the start of the machine, the same on all nodes. */
typedef uint64_t gasnett_tick_t;

#define GASNETT_TICK_MIN ((gasnett_tick_t)0)
#define GASNETT_TICK_MAX (~(gasnett_tick_t)0)
#define GASNETT_TIMER_CONFIG timers_native

uint64_t gasnet_tools_ticks(void);
uint64_t gasnet_tools_ns(uint64_t ticks);
double gasnet_tools_tick_us(void);      /* one tick */
double gasnet_tools_overhead_us(void);  /* one call of gasnett_ticks_now */
void gasnet_tools_wait_ns(uint64_t ns);

#define gasnett_ticks_now() gasnet_tools_ticks()
#define gasnett_ticks_to_ns(ticks) gasnet_tools_ns(ticks)
#define gasnett_ticks_to_us(ticks) (gasnet_tools_ns(ticks) / 1000)
#define gasnett_tick_granularityus() gasnet_tools_tick_us()
#define gasnett_tick_overheadus() gasnet_tools_overhead_us()

/* No clock knows the date, so that runs repeat: this is the time since the start of the machine. */
#define gasnett_gettimeofday_us() gasnett_ticks_to_us(gasnett_ticks_now())

/* Waits without running handlers. */
#define gasnett_nsleep(ns) (gasnet_tools_wait_ns(ns), 0)

/* ---- The system */

#define GASNETT_PAGESIZE 4096
#define GASNETT_PAGESHIFT 12
#define GASNETT_CACHE_LINE_BYTES 128  /* the value for an unknown system */

const char *gasnet_tools_host_name(void);
uint64_t gasnet_tools_memory_bytes(int must_be_known);

#define gasnett_gethostname() gasnet_tools_host_name()
#define gasnett_getPhysMemSz(must_be_known) gasnet_tools_memory_bytes(must_be_known)
#define gasnett_cpu_count() 1
#define gasnett_set_affinity(rank) ((void)(rank))
#define gasnett_sched_yield() 0
#define gasnett_maximize_rlimits() 1
#define gasnett_maximize_rlimit(resource, name) ((void)(resource), (void)(name), 1)

/* ---- The process */

typedef void (*gasnett_sighandlerfn_t)(int);

void gasnet_tools_close_streams(void);

#define gasnett_flush_streams() ((void)fflush(NULL))
#define gasnett_close_streams() gasnet_tools_close_streams()
#define gasnett_killmyprocess(code) _exit(code)
#define gasnett_reghandler(number, handler) signal(number, handler)
#define gasnett_performance_warning_str() ""

/* ---- Memory. Allocations are checked as malloc checks them, and no further. */

uint64_t gasnet_tools_checksum(const void *data, int bytes);
size_t gasnet_tools_zero_bytes(const void *data, size_t bytes);
size_t gasnet_tools_copy_counting_zeros(void *to, const void *from, size_t bytes);

#define gasnett_checksum(data, bytes) gasnet_tools_checksum(data, bytes)
#define gasnett_count0s(data, bytes) gasnet_tools_zero_bytes(data, bytes)
#define gasnett_count0s_copy(to, from, bytes) gasnet_tools_copy_counting_zeros(to, from, bytes)

static __inline int gasnett_count0s_uint32_t(uint32_t value)
{
    return (int)gasnet_tools_zero_bytes(&value, sizeof value);
}

static __inline int gasnett_count0s_uint64_t(uint64_t value)
{
    return (int)gasnet_tools_zero_bytes(&value, sizeof value);
}

static __inline int gasnett_count0s_uintptr_t(uintptr_t value)
{
    return (int)gasnet_tools_zero_bytes(&value, sizeof value);
}

#define gasnett_debug_malloc(bytes) malloc(bytes)
#define gasnett_debug_calloc(count, bytes) calloc(count, bytes)
#define gasnett_debug_realloc(memory, bytes) realloc(memory, bytes)
#define gasnett_debug_free(memory) free(memory)
#define gasnett_debug_strdup(text) strdup(text)
#define gasnett_debug_strndup(text, bytes) strndup(text, bytes)
#define gasnett_debug_memcheck(memory) ((void)(memory))
#define gasnett_debug_memcheck_one() ((void)0)
#define gasnett_debug_memcheck_all() ((void)0)

#endif
