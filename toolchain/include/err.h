/* Messages on standard error with the program's name, as in BSD. */
#ifndef RANKINE_ERR_H
#define RANKINE_ERR_H

#include <stdarg.h>

__attribute__((noreturn, format(printf, 2, 3))) void err(int status, const char *format, ...);
__attribute__((noreturn, format(printf, 2, 3))) void errx(int status, const char *format, ...);
__attribute__((format(printf, 1, 2))) void warn(const char *format, ...);
__attribute__((format(printf, 1, 2))) void warnx(const char *format, ...);
__attribute__((noreturn, format(printf, 2, 0))) void verr(int status, const char *format, va_list arguments);
__attribute__((noreturn, format(printf, 2, 0))) void verrx(int status, const char *format, va_list arguments);
__attribute__((format(printf, 1, 0))) void vwarn(const char *format, va_list arguments);
__attribute__((format(printf, 1, 0))) void vwarnx(const char *format, va_list arguments);

#endif
