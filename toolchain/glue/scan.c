// scanf's long double, which picolibc 1.8 takes for a float. %La, %Le, %Lf and %Lg are read here. The other conversions of
// such a format go to picolibc, one by one.
#include "format.h"
#include "host.h"
#include "stream.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// One conversion of a format: from `%` up to `end`.
struct scanned {
    bool skips; // %*: nothing is stored
    int width;  // INT_MAX: none given
    const char *length, *kind, *end;
};

static struct scanned read_conversion(const char *at)
{
    struct scanned made = {.skips = at[1] == '*', .width = INT_MAX};
    at += made.skips ? 2 : 1;
    if (*at >= '0' && *at <= '9')
        made.width = (int)strtol(at, (char **)&at, 10);
    made.length = at;
    made.kind = at += strspn(at, "hlLqjztm");
    made.end = at + (*at != '\0');
    if (*made.kind == '[') {
        at = made.end + (*made.end == '^');
        at += *at == ']';
        at = strchr(at, ']');
        made.end = at == NULL ? strchr(made.kind, '\0') : at + 1;
    }
    return made;
}

static bool is_long_double(const struct scanned *conversion)
{
    return *conversion->length == 'L' && *conversion->kind != '\0' && strchr("aAeEfFgG", *conversion->kind) != NULL;
}

// Does a format have such a conversion? Formats with positions of arguments are left to picolibc.
static bool is_ours(const char *format)
{
    for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at, '%')) {
        struct scanned conversion = read_conversion(at);
        if (is_long_double(&conversion))
            return true;
        at = conversion.end;
    }
    return false;
}

// The part of a number that has been read.
struct reading {
    FILE *file;
    int left, next;  // characters that may still be read; the next character, or EOF
    char *text;
    size_t length, room;
    bool failed;     // no memory
};

static void look(struct reading *reading)
{
    reading->next = reading->left > 0 ? getc(reading->file) : EOF;
}

// Adds the next character to the number.
static void accept(struct reading *reading)
{
    if (reading->length + 2 > reading->room) {
        char *larger = realloc(reading->text, reading->room += 64 + reading->room);
        reading->failed |= larger == NULL;
        if (larger == NULL)
            return;
        reading->text = larger;
    }
    reading->text[reading->length++] = (char)reading->next;
    reading->text[reading->length] = '\0';
    reading->left--;
    look(reading);
}

static bool accept_any(struct reading *reading, const char *set)
{
    if (reading->next == EOF || reading->next == '\0' || strchr(set, reading->next) == NULL || reading->failed)
        return false;
    accept(reading);
    return true;
}

static int accept_all(struct reading *reading, const char *set)
{
    int count = 0;
    while (accept_any(reading, set))
        count++;
    return count;
}

// Reads the rest of a word after its first letter, in either case. Returns whether the whole word is there.
static bool accept_word(struct reading *reading, const char *both_cases)
{
    for (; *both_cases; both_cases += 2) {
        const char pair[3] = {both_cases[0], both_cases[1], '\0'};
        if (!accept_any(reading, pair))
            return false;
    }
    return true;
}

// Reads the longest text with which a number may begin. Returns whether it is a number.
static bool read_number(struct reading *reading)
{
    accept_any(reading, "+-");
    if (accept_any(reading, "iI"))
        return accept_word(reading, "nNfF") && (reading->next == EOF || !strchr("iI", reading->next) || accept_word(reading, "iInNiItTyY"));
    if (accept_any(reading, "nN"))
        return accept_word(reading, "aAnN");
    bool zero = accept_any(reading, "0"), hexadecimal = zero && accept_any(reading, "xX");
    const char *set = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    int digits = accept_all(reading, set) + (zero && !hexadecimal);
    if (accept_any(reading, "."))
        digits += accept_all(reading, set);
    if (digits == 0)
        return false;
    if (!accept_any(reading, hexadecimal ? "pP" : "eE"))
        return true;
    accept_any(reading, "+-");
    return accept_all(reading, "0123456789") != 0;
}

// As scanf with one conversion: returns 1; 0 if there is no number; EOF at the end. Adds the characters read to `count`.
static int scan_long_double(FILE *file, const struct scanned *conversion, long double *to, int *count)
{
    int spaces = 0, c;
    while ((c = getc(file)) != EOF && isspace(c))
        spaces++;
    struct reading reading = {.file = file, .left = conversion->width, .next = c};
    bool is_number = c != EOF && read_number(&reading);
    if (reading.next != EOF)
        ungetc(reading.next, file);
    if (is_number && !reading.failed) {
        long double value = strtold(reading.text, NULL);
        if (to != NULL)
            *to = value;
    }
    *count += spaces + (int)reading.length;
    free(reading.text);
    return c == EOF ? EOF : is_number && !reading.failed;
}

static int delegate(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = __picolibc_vfscanf(file, format, arguments);
    va_end(arguments);
    return result;
}

// Reads a part of the format by picolibc: text and at most one conversion, which stores at `to`. Adds the characters read to
// `count`. Returns what scanf does, or -2 if the text differs, before the conversion or without one.
static int scan_part(FILE *file, const char *from, const char *end, void *to, int *count)
{
    size_t length = (size_t)(end - from);
    char part[length + 3];
    memcpy(part, from, length);
    strcpy(part + length, "%n");
    int read = -1;
    int result = to != NULL ? delegate(file, part, to, &read) : delegate(file, part, &read);
    *count += read > 0 ? read : 0;
    return result == 0 && read < 0 ? -2 : result;
}

PUBLIC int vfscanf(FILE *restrict file, const char *restrict format, va_list arguments)
{
    if (!is_ours(format))
        return __picolibc_vfscanf(file, format, arguments);
    va_list list;
    va_copy(list, arguments);
    int stored = 0, count = 0, result = 0;
    while (*format != '\0' && result >= 0) {
        if (*format != '%') {
            size_t text = strcspn(format, "%");
            result = scan_part(file, format, format + text, NULL, &count);
            format += text;
            continue;
        }
        struct scanned conversion = read_conversion(format);
        if (*conversion.kind == 'n') {
            __format_store_count(conversion.length, va_arg(list, void *), count);
        } else if (is_long_double(&conversion)) {
            result = scan_long_double(file, &conversion, conversion.skips ? NULL : va_arg(list, long double *), &count);
            stored += result > 0 && !conversion.skips;
            result = result == 0 ? -2 : result;
        } else {
            void *to = conversion.skips || *conversion.kind == '%' ? NULL : va_arg(list, void *);
            result = scan_part(file, format, conversion.end, to, &count);
            stored += result > 0;
            result = to != NULL && result == 0 ? -2 : result;
        }
        format = conversion.end;
    }
    va_end(list);
    return result == EOF && stored == 0 ? EOF : stored;
}
