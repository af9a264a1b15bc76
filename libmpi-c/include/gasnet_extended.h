/* The extended API of GASNet-1 (specification 1.8, §3): puts and gets, blocking or not, and barriers. */
#ifndef GASNET_EXTENDED_H
#define GASNET_EXTENDED_H

/* C90 has neither macros with any number of arguments nor long long. As a system header, this file may use them. */
#pragma GCC system_header

typedef struct gasnet_operation *gasnet_handle_t;
#define GASNET_INVALID_HANDLE ((gasnet_handle_t)0)
typedef struct gasnet_value_get *gasnet_valget_handle_t;

/* ---- Transfers. A non-blocking put without `bulk` has read its source when it returns. */

void gasnet_get(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
void gasnet_put(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes);
gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes);
void gasnet_get_nbi(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
void gasnet_put_nbi(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes);

/* The same as without `bulk`, because alignment does not matter here and the call has read its source when it returns. */
static __inline void gasnet_get_bulk(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
    gasnet_get(dest, node, src, nbytes);
}

static __inline void gasnet_put_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
    gasnet_put(node, dest, src, nbytes);
}

static __inline gasnet_handle_t gasnet_get_nb_bulk(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
    return gasnet_get_nb(dest, node, src, nbytes);
}

static __inline void gasnet_get_nbi_bulk(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
    gasnet_get_nbi(dest, node, src, nbytes);
}

/* ---- Values, of 1 to SIZEOF_GASNET_REGISTER_VALUE_T bytes */

void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
gasnet_register_value_t gasnet_get_val(gasnet_node_t node, const void *src, size_t nbytes);
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes);
gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle);

/* ---- Synchronization */

void gasnet_wait_syncnb(gasnet_handle_t handle);
int gasnet_try_syncnb(gasnet_handle_t handle);
void gasnet_wait_syncnb_all(gasnet_handle_t *handles, size_t count);
int gasnet_try_syncnb_all(gasnet_handle_t *handles, size_t count);
void gasnet_wait_syncnb_some(gasnet_handle_t *handles, size_t count);
int gasnet_try_syncnb_some(gasnet_handle_t *handles, size_t count);
void gasnet_wait_syncnbi_gets(void);
void gasnet_wait_syncnbi_puts(void);
void gasnet_wait_syncnbi_all(void);
int gasnet_try_syncnbi_gets(void);
int gasnet_try_syncnbi_puts(void);
int gasnet_try_syncnbi_all(void);
void gasnet_begin_nbi_accessregion(void);
gasnet_handle_t gasnet_end_nbi_accessregion(void);

/* ---- Barriers */

/* UNNAMED is of the releases: no node gives a name. */
enum { GASNET_BARRIERFLAG_ANONYMOUS = 1, GASNET_BARRIERFLAG_MISMATCH = 2, GASNET_BARRIERFLAG_UNNAMED = 5 };
#define GASNET_BARRIERFLAG_ANONYMOUS GASNET_BARRIERFLAG_ANONYMOUS
#define GASNET_BARRIERFLAG_MISMATCH GASNET_BARRIERFLAG_MISMATCH
#define GASNET_BARRIERFLAG_UNNAMED GASNET_BARRIERFLAG_UNNAMED

void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
int gasnet_barrier_try(int id, int flags);

/* Of later releases than the specification: both halves of a barrier in one call; and the name of the last barrier that was
   left. That call returns 0 and stores the name, or returns 1 if no node gave one. */
int gasnet_barrier(int id, int flags);
int gasnet_barrier_result(int *id);

/* ---- Threads: there is one */

typedef void *gasnet_threadinfo_t;
#define GASNET_GET_THREADINFO() ((gasnet_threadinfo_t)0)
#define GASNET_POST_THREADINFO(info) \
    __attribute__((unused)) gasnet_threadinfo_t gasnet_thread_information = (info)
#define GASNET_BEGIN_FUNCTION() GASNET_POST_THREADINFO(GASNET_GET_THREADINFO())

enum { GASNET_WAIT_SPIN, GASNET_WAIT_BLOCK, GASNET_WAIT_SPINBLOCK };
#define GASNET_WAIT_SPIN GASNET_WAIT_SPIN
#define GASNET_WAIT_BLOCK GASNET_WAIT_BLOCK
#define GASNET_WAIT_SPINBLOCK GASNET_WAIT_SPINBLOCK

int gasnet_set_waitmode(int wait_mode);

#endif
