// ROW(text, format, ...) checks that snprintf writes this text and returns its length.
#ifndef FORMATTED_H
#define FORMATTED_H

#include "check.h"

#include <string.h>

#define ROW(expected, ...)                                                                      \
    do {                                                                                        \
        char text[400];                                                                         \
        int length = snprintf(text, sizeof text, __VA_ARGS__);                                  \
        if (strcmp(text, expected) || length != (int)strlen(expected)) {                        \
            printf("line %d: wanted '%s', got '%s' (%d)\n", __LINE__, expected, text, length);  \
            check_failures++;                                                                   \
        }                                                                                       \
    } while (0)

#endif
