/* The tools of GASNet-1: environment variables, numbers as texts, and help for debugging. */
#ifndef GASNET_ENVIRONMENT_H
#define GASNET_ENVIRONMENT_H

/* C90 has neither macros with any number of arguments nor long long. As a system header, this file may use them. */
#pragma GCC system_header

#include <stdint.h>
#include <stdlib.h>

#include "gasnet_compiler.h"

/* ---- Environment. With GASNET_VERBOSEENV=yes, node 0 prints the variables read. A value that cannot be read ends the run. */

const char *gasnet_tools_env(const char *name, const char *otherwise);
int gasnet_tools_env_yes(const char *name, int otherwise);
int64_t gasnet_tools_env_int(const char *name, int64_t otherwise, uint64_t unit);
double gasnet_tools_env_double(const char *name, double otherwise);
void gasnet_tools_setenv(const char *name, const char *value);
void gasnet_tools_unsetenv(const char *name);
int gasnet_tools_verbose(void);
void gasnet_tools_show(const char *name, const char *value, int is_default);
void gasnet_tools_show_int(const char *name, int64_t value, int is_default, int is_bytes);
void gasnet_tools_show_double(const char *name, double value, int is_default);

#define gasnett_getenv(name) getenv(name)
#define gasnett_getenv_withdefault(name, otherwise) ((char *)gasnet_tools_env(name, otherwise))
#define gasnett_getenv_yesno_withdefault(name, otherwise) gasnet_tools_env_yes(name, otherwise)
#define gasnett_getenv_int_withdefault(name, otherwise, unit) gasnet_tools_env_int(name, otherwise, unit)
#define gasnett_getenv_dbl_withdefault(name, otherwise) gasnet_tools_env_double(name, otherwise)
#define gasnett_setenv(name, value) gasnet_tools_setenv(name, value)
#define gasnett_unsetenv(name) gasnet_tools_unsetenv(name)
#define gasnett_verboseenv() gasnet_tools_verbose()
#define gasnett_envstr_display(name, value, is_default) gasnet_tools_show(name, value, is_default)
#define gasnett_envint_display(name, value, is_default, is_bytes) gasnet_tools_show_int(name, value, is_default, is_bytes)
#define gasnett_envdbl_display(name, value, is_default) gasnet_tools_show_double(name, value, is_default)

/* ---- Numbers as texts. `unit` 0: an integer, decimal or with 0x. Else bytes, with a suffix such as KB; without one, in units. */

int64_t gasnet_tools_parse_int(const char *text, uint64_t unit);
char *gasnet_tools_format_number(int64_t value, char *to, size_t size, int is_bytes);

#define gasnett_parse_int(text, unit) gasnet_tools_parse_int(text, unit)
#define gasnett_format_number(value, to, size, is_bytes) gasnet_tools_format_number(value, to, size, is_bytes)

/* ---- Backtraces and debuggers. The library makes no backtrace of its own (`rankine debug` shows one). If the program defines
   gasnett_backtrace_user, that function makes one. */

typedef struct {
    const char *name;
    int (*fnp)(int descriptor);  /* returns 0 if it has written a backtrace */
    int threadsupport;
} gasnett_backtrace_type_t;

extern gasnett_backtrace_type_t gasnett_backtrace_user;

int gasnet_tools_backtrace(int descriptor);  /* returns 0 if one was written */
int gasnet_tools_backtrace_if_wanted(int descriptor);
extern int (*gasnet_tools_error_backtrace)(int descriptor);
void gasnet_tools_freeze(volatile int *flag, const char *name);
void gasnet_tools_freeze_if_wanted(void);
__attribute__((__noreturn__, __format__(__printf__, 1, 2))) void gasnet_tools_fatal(const char *format, ...);
char *gasnet_tools_place(const char *function, const char *file, int line);  /* in memory from malloc */

#define gasnett_backtrace_init(program) ((void)(program))
#define gasnett_print_backtrace(descriptor) gasnet_tools_backtrace(descriptor)
#define gasnett_print_backtrace_ifenabled gasnet_tools_error_backtrace
#define gasnett_freezeForDebuggerNow(flag, name) gasnet_tools_freeze(flag, name)
#define gasnett_freezeForDebuggerErr() gasnet_tools_freeze_if_wanted()
#define gasnett_fatalerror gasnet_tools_fatal
#define gasnett_current_loc gasnet_tools_place(__func__, __FILE__, __LINE__)

/* ---- Traces and statistics of GASNet itself do nothing: `rankine run` has better ones. */

#define GASNETT_TRACE_ENABLED 0
#define GASNETT_TRACE_PRINTF(...) ((void)0)
#define GASNETT_TRACE_PRINTF_FORCE(...) ((void)0)
#define GASNETT_TRACE_SETSOURCELINE(file, line) ((void)0)
#define GASNETT_TRACE_GETSOURCELINE(file, line) ((void)(*(file) = NULL), (void)(*(line) = 0))
#define GASNETT_TRACE_FREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_UNFREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_GETMASK() ""
#define GASNETT_TRACE_SETMASK(mask) ((void)(mask))
#define GASNETT_STATS_GETMASK() ""
#define GASNETT_STATS_SETMASK(mask) ((void)(mask))
#define GASNETT_TRACE_GET_TRACELOCAL() 0
#define GASNETT_TRACE_SET_TRACELOCAL(value) ((void)(value))
#define GASNETT_STATS_INIT(callback) ((void)0)

#endif
