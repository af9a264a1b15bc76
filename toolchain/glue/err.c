// err, errx, warn, warnx, error: print a message on standard error, with or without the system's.
#include "host.h"
#include "stream.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>

static const char *program_name(void)
{
    const char *path = __host_arguments[0] ? __host_arguments[0] : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Writes the whole line at once, so that the lines of different ranks do not mix.
static void say(int number, const char *format, va_list arguments)
{
    struct stream *stream = __stream_of(stderr);
    fflush(stdout);
    __stream_hold(stream);
    fprintf(stderr, "%s: ", program_name());
    if (format)
        vfprintf(stderr, format, arguments);
    if (number)
        fprintf(stderr, "%s%s", format ? ": " : "", strerror(number));
    fputc('\n', stderr);
    __stream_release(stream);
}

PUBLIC void vwarn(const char *format, va_list arguments)
{
    say(errno, format, arguments);
}

PUBLIC void vwarnx(const char *format, va_list arguments)
{
    say(0, format, arguments);
}

PUBLIC void verr(int status, const char *format, va_list arguments)
{
    say(errno, format, arguments);
    exit(status);
}

PUBLIC void verrx(int status, const char *format, va_list arguments)
{
    say(0, format, arguments);
    exit(status);
}

PUBLIC void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(errno, format, arguments);
    va_end(arguments);
}

PUBLIC void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(0, format, arguments);
    va_end(arguments);
}

PUBLIC void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(errno, format, arguments);
    va_end(arguments);
    exit(status);
}

PUBLIC void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(0, format, arguments);
    va_end(arguments);
    exit(status);
}

PUBLIC void error(int status, int number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(number, format, arguments);
    va_end(arguments);
    if (status != 0)
        exit(status);
}
