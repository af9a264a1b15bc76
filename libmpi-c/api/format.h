// One line of text for a report.
#ifndef API_FORMAT_H
#define API_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

struct format_line {
    char text[512];
    size_t length;
};

// Appends formatted text to a line, cut at the line's end. Knows %d, %s, %p and %zu only.
void format_append(struct format_line *line, const char *format, va_list arguments);

#endif
