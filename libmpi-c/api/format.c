// Formats one line of text for a report. It does not use printf, which would add 20 KiB to every program, and which may itself be
// in the middle of a line when an error occurs.
#include <stdint.h>
#include <string.h>

#include "api/format.h"

static void format_put(struct format_line *line, const char *text, size_t length)
{
    for (size_t i = 0; i < length && line->length < sizeof line->text; i++)
        line->text[line->length++] = text[i];
}

static void format_put_number(struct format_line *line, uint64_t value, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    format_put(line, digits + at, sizeof digits - at);
}

static void format_put_int(struct format_line *line, int value)
{
    if (value < 0)
        format_put(line, "-", 1);
    format_put_number(line, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

void format_append(struct format_line *line, const char *format, va_list arguments)
{
    line->length = 0;
    for (const char *at = format; *at != '\0';) {
        if (at[0] != '%') {
            format_put(line, at++, 1);
        } else if (at[1] == 'd') {
            format_put_int(line, va_arg(arguments, int));
            at += strlen("%d");
        } else if (at[1] == 's') {
            const char *text = va_arg(arguments, const char *);
            format_put(line, text, strlen(text));
            at += strlen("%s");
        } else if (at[1] == 'p') {
            format_put(line, "0x", 2);
            format_put_number(line, (uintptr_t)va_arg(arguments, void *), 16);
            at += strlen("%p");
        } else {
            format_put_number(line, va_arg(arguments, size_t), 10);
            at += strlen("%zu");
        }
    }
}
