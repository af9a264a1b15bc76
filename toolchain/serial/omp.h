/* The functions of OpenMP for a team of one thread. The compiler ignores the pragmas. */
#ifndef RANKINE_OMP_H
#define RANKINE_OMP_H

#include <time.h>

typedef int omp_lock_t;
typedef int omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;

static __inline int omp_get_num_threads(void) { return 1; }
static __inline int omp_get_max_threads(void) { return 1; }
static __inline int omp_get_thread_num(void) { return 0; }
static __inline int omp_get_num_procs(void) { return 1; }
static __inline int omp_get_thread_limit(void) { return 1; }
static __inline int omp_get_level(void) { return 0; }
static __inline int omp_get_active_level(void) { return 0; }
static __inline int omp_get_team_size(int level) { return level == 0 ? 1 : -1; }
static __inline int omp_in_parallel(void) { return 0; }
static __inline int omp_get_dynamic(void) { return 0; }
static __inline int omp_get_nested(void) { return 0; }
static __inline void omp_set_num_threads(int threads) { (void)threads; }
static __inline void omp_set_dynamic(int on) { (void)on; }
static __inline void omp_set_nested(int on) { (void)on; }
static __inline void omp_set_schedule(omp_sched_t kind, int chunk) { (void)kind, (void)chunk; }

static __inline void omp_init_lock(omp_lock_t *lock) { *lock = 0; }
static __inline void omp_destroy_lock(omp_lock_t *lock) { (void)lock; }
static __inline void omp_set_lock(omp_lock_t *lock) { *lock = 1; }
static __inline void omp_unset_lock(omp_lock_t *lock) { *lock = 0; }
static __inline int omp_test_lock(omp_lock_t *lock) { return *lock ? 0 : (*lock = 1); }
static __inline void omp_init_nest_lock(omp_nest_lock_t *lock) { *lock = 0; }
static __inline void omp_destroy_nest_lock(omp_nest_lock_t *lock) { (void)lock; }
static __inline void omp_set_nest_lock(omp_nest_lock_t *lock) { ++*lock; }
static __inline void omp_unset_nest_lock(omp_nest_lock_t *lock) { --*lock; }
static __inline int omp_test_nest_lock(omp_nest_lock_t *lock) { return ++*lock; }

static __inline double omp_get_wtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static __inline double omp_get_wtick(void)
{
    struct timespec step;
    clock_getres(CLOCK_MONOTONIC, &step);
    return (double)step.tv_sec + 1e-9 * (double)step.tv_nsec;
}

#endif
