// CHECK(condition) counts and reports failures. finish() prints ok, or fails.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int check_failures;

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);      \
            check_failures++;                                                   \
        }                                                                       \
    } while (0)

static inline int finish(void)
{
    if (!check_failures)
        printf("ok\n");
    return check_failures != 0;
}

#endif
