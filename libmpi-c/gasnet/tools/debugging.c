// Help for debugging: backtraces by the program's own function, waiting for a debugger, fatal errors.
#include <gasnet_tools.h>
#include <stdarg.h>

#pragma weak gasnett_backtrace_user

enum { FREEZE_LOOK_NS = 1000000 };

// GASNET_BACKTRACE_TYPE lists the allowed kinds of backtrace. If it is not set, all are allowed.
static int backtrace_may_be_of_user(void)
{
    const char *kinds = getenv("GASNET_BACKTRACE_TYPE");
    return kinds == NULL || strstr(kinds, gasnett_backtrace_user.name) != NULL;
}

int gasnet_tools_backtrace(int descriptor)
{
    if (&gasnett_backtrace_user != NULL && backtrace_may_be_of_user() && gasnett_backtrace_user.fnp(descriptor) == 0)
        return 0;
    static const char text[] = "no backtrace here: `rankine debug` shows one, and `--profile` every call\n";
    (void)!write(descriptor, text, sizeof text - 1);
    return 1;
}

int gasnet_tools_backtrace_if_wanted(int descriptor)
{
    return gasnet_tools_env_yes("GASNET_BACKTRACE", 0) ? gasnet_tools_backtrace(descriptor) : 1;
}

int (*gasnet_tools_error_backtrace)(int descriptor) = gasnet_tools_backtrace_if_wanted;

void gasnet_tools_freeze(volatile int *flag, const char *name)
{
    fprintf(stderr, "waiting for a debugger (`rankine debug`), which sets %s to 0\n", name);
    fflush(NULL);
    for (*flag = 1; *flag;)
        gasnet_tools_wait_ns(FREEZE_LOOK_NS);
}

void gasnet_tools_freeze_if_wanted(void)
{
    static volatile int gasnet_frozen;
    if (gasnet_tools_env_yes("GASNET_FREEZE_ON_ERROR", 0))
        gasnet_tools_freeze(&gasnet_frozen, "gasnet_frozen");
}

void gasnet_tools_fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(NULL);
    fputs("*** FATAL ERROR: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    gasnet_tools_freeze_if_wanted();
    gasnet_tools_error_backtrace(STDERR_FILENO);
    abort();
}

char *gasnet_tools_place(const char *function, const char *file, int line)
{
    int length = snprintf(NULL, 0, "%s at %s:%d", function, file, line);
    char *text = malloc(length + 1);
    if (text != NULL)
        snprintf(text, length + 1, "%s at %s:%d", function, file, line);
    return text;
}

void gasnet_tools_close_streams(void)
{
    fclose(stdin);
    fclose(stdout);
    fclose(stderr);
}
