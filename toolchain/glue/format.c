// printf's conversions in which picolibc 1.8 differs from C99: long double, %n, and more digits than 15.
#include "format.h"
#include "stream.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

static const char *read_flags(struct conversion *to, const char *at)
{
    for (;; at++)
        switch (*at) {
        case '-': to->left = true; break;
        case '+': to->plus = true; break;
        case ' ': to->space = true; break;
        case '#': to->alternate = true; break;
        case '0': to->zero = true; break;
        case '\'': break;
        default: return at;
        }
}

static const char *read_number(int *to, const char *at)
{
    for (*to = 0; *at >= '0' && *at <= '9'; at++)
        *to = *to < INT_MAX / 10 - 1 ? 10 * *to + *at - '0' : *to;
    return at;
}

static const char *read_kind(struct conversion *to, const char *at)
{
    int length = 0;
    for (; *at && strchr("hlLqjzt", *at); at++)
        if (length < 2)
            to->length[length++] = *at;
    to->length[length] = '\0';
    to->kind = *at;
    return at + (*at != '\0');
}

// Does a format need one of these conversions? Formats with positions of arguments are left to picolibc.
bool __format_is_ours(const char *format)
{
    bool ours = false;
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at += 1 + strspn(at + 1, "-+ #0'123456789.*hlLqjzt");
        if (*at == '$')
            return false;
        ours |= *at && strchr("fFeEgGn", *at);
        if (at[-1] == 'L')
            ours |= *at == 'a' || *at == 'A';
        at += *at != '\0';
    }
    return ours;
}

// Prints one conversion by picolibc: `%` with the flags, width and precision that were read.
static int delegate(FILE *file, const struct conversion *how, ...)
{
    char format[48], *at = format;
    *at++ = '%';
    const struct { bool set; char flag; } flags[] = {
        {how->left, '-'}, {how->plus, '+'}, {how->space, ' '}, {how->alternate, '#'}, {how->zero, '0'},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (flags[i].set)
            *at++ = flags[i].flag;
    const int numbers[2] = {how->width, how->precision};
    for (int i = 0; i < 2; i++) {
        if (i && numbers[i] >= 0)
            *at++ = '.';
        char digits[12];
        int count = 0;
        for (int rest = numbers[i]; rest > 0 || (i && !count && numbers[i] == 0); rest /= 10)
            digits[count++] = (char)('0' + rest % 10);
        while (count)
            *at++ = digits[--count];
    }
    strcpy(at, how->length);
    at[strlen(at) + 1] = '\0';
    at[strlen(at)] = how->kind;
    va_list arguments;
    va_start(arguments, how);
    int result = __picolibc_vfprintf(file, format, arguments);
    va_end(arguments);
    return result;
}

void __format_store_count(const char *length, void *to, int count)
{
    if (!strncmp(length, "hh", 2))
        *(signed char *)to = (signed char)count;
    else if (*length == 'h')
        *(short *)to = (short)count;
    else if (!strncmp(length, "ll", 2) || *length == 'j' || *length == 'q')
        *(long long *)to = count;
    else if (*length == 'l' || *length == 'z' || *length == 't')
        *(long *)to = count;
    else
        *(int *)to = count;
}

// The arguments, passed by reference: each conversion takes its own.
struct taken {
    va_list list;
};

static int convert(FILE *file, struct conversion *how, struct taken *from, int before)
{
    bool large = how->length[0] == 'L', wide = !strcmp(how->length, "ll") || how->length[0] == 'j' || how->length[0] == 'q';
    double value;
    switch (how->kind) {
    case '%': return __stream_write("%", 1, file) == 1 ? 1 : -1;
    case 'n': __format_store_count(how->length, va_arg(from->list, void *), before); return 0;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        if (large)
            return ((how->kind | 32) == 'a' ? __format_long_hexadecimal : __format_long_double)(file, how, va_arg(from->list, long double));
        value = va_arg(from->list, double);
        how->length[0] = '\0';
        return (how->kind | 32) == 'a' ? delegate(file, how, value) : __format_double(file, how, value);
    case 's': case 'p': return delegate(file, how, va_arg(from->list, void *));
    default: break;
    }
    if (wide || large)
        return delegate(file, how, va_arg(from->list, long long));
    if (how->length[0] && how->length[0] != 'h')
        return delegate(file, how, va_arg(from->list, long));
    return delegate(file, how, va_arg(from->list, int));
}

int __format(FILE *file, const char *format, va_list arguments)
{
    struct taken from;
    int count = 0;
    va_copy(from.list, arguments);
    while (*format && count >= 0) {
        size_t plain = strcspn(format, "%");
        if (plain && __stream_write(format, plain, file) != plain)
            count = -1;
        format += plain;
        if (!*format || count < 0) {
            count += count < 0 ? 0 : (int)plain;
            break;
        }
        struct conversion how = {.precision = -1};
        format = read_flags(&how, format + 1);
        if (*format == '*') {
            how.width = va_arg(from.list, int), format++;
            how.left |= how.width < 0;
            how.width = how.width < 0 ? -how.width : how.width;
        } else {
            format = read_number(&how.width, format);
        }
        if (*format == '.') {
            if (*++format == '*')
                how.precision = va_arg(from.list, int), format++;
            else
                format = read_number(&how.precision, format);
        }
        format = read_kind(&how, format);
        count += (int)plain;
        int made = convert(file, &how, &from, count);
        count = made < 0 ? -1 : count + made;
    }
    va_end(from.list);
    return count;
}
